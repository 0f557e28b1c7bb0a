/** Redirects, which may put a message for the next page into a cookie, and a check for safe redirect paths. */
import { createCookie, redirect } from '@remix-run/node';
import { randomUUID } from 'node:crypto';
import { safeRedirect } from 'remix-utils/safe-redirect';
import * as z from 'zod/v4';
import { isHttps } from './origin.server';
import { signingSecret } from '~/process/secret.server';

const cookie = createCookie('flash', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: isHttps,
  maxAge: 60,
  secrets: [signingSecret()],
});

const Toast = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  tone: z.enum(['default', 'destructive']).optional(),
  /** The message stays until it is closed. */
  stays: z.boolean().optional(),
  /** A link in a message that stays. */
  link: z.object({ label: z.string(), to: z.string() }).optional(),
  /** A button that posts a form. It is offered for some seconds. */
  offer: z
    .object({
      label: z.string(),
      action: z.string(),
      fields: z.record(z.string(), z.string()),
      seconds: z.number(),
    })
    .optional(),
});
export type FlashToast = z.output<typeof Toast>;
export type NewToast = Omit<FlashToast, 'id'>;

/** The message for this page, if any, and headers that delete it. */
export async function readToast(request: Request): Promise<{ toast: FlashToast | null; headers: Headers }> {
  const headers = new Headers();
  const parsed = Toast.safeParse(await cookie.parse(request.headers.get('Cookie')));
  if (!parsed.success) return { toast: null, headers };
  headers.append('Set-Cookie', await cookie.serialize('', { maxAge: 0 }));
  return { toast: parsed.data, headers };
}

export async function toastCookie(toast: NewToast): Promise<string> {
  return cookie.serialize({ ...toast, id: randomUUID() });
}

export async function redirectWithToast(url: string, toast: NewToast, init: { headers?: Headers } = {}) {
  const headers = new Headers(init.headers);
  headers.append('Set-Cookie', await toastCookie(toast));
  return redirect(url, { headers });
}

/**
 * A path on this host, or `/`. It is normalized like in a browser before it is checked, because `/.//elsewhere` becomes
 * `//elsewhere`, which is another host.
 * @param extra parameters to add to its query.
 */
export function safePath(path: string, extra: Record<string, string> = {}): string {
  const normal = normalized(path, extra);
  return normal === normalized(normal) ? safeRedirect(normal, '/') : '/';
}

/** The page that a form of several pages was sent from. */
export function backIn(form: FormData): string {
  const back = form.get('back');
  return safePath(typeof back === 'string' ? back : '/dispatcher');
}

const HERE = 'http://here.invalid';

/**
 * The path in ASCII, for a header. Backslashes and control characters are refused, because browsers interpret them
 * differently.
 */
function normalized(path: string, extra: Record<string, string> = {}): string {
  if (!path.startsWith('/') || /[\\\p{Cc}]/u.test(path) || !URL.canParse(path, HERE)) return '/';
  const url = new URL(path, HERE);
  if (url.origin !== HERE) return '/';
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
