/** The cookie, and the guards that every loader and action calls for itself. */
import { redirect } from '@remix-run/node';
import { AsyncLocalStorage } from 'node:async_hooks';
import { hasRole, type Actor, type Role } from '~/domain/actor';
import type { May } from '~/domain/command.server';
import { DomainError } from '~/domain/errors';
import { leastRole, reach } from '~/domain/permissions';
import type { Arrival } from '~/domain/users/arrival';
import { closeSession, findSessionActor, findTokenActor, openSession } from '~/domain/users/sessions.server';
import type { DraftFields } from '~/domain/drafts.server';
import { errorResponse } from './errors.server';
import { CLEAR_LOGOUT_COOKIE, LOGOUT_COOKIE } from './logout-cookie';
import { notEchoed } from './echo.server';
import { readForm } from './form-body.server';

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** The token in a Cookie header of somebody who has not left. */
export const sessionToken = (cookies: string | null | undefined): string | null =>
  hasLogoutCookie(cookies) ? null : (tokensIn(cookies)[0] ?? null);

/** For where nobody is signed in: whether somebody was, until their session ended. */
export const hasEnded = (request: Request) => sessionToken(request.headers.get('Cookie')) !== null;

/** On https: no sibling host and no plain http can set a cookie of this name. */
const BOUND = '__Host-session';
const FREE = 'session';

/**
 * The tokens that a browser sends, the one that counts first. Under the free name, which a sibling host may set as well,
 * a token of https is none: only those of plain http, and of before names were bound, are short enough.
 */
function tokensIn(cookies: string | null | undefined): string[] {
  const bound = /(?:^|;\s*)__Host-session=([\w-]{20,100})(?:;|$)/.exec(cookies ?? '')?.[1];
  const free = /(?:^|;\s*)session=([\w-]{20,43})(?:;|$)/.exec(cookies ?? '')?.[1];
  return [bound, free].filter((token) => token !== undefined);
}

/**
 * Who logs out while nobody answers leaves a cookie of the page's own making (see `LOGOUT_COOKIE`): the session that comes beside
 * it is nobody's any more, and ends when the sign-in page is asked for.
 */
export const hasLogoutCookie = (cookies: string | null | undefined) =>
  (cookies ?? '').split(/;\s*/).includes(LOGOUT_COOKIE);

