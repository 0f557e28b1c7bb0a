/** The session cookie, and the guards that all loaders and actions call. */
import { redirect, redirectDocument } from '@remix-run/node';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Actor } from '~/domain/kernel/actor';
import type { May } from '~/domain/kernel/command.server';
import type { DraftFields } from '~/domain/platform/drafts.server';
import { DomainError } from '~/domain/kernel/errors';
import { isKey, type Earlier } from '~/domain/platform/idempotency.server';
import { SESSION_DAYS } from '~/domain/kernel/limits';
import { leastRole, may as mayDo } from '~/domain/kernel/permissions';
import {
  closeSession,
  findSessionCaller,
  findTokenCaller,
  openSession,
  type Arrival,
  type Caller,
} from '~/domain/network/users/sessions.server';
import { withBrowserOf } from '~/domain/network/users/sign-in.server';
import { readForm, notEchoed } from './body.server';
import { errorResponse } from './errors.server';
import { acceptedBy, languageOf } from './language.server';
import { CLEAR_LOGOUT_COOKIE, LOGOUT_COOKIE } from './logout-cookie';
import { REPLICA_TOO_LATE_MS } from '~/lib/time-limits';
import { BoundedMap } from '~/lib/bounded-map';
import type { Client as QueueClient } from '~/lib/fair-queue';
import { PEOPLE, SCRIPTS } from './request-queue.server';
import { say } from '~/domain/kernel/sentence';
import { readIn } from '~/words/spoken.server';
import { roles } from '~/words/en/roles';

const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** The session token of a Cookie header; null after a logout without a connection. */
export const sessionToken = (cookies: string | null | undefined): string | null =>
  hasLogoutCookie(cookies) ? null : (tokensIn(cookies)[0] ?? null);

/** True when the browser still sends the token of a session. For requests without a valid session. */
export const hasEnded = (request: Request) => sessionToken(request.headers.get('Cookie')) !== null;

/** The cookie's name on https. Neither a sibling host nor plain http can set a cookie with this prefix. */
const BOUND = '__Host-session';
const FREE = 'session';

/**
 * The tokens that a browser sends, the most trusted first. A sibling host can set the cookie without the prefix. So
 * tokens made for https are longer, and are not accepted under that name.
 */
function tokensIn(cookies: string | null | undefined): string[] {
  const bound = /(?:^|;\s*)__Host-session=([\w-]{20,100})(?:;|$)/.exec(cookies ?? '')?.[1];
  const free = /(?:^|;\s*)session=([\w-]{20,43})(?:;|$)/.exec(cookies ?? '')?.[1];
  return [bound, free].filter((token) => token !== undefined);
}

/**
 * True after a logout without a connection, when the page has set this cookie itself (see logout-cookie.ts). The
 * session cookie beside it is then invalid, and the next request of the sign-in page ends the session.
 */
export const hasLogoutCookie = (cookies: string | null | undefined) =>
  (cookies ?? '').split(/;\s*/).includes(LOGOUT_COOKIE);

/** @param maxAge in seconds. Without it the cookie ends with the browser session. */
function setCookie(value: string, secure: boolean, maxAge?: number, name = secure ? BOUND : FREE): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (secure) parts.push('Secure');
  if (maxAge !== undefined) parts.push(`Max-Age=${String(maxAge)}`);
  return parts.join('; ');
}

/** Deletes the session cookie under both names. */
const forget = (secure: boolean): string[] =>
  (secure ? [BOUND, FREE] : [FREE]).map((name) => setCookie('', secure, 0, name));

const KNOWN_BROWSER = 'known-browser';
const KNOWN_FOR_DAYS = 180;

/** The origin of a sign-in: the client's address, and the cookie that names earlier users of the browser. */
export const whereFrom = (request: Request, { clientIp, secure }: Client) => ({
  ip: clientIp,
  browserCookie: browserCookieIn(request.headers.get('Cookie'), secure),
});

const browserCookieIn = (cookies: string | null, secure: boolean): string | null =>
  cookieIn(cookies, `${secure ? '__Host-' : ''}${KNOWN_BROWSER}`, /^[\w.~-]{1,600}$/);

/** @returns null if there is no cookie of this name, or its value has another shape. */
function cookieIn(cookies: string | null, name: string, shape: RegExp): string | null {
  const cookie = cookies?.split(/;\s*/).find((each) => each.startsWith(`${name}=`));
  const value = cookie?.slice(name.length + 1);
  return value !== undefined && shape.test(value) ? value : null;
}

