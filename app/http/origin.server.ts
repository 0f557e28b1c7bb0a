/** Where a request comes from, and whether a browser was sent here by somebody else's page. */
import type { IncomingMessage } from 'node:http';
import { env } from '~/env.server';

const trusted = env.TRUST_PROXY === 'on';

const firstOf = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')[0]
    ?.trim() ?? '';

/** Whether the browser speaks https, to us or to the proxy in front. */
export function isSecure(request: IncomingMessage): boolean {
  if (env.APP_ORIGIN) return env.APP_ORIGIN.startsWith('https:');
  return trusted && firstOf(request.headers['x-forwarded-proto']) === 'https';
}

/** The host that the browser asked for. */
export function hostOf(request: IncomingMessage): string {
  if (env.APP_ORIGIN) return new URL(env.APP_ORIGIN).host;
  return (trusted && firstOf(request.headers['x-forwarded-host'])) || (request.headers.host ?? '');
}

export function clientIpOf(request: IncomingMessage): string {
  return (
    (trusted && firstOf(request.headers['x-forwarded-for'])) || (request.socket.remoteAddress ?? 'unknown')
  );
}

/** A page of another origin. A request with neither header does not come from a browser's page. */
export function isCrossSite(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return !isAllowedOrigin(request);
}

/** Compares exactly: a prefix or another port is another origin. */
export function isAllowedOrigin(request: IncomingMessage): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (env.APP_ORIGIN) return origin === new URL(env.APP_ORIGIN).origin;
  // Without APP_ORIGIN the scheme in front of a proxy is not known here; the host is.
  return URL.canParse(origin) && new URL(origin).host === hostOf(request);
}
