/** Accounts of the demo that anybody can use: their password stands in the log of the first start and in the README. */
import { PASSWORD, PEOPLE } from 'db/demo/people';
import { User } from 'db/models/people';
import { passwordMatches } from './passwords.server';

/** A hash says it once and for all. */
const checked = new Map<string, Promise<boolean>>();

function isOpen(hash: string): Promise<boolean> {
  const known = checked.get(hash);
  if (known) return known;
  const check = passwordMatches(hash, PASSWORD);
  checked.set(hash, check);
  check.catch(() => checked.delete(hash)); // too busy: asked again the next time
  return check;
}

/** The user names of those that still have it. */
export async function openDemoAccounts(): Promise<string[]> {
  const people = await User.findRows(['username', 'passwordHash'], {
    where: { deactivatedAt: null, username: PEOPLE.map(({ username }) => username) },
    order: ['username'],
  });
  const open = await Promise.all(people.map(({ passwordHash }) => isOpen(passwordHash)));
  return people.filter((_, index) => open[index]).map(({ username }) => username);
}
