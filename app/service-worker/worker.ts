/**
 * Caches the driver's page and its files, so that it opens offline, and shows notifications. It is a separate bundle,
 * build/service-worker.js. The server puts constants before it: VERSION, and by language FILES of the build and a text,
 * CHANGED. The cache has the page in one language, and the files of that language.
 */
import { forgetKeptRoutes } from '~/components/offline/database';
import { isSignIn } from '~/components/offline/sign-in-addresses';
import { openPage, showNotification } from './notifications';

declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string;
declare const FILES: Record<string, string[]>;

const CACHE = `parts-dispatch-${VERSION}`;
const ROUTE = '/driver';
/** After this time in milliseconds, the cached page is shown instead. */
const TIMEOUT = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(cacheAll());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

// Activates an update only when the driver asks for it, because a page must not reload while someone signs.
self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting();
  if (event.data === 'keep page') event.waitUntil(cacheFirstPage());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST' && isSignIn(url)) event.respondWith(signIn(request));
  if (request.method !== 'GET') return;
  if (url.pathname.startsWith('/build/')) event.respondWith(fromBuild(request));
  else if (request.mode === 'navigate' && isDriverPage(url)) event.respondWith(page(event, url));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showNotification(event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification));
});

/** The start page of the installed app redirects drivers to their page. */
const isDriverPage = ({ pathname }: URL) => pathname === '/' || /^\/driver(\/|$)/.test(pathname);

async function cacheAll(): Promise<void> {
  await cacheFirstPage();
  // Before someone signs in, the page will probably be in the browser's language.
  if (!(await (await caches.open(CACHE)).match(ROUTE)))
    await cacheFiles(navigator.language.split('-')[0] ?? null);
}

/** Caches the files that a page in this language needs. Those of another language stay until the next version. */
async function cacheFiles(language: string | null): Promise<void> {
  const cache = await caches.open(CACHE);
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const files = FILES[language ?? 'en'] ?? FILES.en ?? [];
  await cache.addAll(files.filter((file) => !stored.has(file)));
}

async function cacheFirstPage(): Promise<void> {
  if (await (await caches.open(CACHE)).match(ROUTE)) return;
  const cachePage = pageCacher();
  await fetch(ROUTE, { credentials: 'same-origin' })
    .then(cachePage)
    .catch(() => undefined);
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('parts-dispatch-') && name !== CACHE) await caches.delete(name);
  }
}

let signIns = 0;

/**
 * Caches the answer to a request that is sent now, unless it is a redirect or someone signs in before it arrives. A
 * redirect means that no one is signed in, and after a sign-in the page may be the former user's.
 */
function pageCacher(): (response: Response) => Promise<void> {
  const before = signIns;
  return async (response) => {
    const isPage = response.ok && !response.redirected && new URL(response.url).pathname === ROUTE;
    if (!isPage) return;
    await cacheFiles(response.headers.get('Content-Language'));
    if (before === signIns) await (await caches.open(CACHE)).put(ROUTE, response);
  };
}

/** Deletes the pages of the former user at a sign-in, even if that user was still signed in. */
async function signIn(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.ok || response.type === 'opaqueredirect') {
    signIns += 1;
    await forgetRoute().catch(() => undefined);
  }
  return response;
}

/** The outbox stays, and is sent when its driver signs in again. */
async function forgetRoute(): Promise<void> {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(ROUTE);
  await forgetKeptRoutes();
}

/** File names contain a hash of the contents, so a cached file is never outdated. */
async function fromBuild(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** The page from the server, or the cached page without an answer in time. */
async function page(event: FetchEvent, url: URL): Promise<Response> {
  const cachePage = pageCacher();
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then(forgetIfSignedOut).catch(() => undefined));
  if (url.pathname === ROUTE && url.search === '') {
    const caching = fetched.then((response) => (response.ok ? cachePage(response.clone()) : undefined));
    event.waitUntil(caching.catch(() => undefined));
  }
  const cached = await (await caches.open(CACHE)).match(ROUTE);
  if (!cached) return fetched;
  // The cached page was rendered for this address only.
  const known = url.pathname === ROUTE && url.search === '' ? cached : Response.redirect(ROUTE, 302);
  return Promise.race([fetched.then(unlessUnavailable(known)), later(known)]).catch(() => known);
}

/**
 * Deletes the cached page after a session has ended, because the phone's next user must not see it. A worker can't see
 * the target of a redirect, so it asks the API.
 */
async function forgetIfSignedOut({ type, status }: Response): Promise<void> {
  if (type !== 'opaqueredirect' && status !== 401) return;
  const cache = await caches.open(CACHE);
  if (!(await cache.match(ROUTE))) return;
  const answer = await fetch('/api/user', { credentials: 'same-origin' });
  const isOurs = answer.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (answer.status !== 401 || !isOurs) return;
  await forgetRoute();
}

/** A proxy answers with 502 to 504 when its server is starting or gone. */
const unlessUnavailable = (known: Response) => (response: Response) =>
  response.status >= 502 ? known : response;

const later = (response: Response) =>
  new Promise<Response>((resolve) => {
    setTimeout(() => {
      resolve(response);
    }, TIMEOUT);
  });
