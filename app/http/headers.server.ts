/** The headers that every answer carries. */
import { env } from '~/env.server';

export function securityHeaders(options: { secure: boolean }): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Map keys are bound to the referrer; no-referrer would break them.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(self), camera=(self), microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    ...(options.secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** For pages: only scripts and styles with this page's nonce. The socket's origin is written out for older Safari. */
export function pagePolicy({
  nonce,
  host,
  secure,
}: {
  nonce: string;
  host: string;
  secure: boolean;
}): string {
  const tiles =
    env.MAP_TILE_URL && URL.canParse(env.MAP_TILE_URL) ? ` ${new URL(env.MAP_TILE_URL).origin}` : '';
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tiles}`,
    `connect-src 'self' ${secure ? 'wss' : 'ws'}://${host}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For what is not a page: nothing in it may run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