/** @param maxAge seconds; without it the browser forgets the cookie when it closes. */
function setCookie(token: string, secure: boolean, maxAge?: number, name = secure ? BOUND : FREE): string {
  const parts = [`${name}=${token}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (secure) parts.push('Secure');
  if (maxAge !== undefined) parts.push(`Max-Age=${String(maxAge)}`);
  return parts.join('; ');
}

/** Takes away the cookie of a session, by every name that the browser may have it. */
const forget = (secure: boolean): string[] =>
  (secure ? [BOUND, FREE] : [FREE]).map((name) => setCookie('', secure, 0, name));

type Client = { clientIp: string; secure: boolean };

/** Opens a session and ends the one that the browser had. @returns the Set-Cookie values. */
export async function startSession(request: Request, client: Client, arrival: Arrival, remember: boolean) {
  const cookies = request.headers.get('Cookie');
  for (const previous of tokensIn(cookies)) await closeSession(previous);
  const token = await openSession(arrival, remember, {
    ip: client.clientIp,
    userAgent: request.headers.get('User-Agent'),
    bound: client.secure,
  });
  const session = setCookie(token, client.secure, remember ? THIRTY_DAYS : undefined);
  const former = client.secure ? [setCookie('', true, 0, FREE)] : [];
  return [session, ...former, ...(hasLogoutCookie(cookies) ? [CLEAR_LOGOUT_COOKIE] : [])];
}

/** Ends the session, if there is one. @returns the Set-Cookie values, also when the database is away. */
export async function endSession(request: Request, client: Pick<Client, 'secure'>) {
  const sent = request.headers.get('Cookie');
  const cookies = [...forget(client.secure), ...(hasLogoutCookie(sent) ? [CLEAR_LOGOUT_COOKIE] : [])];
  try {
    for (const token of tokensIn(sent)) await closeSession(token);
    return { cookies, complete: true };
  } catch {
    return { cookies, complete: false };
  }
}

/** Whatever the browser itself has kept of our answers is nobody's after a logout. */
export const FORGET_CACHE = { 'Clear-Site-Data': '"cache"' };

type Lookup = {
  actor?: Promise<Actor | null>;
  /** The answer to a form that came too late. */
  tooLate?: Response;
};
const lookups = new AsyncLocalStorage<Lookup>();

/** Within `answer`, the session is looked up once, however many loaders ask for it. */
export const lookingUpOnce = <Answer>(answer: () => Answer): Answer => lookups.run({}, answer);

/** The signed-in user, by cookie or API token; null for nobody. */
export function findActor(request: Pick<Request, 'headers'>): Promise<Actor | null> {
  const known = lookups.getStore();
  if (!known) return lookUp(request);
  return (known.actor ??= lookUp(request));
}

async function lookUp(request: Pick<Request, 'headers'>): Promise<Actor | null> {
  const bearer = /^Bearer\b *(.*)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  // Never the cookie beside it: a request with a token was not asked where it comes from.
  if (bearer !== undefined) return /^[\w-]{20,100}$/.test(bearer) ? findTokenActor(bearer) : null;
  const token = sessionToken(request.headers.get('Cookie'));
  return token ? findSessionActor(token) : null;
}

/**
 * For /api. Who names a user in `X-User-Id` is answered as that user or not at all, and nobody who has still to replace
 * a temporary password: that is done on its page.
 */
export async function requireApiActor(request: Request): Promise<Actor> {
  const actor = await findActor(request);
  const meant = request.headers.get('X-User-Id');
  if (!actor || (meant !== null && meant !== String(actor.id)))
    throw new DomainError('unauthenticated', 'Authentication required');
  if (actor.mustChangePassword)
    throw new DomainError('forbidden', `Replace the temporary password first, at ${REPLACE_PASSWORD}`, {
      mustChangePassword: true,
    });
  return actor;
}

/** The page that everybody with a temporary password is led to. */
export const REPLACE_PASSWORD = '/auth/password';

/** The path of a page request, also when Remix asks for its data alone. */
export function pagePath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  url.searchParams.delete('index');
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  return path + url.search;
}

/**
 * For pages: sends nobody to sign in, and who has a temporary password to replace it, with the path to come back to. A
 * form that was filled in when the session ended is answered with 401 and what was typed, so that it can be kept across
 * the sign-in.
 */
export async function requireActor(request: Request): Promise<Actor> {
  let actor: Actor | null;
  try {
    actor = await findActor(request);
  } catch (error) {
    throw errorResponse(error);
  }
  if (actor && !actor.mustChangePassword) return actor;
  const known = lookups.getStore();
  // The loaders of the page around the form come after its action: a redirect of theirs would lose what was typed.
  if (known?.tooLate) throw known.tooLate.clone();
  if (request.method === 'GET' || request.method === 'HEAD') {
    const first = actor ? REPLACE_PASSWORD : '/auth';
    throw redirect(`${first}?redirectTo=${encodeURIComponent(pagePath(request))}`);
  }
  const tooLate = Response.json(
    { signedOut: true, path: pagePath(request), draft: await typedFields(request) },
    { status: 401 },
  );
  if (known) known.tooLate = tooLate.clone();
  throw tooLate;
}

async function typedFields(request: Request): Promise<DraftFields> {
  const fields: DraftFields = {};
  const form = await readForm(request.clone());
  const left = notEchoed(form);
  for (const [name, value] of form) {
    if (typeof value === 'string' && !left.has(name)) (fields[name] ??= []).push(value);
  }
  return fields;
}

/** For pages of one role; an admin passes. Others see 'Access Denied'. */
export async function requireRole(request: Request, role: Role): Promise<Actor> {
  const actor = await requireActor(request);
  if (!hasRole(actor, role)) throw Response.json({ accessDenied: role }, { status: 403 });
  return actor;
}

/** For pages: only for whom the table of permissions lets do this. Others see 'Access Denied'. */
export async function requirePage(request: Request, may: May): Promise<Actor> {
  const actor = await requireActor(request);
  requirePermission(actor, may);
  return actor;
}

/** @throws the answer of a page to whoever may not do this. */
export function requirePermission(actor: Actor, may: May): void {
  if (may === 'signed in' || reach(actor, may) !== 'no') return;
  throw Response.json({ accessDenied: leastRole(may) }, { status: 403 });
}
