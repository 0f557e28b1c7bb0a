import { safeRedirect } from 'remix-utils/safe-redirect';

/**
 * A path on this host, or `/`. remix-utils refuses other hosts; a backslash or control character, which browsers read
 * as a slash, is refused here.
 */
export function safePath(path: string): string {
  if (/[\\\p{Cc}]/u.test(path)) return '/';
  const safe = safeRedirect(path, '/');
  // A header takes ASCII; everything else is escaped, as a browser would do it.
  return /^[\x20-\x7e]*$/.test(safe) ? safe : escaped(safe);
}

function escaped(path: string): string {
  const { pathname, search, hash } = new URL(path, 'http://here');
  return pathname + search + hash;
}
