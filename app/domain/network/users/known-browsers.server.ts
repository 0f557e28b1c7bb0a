/**
 * Recognizes browsers in which a user has signed in before, by a signed cookie. A mark belongs to one user
 * and one password: only that password gets one, and a new password invalidates all of them.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Arrival } from './sessions.server';
import { keyedHash } from '~/process/secret.server';

type User = { id: number; passwordHash: string };

const ID = /^[\w-]{16}$/;
/** The most people who share a browser. */
const MOST = 8;

const markOf = (browser: string, { id, passwordHash }: User) =>
  `${browser}.${keyedHash(`known browser ${browser} ${String(id)} ${passwordHash}`)}`;

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const marksIn = (cookie: string | null) => (cookie ?? '').split('~').slice(0, MOST);

/** Finds which of the user's browsers sends this cookie; null when the user has not signed in there. */
export function knownBrowser(cookie: string | null, user: User): string | null {
  for (const mark of marksIn(cookie)) {
    const [browser = ''] = mark.split('.');
    if (ID.test(browser) && isSame(mark, markOf(browser, user))) return browser;
  }
  return null;
}

/** Returns the cookie after a sign-in. Its marks of other users stay. */
export function withBrowserOf(cookie: string | null, { actor, passwordHash }: Arrival): string {
  const user = { id: actor.id, passwordHash };
  const mark = markOf(knownBrowser(cookie, user) ?? randomBytes(12).toString('base64url'), user);
  const others = marksIn(cookie).filter((each) => /^[\w-]{16}\.[\w-]{43}$/.test(each) && each !== mark);
  return [mark, ...others].slice(0, MOST).join('~');
}
