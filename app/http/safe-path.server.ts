import { safeRedirect } from 'remix-utils/safe-redirect';

/**
 * A path on this host, or `/`. remix-utils refuses other hosts; a backslash or control character, which browsers read
 * as a slash, is refused here.
 */
export function safePath(path: string): string {
  if (/[\\\p{Cc}]/u.test(path)) return '/';
  return safeRedirect(path, '/');
}
