/**
 * Pages and their data, answered by Remix. For each request, Remix flattens, ranks and compiles all its routes three
 * times. So each set of matching routes gets its own handler, which is made once.
 */
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { isApiRoute } from '~/http/api-routes.server';

type Answer = ReturnType<typeof createRequestHandler>;
/** A route's whole path in words, and the ids of the route and its parents. */
type Branch = { words: string[]; ids: string[] };

export function createPages(build: ServerBuild): Answer {
  const { routes: all } = build;
  const find = finderOf(Object.fromEntries(Object.entries(all).filter(([id]) => !isApiRoute(all, id))));
  const made = new Map<string, Answer>();
  return (request, context) => {
    const ids = find(new URL(request.url).pathname);
    const key = [...ids].join();
    const handler = made.get(key) ?? createRequestHandler(partOf(build, ids), 'production');
    made.set(key, handler);
    return handler(request, context);
  };
}

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