const REMEMBER = 'remember-login';

/** Keeps the choice of Remember me for the browser's next sign-in. */
export const rememberCookie = (remember: boolean, secure: boolean): string =>
  setCookie(remember ? 'yes' : 'no', secure, KNOWN_FOR_DAYS * 24 * 60 * 60, REMEMBER);

/** False when the last person who signed in at this browser did not want to be remembered. */
export const remembersLogin = ({ headers }: Request): boolean =>
  !(headers.get('Cookie') ?? '').split(/;\s*/).includes(`${REMEMBER}=no`);

const LINK_BROWSER = 'link-browser';
const LINK_SECONDS = 24 * 60 * 60;
const linkBrowserName = (secure: boolean) => `${secure ? '__Host-' : ''}${LINK_BROWSER}`;

/** The secret of the browser that `linkBrowserCookie` has set; null before. */
export const linkBrowserIn = ({ headers }: Request, secure: boolean): string | null =>
  cookieIn(headers.get('Cookie'), linkBrowserName(secure), /^[\w-]{22}$/);

/** Recognizes the browser that used a sign-in link, while the link lasts. */
export const linkBrowserCookie = (browser: string, secure: boolean): string =>
  setCookie(browser, secure, LINK_SECONDS, linkBrowserName(secure));

const WROTE = 'wrote';

/** Marks a browser that has just written: until the cookie ends, a replica may not have it. */
export const justWritten = (secure: boolean): string =>
  setCookie('1', secure, REPLICA_TOO_LATE_MS / 1_000, WROTE);

/** True also for every script, because scripts keep no cookies. */
export const hasJustWritten = ({ headers }: IncomingMessage): boolean =>
  headers.authorization !== undefined || (headers.cookie ?? '').split(/;\s*/).includes(`${WROTE}=1`);

/** Facts about the client that commands may need. */
export const clientOf = ({ request, context }: { request: Request; context: Pick<Client, 'clientIp'> }) => ({
  ip: context.clientIp,
  sessionToken: sessionToken(request.headers.get('Cookie')),
  language: acceptedBy(request.headers),
});

type Client = { clientIp: string; secure: boolean };

/** Opens a session and ends the browser's previous one. @returns the Set-Cookie values. */
export async function startSession(request: Request, client: Client, arrival: Arrival, remember: boolean) {
  const cookies = request.headers.get('Cookie');
  for (const previous of tokensIn(cookies)) await closeSession(previous);
  const token = await openSession(arrival, remember, {
    ip: client.clientIp,
    userAgent: request.headers.get('User-Agent'),
    bound: client.secure,
  });
  const session = setCookie(token, client.secure, remember ? SESSION_SECONDS : undefined);
  const former = client.secure ? [setCookie('', true, 0, FREE)] : [];
  const browser = setCookie(
    withBrowserOf(browserCookieIn(cookies, client.secure), arrival),
    client.secure,
    KNOWN_FOR_DAYS * 24 * 60 * 60,
    `${client.secure ? '__Host-' : ''}${KNOWN_BROWSER}`,
  );
  return [session, ...former, browser, ...(hasLogoutCookie(cookies) ? [CLEAR_LOGOUT_COOKIE] : [])];
}

/** Ends the session, if any. @returns the Set-Cookie values, even when the database is down. */
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

/** Clears the browser's cache after a logout, because the next user must not see it. */
export const FORGET_CACHE = { 'Clear-Site-Data': '"cache"' };

type Lookup = {
  caller?: Promise<Caller | null>;
  withVersions?: true;
  /** The answer to a form that was sent after its session had ended. */
  tooLate?: Response;
};
const lookups = new AsyncLocalStorage<Lookup>();

/** Within `answer`, all loaders share one lookup of the session. */
export const lookingUpOnce = <Answer>(answer: () => Answer): Answer => lookups.run({}, answer);

/**
 * For a read that needs the version of lists right after its session. If the session is not looked up yet, one
 * statement reads both.
 */
export function withVersions(): void {
  const known = lookups.getStore();
  if (known) known.withVersions = true;
}

/** The user of the cookie or API token; null without a valid one. From then on, texts are in the user's language. */
export async function findActor(request: Pick<Request, 'headers'>): Promise<Actor | null> {
  const actor = (await findCaller(request))?.actor ?? null;
  if (actor) readIn(languageOf(actor, request.headers));
  return actor;
}

