/** The routes as Remix's compiler reads them from the names of the files, and what Remix chooses among them. */
import type { matchRoutes } from '@remix-run/react';
import { execFileSync } from 'node:child_process';

type Tree = Parameters<typeof matchRoutes>[0];

export type Route = { id: string; parentId?: string; path?: string; index?: boolean };

type Printed = Omit<Route, 'parentId'> & { children?: Printed[] };

const flat = (printed: Printed[], parentId?: string): Route[] =>
  printed.flatMap(({ children = [], ...route }) => [
    { ...route, ...(parentId !== undefined && { parentId }) },
    ...flat(children, route.id),
  ]);

export function remixRoutes(): Record<string, Route> {
  const printed = execFileSync('node_modules/.bin/remix', ['routes', '--json'], { encoding: 'utf8' });
  return Object.fromEntries(flat(JSON.parse(printed) as Printed[]).map((route) => [route.id, route]));
}

/** Nests the routes as Remix does. */
export const treeOf = (
  routes: Record<string, Route>,
  ids = new Set(Object.keys(routes)),
  parent?: string,
): Tree =>
  Object.values(routes)
    .filter((route) => ids.has(route.id) && route.parentId === parent)
    .map(({ id, path, index }) => {
      const children = treeOf(routes, ids, id);
      return index
        ? { id, path, index: true as const }
        : { id, path, ...(children.length > 0 && { children }) };
    });
