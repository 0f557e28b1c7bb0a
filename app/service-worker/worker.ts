/**
 * Keeps the driver's page and the program behind it on the phone, so that it opens where there is no line. A bundle of
 * its own: build/service-worker.js. The server puts two names before it: VERSION, and FILES of the build.
 */
import { forgetKeptRoutes } from '../parts/offline/kept-route';

declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string;
declare const FILES: string[];

const CACHE = `parts-dispatch-${VERSION}`;
const ROUTE = '/driver';
/** In milliseconds: after that, the page as it was is better than none. */
const PATIENCE = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

// The page asks for it when its driver has said so: nothing changes under a hand that signs.
self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting();
  if (event.data === 'keep page') event.waitUntil(keepFirstPage());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/build/')) event.respondWith(fromBuild(request));
  else if (request.mode === 'navigate' && isDriverPage(url)) event.respondWith(page(event, url));
});

/** The start of the installed app leads drivers to their page as well. */
const isDriverPage = ({ pathname }: URL) => pathname === '/' || /^\/driver(\/|$)/.test(pathname);

async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await keepFirstPage();
}

async function keepFirstPage(): Promise<void> {
  if (await (await caches.open(CACHE)).match(ROUTE)) return;
  await fetch(ROUTE, { credentials: 'same-origin' })
    .then(keepPage)
    .catch(() => undefined);
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('parts-dispatch-') && name !== CACHE) await caches.delete(name);
  }
}

/** Only as it is for somebody who is signed in. */
async function keepPage(response: Response): Promise<void> {
  const isPage = response.ok && !response.redirected && new URL(response.url).pathname === ROUTE;
  if (isPage) await (await caches.open(CACHE)).put(ROUTE, response);
}

/** Names change with contents: what is kept is right. */
async function fromBuild(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** From the server; where it does not answer in time, as it was kept. */
async function page(event: FetchEvent, url: URL): Promise<Response> {
  const asked = fetch(event.request);
  event.waitUntil(asked.then(forgetIfSignedOut).catch(() => undefined));
  if (url.pathname === ROUTE && url.search === '') {
    const keeping = asked.then((response) => (response.ok ? keepPage(response.clone()) : undefined));
    event.waitUntil(keeping.catch(() => undefined));
  }
  const kept = await (await caches.open(CACHE)).match(ROUTE);
  if (!kept) return asked;
  // What is kept was rendered for one address; another would not fit what it says.
  const known = url.pathname === ROUTE && url.search === '' ? kept : Response.redirect(ROUTE, 302);
  return Promise.race([asked.then(orKept(known)), later(known)]).catch(() => known);
}

/**
 * Once the server knows nobody here, what was kept is not for whoever holds the phone now. A worker is not told where a
 * page was redirected to, so it asks.
 */
async function forgetIfSignedOut({ type, status }: Response): Promise<void> {
  if (type !== 'opaqueredirect' && status !== 401) return;
  const cache = await caches.open(CACHE);
  if (!(await cache.match(ROUTE))) return;
  const answer = await fetch('/api/user', { credentials: 'same-origin' });
  const isOurs = answer.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (answer.status !== 401 || !isOurs) return;
  await cache.delete(ROUTE);
  await forgetKeptRoutes();
}

/** A server that is starting, or a proxy without one, is no answer either. */
const orKept = (known: Response) => (response: Response) => (response.status >= 502 ? known : response);

const later = (response: Response) =>
  new Promise<Response>((resolve) => {
    setTimeout(() => {
      resolve(response);
    }, PATIENCE);
  });
