/** Makes usernames for people who were not asked for one. */
import { rows } from 'db/connection';
import { looksLikeOthers } from './look-alikes';
import { usernameProblem } from './sign-in-rules';

/** Leaves room for a number at the end. */
const LONGEST = 56;

/** `Alma Díaz` is `alma.diaz`; letters that have no plain form stay as they are. */
function usernameFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{DI}]/gu, '')
    .replaceAll('ı', 'i')
    .normalize('NFKC')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  let made = '';
  for (const character of words.join('.')) {
    if (made.length + character.length > LONGEST) break;
    made += character;
  }
  if (made === '' || looksLikeOthers(made)) return 'driver';
  return usernameProblem(made) ? `driver.${made}` : made;
}

/** Call it with the lock of the administration, so that others who add users at the same time wait. */
export async function freeUsername(name: string): Promise<string> {
  const wanted = usernameFrom(name);
  const taken = await rows<{ username: string }>(
    `select lower(normalize(username, nfkc)) as username from users
     where deactivated_at is null and starts_with(lower(normalize(username, nfkc)), lower(normalize($wanted, nfkc)))`,
    { wanted },
  );
  const isTaken = (username: string) => taken.some((each) => each.username === username.toLowerCase());
  if (!isTaken(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const next = `${wanted}${String(number)}`;
    if (!isTaken(next)) return next;
  }
}