/** The earlier answer to the request's Idempotency-Key, as found with the session. */
export const findEarlier = async (request: Pick<Request, 'headers'>): Promise<Earlier | null> =>
  (await findCaller(request))?.earlier ?? null;

function findCaller(request: Pick<Request, 'headers'>): Promise<Caller | null> {
  const known = lookups.getStore();
  if (!known) return lookUp(request);
  return (known.caller ??= lookUp(request));
}

async function lookUp({ headers }: Pick<Request, 'headers'>): Promise<Caller | null> {
  const sent = headers.get('Idempotency-Key');
  const key = sent !== null && isKey(sent) ? sent : null;
  const also = { key, versions: lookups.getStore()?.withVersions === true };
  const bearer = /^Bearer\b *(.*)$/i.exec(headers.get('Authorization') ?? '')?.[1];
  // A cookie beside a token is ignored, because the origin of requests with a token is not checked.
  if (bearer !== undefined) return /^[\w-]{20,100}$/.test(bearer) ? findTokenCaller(bearer, also) : null;
  const token = sessionToken(headers.get('Cookie'));
  return token ? findSessionCaller(token, also) : null;
}

/**
 * For /api. With `X-User-Id`, a request must come from that user. Users with a temporary password are refused until
 * they have replaced it on its page.
 */
export async function requireApiActor(request: Request): Promise<Actor> {
  const actor = await findActor(request);
  const meant = request.headers.get('X-User-Id');
  if (!actor || (meant !== null && meant !== String(actor.id)))
    throw new DomainError('unauthenticated', say('signInFirst'));
  if (actor.mustChangePassword)
    throw new DomainError('forbidden', say('passwordIsTemporary', { path: REPLACE_PASSWORD }), {
      mustChangePassword: true,
    });
  return actor;
}

/** The page that replaces a temporary password. */
const REPLACE_PASSWORD = '/auth/password';

/** The path of the page, even for Remix's data requests. */
export function pagePath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete('_routes');
  url.searchParams.delete('index');
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  return path + url.search;
}

/**
 * For pages. Redirects to the sign-in page, or to the page that replaces a temporary password, with the path to return
 * to. A form that is sent after its session has ended gets a 401 with its input, which is kept across the sign-in.
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
  // Loaders run after the action, and their redirect would lose the input.
  if (known?.tooLate) throw known.tooLate.clone();
  if (request.method === 'GET' || request.method === 'HEAD') {
    const search = `?redirectTo=${encodeURIComponent(pagePath(request))}`;
    // The sign-in page works without React, so browsers load it as a document.
    throw actor ? redirect(REPLACE_PASSWORD + search) : redirectDocument(`/auth${search}`);
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

/** For pages. People without the permission see 'Access Denied'. */
export async function requirePage(request: Request, may: May): Promise<Actor> {
  const actor = await requireActor(request);
  requirePermission(actor, may);
  return actor;
}

/** @throws the 'Access Denied' answer for people without the permission. */
export function requirePermission(actor: Actor, may: May): void {
  if (may === 'signed in' || mayDo(actor, may)) return;
  throw Response.json({ accessDenied: roles[leastRole(may)] }, { status: 403 });
}

const MOST_KNOWN = 10_000;

// Contains only credentials that were valid once, because invented ones would be a new sender each time.
const known = new BoundedMap<string, number>(MOST_KNOWN);

const tokenOf = ({ headers }: IncomingMessage) =>
  /^Bearer +([\w-]{20,100})$/i.exec(headers.authorization ?? '')?.[1];

export function queueClientOf(request: IncomingMessage, address: string): QueueClient {
  const token = tokenOf(request);
  const userId = known.get(token ?? sessionToken(request.headers.cookie) ?? '');
  const rank = token === undefined ? PEOPLE : SCRIPTS;
  if (userId === undefined) return { key: address, rank };
  return { key: `${token === undefined ? 'person' : 'script'} ${String(userId)}`, rank };
}

/** Remembers the user of a valid cookie or token. */
export function rememberClient(request: IncomingMessage, userId: number): void {
  const credential = tokenOf(request) ?? sessionToken(request.headers.cookie);
  if (credential === null) return;
  known.set(credential, userId);
}
