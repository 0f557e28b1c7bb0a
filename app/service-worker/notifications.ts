/** Shows messages that the server has sent through a push service, and opens their pages. */
declare const self: ServiceWorkerGlobalScope;
/** The text of a message that can't be read, by language. */
declare const CHANGED: Record<string, string>;

/** Pages without input fields. */
const START_PAGES = ['/dispatcher', '/driver'];

type Said = { tag: string; text: string; path: string };

/**
 * Always shows a notification, because browsers withdraw the permission otherwise. With its tag, a repeated message
 * replaces the first one.
 */
export async function showNotification(sent: PushMessageData | null): Promise<void> {
  const { tag, text, path } = read(sent);
  await self.registration.showNotification('Parts Dispatch', {
    ...(tag && { tag }),
    body: text ?? (await changedText()),
    icon: '/icons/192.png',
    data: { path: path ?? '/' },
  });
}

/** In the language of the page on the phone, or else the browser's. */
async function changedText(): Promise<string> {
  const page = await caches.match('/driver');
  const language = page?.headers.get('Content-Language') ?? navigator.language.split('-')[0] ?? 'en';
  return CHANGED[language] ?? CHANGED.en ?? '';
}

function read(sent: PushMessageData | null): Partial<Said> {
  try {
    return (sent?.json() ?? {}) as Partial<Said>;
  } catch {
    return {};
  }
}

/**
 * Uses a window that shows the page, or a window with only a start page, because something may be typed in any other.
 */
export async function openPage({ data }: Notification): Promise<void> {
  const { origin } = self.location;
  const sent = new URL((data as Pick<Said, 'path'>).path, origin);
  const { href, pathname } = sent.origin === origin ? sent : new URL('/', origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pathOf = ({ url }: WindowClient) => new URL(url).pathname;
  const there = windows.find((each) => pathOf(each) === pathname);
  if (there) {
    await there.focus();
    return;
  }
  const idle = windows.find((each) => START_PAGES.includes(pathOf(each)));
  const moved = await idle?.navigate(href).catch(() => null);
  if (moved) await moved.focus();
  else await self.clients.openWindow(href);
}
