/**
 * Pages and their data, answered by Remix. For each request, Remix flattens, ranks and compiles all its routes three
 * times. So each set of matching routes gets its own handler, which is made once.
 */
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import { BoundedMap } from '~/lib/bounded-map';
import type { CacheBy } from './adapter.server';
import { cachedResponse, responseCache } from '~/http/response-cache.server';
import { withVersions } from '~/http/session.server';

type Answer = ReturnType<typeof createRequestHandler>;
/** A route's whole path in words, and the ids of the route and its parents. */
type Branch = { words: string[]; ids: string[] };

/** The limit for pairs of a path and a route whose loader keeps its data. */
const MOST_KNOWN = 1_000;

export function createPages(build: ServerBuild): Answer {
  const cachingRoutes = new BoundedMap<string, true>(MOST_KNOWN);
  const find = finderOf(build.routes);
  const made = new Map<string, Answer>();
  const answer: Answer = (request, context) => {
    const ids = find(new URL(request.url).pathname);
    const key = [...ids].join();
    const handler = made.get(key) ?? createRequestHandler(partOf(build, ids), 'production');
    made.set(key, handler);
    return handler(request, context);
  };
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    const only = searchParams.get('_routes');
    const isOne = request.method === 'GET' && pathname.endsWith('.data') && only && !only.includes(',');
    if (!isOne) return answer(request, context);
    const routeKey = `${pathname} ${only}`;
    const route = build.routes[only];
    if (route && cachingRoutes.get(routeKey)) {
      const part = () => partOf(build, find(pathname));
      return answerKnown(answer, part, route, request, context);
    }
    const cacheBy: CacheBy = {};
    const first = await answer(request, { ...context, cacheBy } as AppLoadContext);
    if (cacheBy.version === undefined || first.status !== 200) return first;
    const known = { id: only, key: cacheBy.key, version: cacheBy.version };
    // Without Remix, a loader gets no parameters of the path.
    if (!only.includes('$')) cachingRoutes.set(routeKey, true);
    return answerCached(answer, known, request, context);
  };
}

type Route = ServerBuild['routes'][string];

/** Answers a path that is known to lead to this route. It calls the loader without Remix, which is faster. */
async function answerKnown(
  answer: Answer,
  part: () => ServerBuild,
  route: Route,
  request: Request,
  context?: AppLoadContext,
): Promise<Response> {
  const cacheBy: CacheBy = {};
  withVersions();
  const args = { request, params: {}, context: { ...context, cacheBy } as AppLoadContext };
  const result = Promise.resolve(route.module.loader?.(args));
  const loader = () => result;
  await result.catch(() => undefined);
  const { key, version } = cacheBy;
  if (version !== undefined) return answerCached(answer, { id: route.id, key, version }, request, context);
  // The data is for this request alone, or it is a refusal, so Remix makes the answer.
  const build = part();
  const routes = { ...build.routes, [route.id]: { ...route, module: { ...route.module, loader } } };
  return createRequestHandler({ ...build, routes }, 'production')(request, context);
}

/** The data of one route, which is the same for all requests with this key. It is printed once for all of them. */
async function answerCached(
  answer: Answer,
  { id, key = '', version }: { id: string; key: string | undefined; version: number },
  request: Request,
  context?: AppLoadContext,
): Promise<Response> {
  const print = async () => {
    // Uses a new request, because others wait for this answer and must get it even if this client disconnects.
    const { status, body } = await answer(new Request(request.url, { headers: request.headers }), context);
    if (status !== 200) throw new NotCacheable();
    return new Response(body).text();
  };
  try {
    const body = await responseCache.getOrMake(`${id} ${key}`, version, print);
    return await cachedResponse(request, body, DATA);
  } catch (error) {
    if (!(error instanceof NotCacheable)) throw error;
    return answer(request, context);
  }
}

class NotCacheable extends Error {}

/** The headers of Remix's own answers. */
const DATA = { 'Content-Type': 'text/x-script', 'X-Remix-Response': 'yes' };

type Routes = Record<string, Pick<ServerBuild['routes'][string], 'id' | 'parentId' | 'path'>>;

/** @returns a function that finds the ids of the routes that a path may match, and of their parents. */
export function finderOf(routes: Routes): (path: string) => Set<string> {
  const branches = Object.keys(routes).map((id) => branchOf(routes, id));
  return (path) => {
    const sent = isPlain(path) ? wordsOf(path) : null;
    const found = sent ? branches.filter(({ words }) => mayMatch(words, sent)) : branches;
    return new Set(found.flatMap(({ ids }) => ids));
  };
}

function branchOf(routes: Routes, id: string): Branch {
  const words: string[] = [];
  const ids: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
    ids.push(route.id);
    words.unshift(...(route.path ?? '').split('/').filter(Boolean));
  }
  return { words, ids };
}

/**
 * True for paths that Remix neither decodes nor compares in another spelling. For other paths Remix gets all routes.
 */
const isPlain = (path: string) => /^\/[a-z0-9._/-]*$/.test(path);

const wordsOf = (path: string) =>
  path
    .replace(/\.data$/, '')
    .replace(/^\/_root$/, '/')
    .split('/')
    .filter(Boolean);

/** True for every route that Remix may choose, and for some that it rejects later. */
function mayMatch(words: string[], sent: string[]): boolean {
  const rest = words.indexOf('*');
  const fixed = rest === -1 ? words : words.slice(0, rest);
  if (rest === -1 ? words.length !== sent.length : fixed.length > sent.length) return false;
  return fixed.every((word, index) => word.startsWith(':') || word.toLowerCase() === sent[index]);
}

const partOf = (build: ServerBuild, ids: Set<string>): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(Object.entries(build.routes).filter(([id]) => ids.has(id))),
});
