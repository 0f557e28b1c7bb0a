/** The headers of every answer. */
import { env } from '~/process/env.server';

/** For answers that are not pages. Nothing in them may run. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Addresses with this prefix are secret. Requests from such a page must not reveal its address to other servers' logs.
 */
const SECRET = /^\/p\//i;

export function securityHeaders(options: { isStrict: boolean; path: string }): Record<string, string> {
  return {
    'Content-Security-Policy': DATA_POLICY,
    'X-Content-Type-Options': 'nosniff',
    // Google checks keys by the referrer, so it must be sent.
    'Referrer-Policy': SECRET.test(options.path) ? 'strict-origin' : 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(self), camera=(), microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    ...(options.isStrict && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The sources that Google Maps needs besides a nonce. */
const GOOGLE = {
  script: ["'unsafe-eval'", 'blob:'],
  style: ['https://fonts.googleapis.com'],
  img: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'https://*.ggpht.com'],
  connect: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'data:', 'blob:'],
  font: ['https://fonts.gstatic.com'],
  frame: ['https://*.google.com'],
};
const NO_MAPS: typeof GOOGLE = { script: [], style: [], img: [], connect: [], font: [], frame: [] };

/** The origin of the map tiles; `{s}` in it stands for one of several hosts. */
function tileHost(): string[] {
  const pattern = env.MAP_TILE_URL?.replace(/\{[a-z]+\}(?=[^/]*\.)/, '*');
  const origin = /^https?:\/\/[\w.*-]+(:\d+)?(?=\/)/.exec(pattern ?? '')?.[0];
  return origin ? [origin] : [];
}

type Page = { nonce: string; host: string; secure: boolean };

/**
 * The policy of a page: only scripts and styles with its nonce. Older versions of Safari need the socket's full origin.
 */
export function pagePolicy({ nonce, host, secure }: Page): string {
  const maps = env.GOOGLE_MAPS_API_KEY ? GOOGLE : NO_MAPS;
  const directives = {
    'default-src': ["'self'"],
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...maps.script],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...maps.style],
    'img-src': ["'self'", 'data:', 'blob:', ...tileHost(), ...maps.img],
    'connect-src': ["'self'", `${secure ? 'wss' : 'ws'}://${host}`, ...maps.connect],
    'font-src': ["'self'", ...maps.font],
    'frame-src': maps.frame.length > 0 ? maps.frame : ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
