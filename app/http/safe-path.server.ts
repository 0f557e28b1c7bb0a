import { safeRedirect } from 'remix-utils/safe-redirect';

/**
 * A path on this host, or `/`. It is normalized as a browser would do it before it is checked, because `/.//elsewhere`
 * becomes `//elsewhere`, which is another host.
 * @param extra parameters to add to its query.
 */
export function safePath(path: string, extra: Record<string, string> = {}): string {
  const normal = normalized(path, extra);
  return normal === normalized(normal) ? safeRedirect(normal, '/') : '/';
}

const HERE = 'http://here.invalid';

/** The path in ASCII, for a header. Backslashes and control characters are refused, as browsers interpret them differently. */
function normalized(path: string, extra: Record<string, string> = {}): string {
  if (!path.startsWith('/') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, HERE)) return '/';
  const url = new URL(path, HERE);
  if (url.origin !== HERE) return '/';
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
