import { safeRedirect } from 'remix-utils/safe-redirect';

/**
 * A path on this host, or `/`. It is normalized first, as a browser would do it, and what results is checked:
 * `/.//elsewhere` is a path, and `//elsewhere`, which it becomes, is another host.
 * @param extra parameters to add to its query.
 */
export function safePath(path: string, extra: Record<string, string> = {}): string {
  const normal = normalized(path, extra);
  return normal === normalized(normal) ? safeRedirect(normal, '/') : '/';
}

const HERE = 'http://here.invalid';

/** In ASCII, as a header takes it. A backslash or control character, which browsers read in their own way, is refused. */
function normalized(path: string, extra: Record<string, string> = {}): string {
  if (!path.startsWith('/') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, HERE)) return '/';
  const url = new URL(path, HERE);
  if (url.origin !== HERE) return '/';
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
