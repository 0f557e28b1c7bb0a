/**
 * Finds accounts of the demo that anybody can use, because their password is in the log of the first start
 * and in the README.
 */
import { PASSWORD, PEOPLE } from 'db/demo/accounts';
import { User } from 'db/models/people';
import { env } from '~/process/env.server';
import { passwordMatches } from './passwords.server';

/** Results are kept, because the result for a hash never changes. */
const checked = new Map<string, Promise<boolean>>();

function isOpen(hash: string): Promise<boolean> {
  const known = checked.get(hash);
  if (known) return known;
  const check = passwordMatches(hash, PASSWORD);
  checked.set(hash, check);
  check.catch(() => checked.delete(hash)); // after an error, the next call checks again
  return check;
}

/** One account of each role, which the sign-in page of the demo offers. */
const OFFERED = ['dispatcher', 'driver', 'admin'] as const;
export type Offered = (typeof OFFERED)[number];

/** Returns what the sign-in page of the demo can offer; null on a database of an operator, or once passwords changed. */
export async function offeredDemo(): Promise<{ password: string; usernames: Offered[] } | null> {
  if (env.DATABASE_URL) return null;
  const open = await openDemoAccounts();
  const usernames = OFFERED.filter((username) => open.includes(username));
  return usernames.length > 0 ? { password: PASSWORD, usernames } : null;
}

/** Returns the usernames of the accounts that still have that password. */
export async function openDemoAccounts(): Promise<string[]> {
  const people = await User.findRows(['username', 'passwordHash'], {
    where: { deactivatedAt: null, username: PEOPLE.map(({ username }) => username) },
    order: ['username'],
  });
  const open = await Promise.all(people.map(({ passwordHash }) => isOpen(passwordHash)));
  return people.filter((_, index) => open[index]).map(({ username }) => username);
}
