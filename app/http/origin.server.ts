/**
 * The origin of a request: client address, scheme and host. Also decides if it comes from this machine or from our own
 * pages.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { bareHost, isLoopbackHost, networkOf, withoutMapping } from '~/domain/platform/ip-address.server';
import { env } from '~/process/env.server';

const trusted = env.TRUST_PROXY === 'on';

/** The value that the nearest proxy has added. It is the last one, after any values of the client. */
function fromProxy(request: IncomingMessage, name: string): string | undefined {
  if (!trusted) return undefined;
  return String(request.headers[name] ?? '')
    .split(',')
    .pop()
    ?.trim();
}

const hasCertificate = env.TLS_CERT !== undefined;

/** The scheme in the browser's address bar; undefined when only a proxy in front knows it. */
function schemeOf(request: IncomingMessage): string | undefined {
  if (env.APP_ORIGIN) return new URL(env.APP_ORIGIN).protocol;
  const scheme = fromProxy(request, 'x-forwarded-proto')?.toLowerCase();
  if (scheme) return `${scheme}:`;
  return hasCertificate ? 'https:' : undefined;
}

/** True when pages are reached by https only. */
export const isHttps = hasCertificate || env.APP_ORIGIN?.startsWith('https:') === true;

/** True for plain http on a port that speaks https. */
export const isPlain = ({ socket }: IncomingMessage) => hasCertificate && !('encrypted' in socket);

/**
 * True when browsers should use nothing but https for this host. A certificate alone is not enough, because browsers
 * would apply the rule to all ports of the host, including `localhost`, and would let no one pass an expired
 * certificate.
 */
export const isStrictlySecure = (request: IncomingMessage) =>
  isSecure(request) && (env.APP_ORIGIN !== undefined || !hasCertificate);

/** True when the browser uses https, to this server or to the proxy in front. */
export const isSecure = (request: IncomingMessage) => schemeOf(request) === 'https:';

/** The host in the browser's address bar. */
export function hostOf(request: IncomingMessage): string {
  if (env.APP_ORIGIN) return new URL(env.APP_ORIGIN).host;
  return (fromProxy(request, 'x-forwarded-host') || (request.headers.host ?? '')).toLowerCase();
}

/** Browsers obey Clear-Site-Data over https and on their own machine only. */
export const canClearBrowser = (request: IncomingMessage) =>
  isSecure(request) || isLoopbackHost(nameOf(hostOf(request)));

/** The origin for links to share, as `https://host`. */
export function publicOrigin(request: Request, { secure }: { secure: boolean }): string {
  if (env.APP_ORIGIN) return new URL(env.APP_ORIGIN).origin;
  return `${secure ? 'https' : 'http'}://${new URL(request.url).host}`;
}

/** The request id of a trusted proxy, which helps to find a request in both logs. */
export function proxyRequestIdOf(request: IncomingMessage): string | undefined {
  const id = fromProxy(request, 'x-request-id');
  return id && /^[\w.:@/+=-]{1,128}$/.test(id) ? id : undefined;
}

const MOST_OF_ONE = 1_000;

/** The connection limit for an address. There is none behind a trusted proxy and, by default, on this machine. */
export function connectionsOf(address: string): number {
  if (trusted) return Infinity;
  return env.CONNECTIONS_PER_ADDRESS ?? (isLoopback(address) ? Infinity : MOST_OF_ONE);
}

const isLoopback = (network: string) => isLoopbackHost(network) || network === networkOf('::1');

export function clientIpOf(request: IncomingMessage): string {
  const forwarded = fromProxy(request, 'x-forwarded-for');
  const address = forwarded && isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? 'unknown');
  return withoutMapping(address);
}

/** True for requests of a page of another origin. Browsers always send one of the two headers. */
export function isCrossSite(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return !isAllowedOrigin(request);
}

/** Compares scheme, host and port exactly. */
export function isAllowedOrigin(request: IncomingMessage): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  const scheme = schemeOf(request);
  return (
    url.origin === origin && url.host === hostOf(request) && (scheme === undefined || url.protocol === scheme)
  );
}

/** Name endings that do not exist in public DNS. */
const PRIVATE = ['local', 'lan', 'home', 'home.arpa', 'internal', 'intranet', 'localdomain', 'corp'];

const own = hostname().toLowerCase();
const [short = own] = own.split('.');
const names = new Set([own, short, ...PRIVATE.map((end) => `${short}.${end}`), env.HOST?.toLowerCase()]);

/**
 * True for APP_ORIGIN, for a host of this machine, and for everything from a trusted proxy. Without APP_ORIGIN other
 * hosts are refused: an attacker's name may resolve to this machine (DNS rebinding), and the attacker's page would then
 * be same-origin.
 */
export function isOwnHost(request: IncomingMessage): boolean {
  if (env.APP_ORIGIN !== undefined || env.TRUST_PROXY === 'on') return true;
  const name = nameOf(hostOf(request));
  if (isLoopbackHost(name) || names.has(name)) return true;
  if (withoutMapping(request.socket.localAddress ?? '') === name) return true;
  return ownAddresses().includes(name);
}

function nameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? bareHost(new URL(url).hostname) : '';
}

/** The message of the refusal. It is for the operator. */
export const notOurs = (request: IncomingMessage) =>
  `Parts Dispatch is not set up for the address ${hostOf(request)}. The operator must set APP_ORIGIN to the address people open, such as APP_ORIGIN=http://${hostOf(request)}, and restart it.`;

/** Empty if the system does not let this process ask for them. */
function ownAddresses(): string[] {
  try {
    return Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  } catch {
    return [];
  }
}
