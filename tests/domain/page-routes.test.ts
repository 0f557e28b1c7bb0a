/** The application finds without Remix which routes a request's path may match. Remix decides which of them it does match. */
import { matchRoutes } from '@remix-run/react';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { finderOf } from '~/http/server/pages.server';

type Tree = Parameters<typeof matchRoutes>[0];

type Route = { id: string; parentId?: string; path?: string; index?: boolean };

type Printed = Omit<Route, 'parentId'> & { children?: Printed[] };

const flat = (printed: Printed[], parentId?: string): Route[] =>
  printed.flatMap(({ children = [], ...route }) => [
    { ...route, ...(parentId !== undefined && { parentId }) },
    ...flat(children, route.id),
  ]);

const printed = execFileSync('node_modules/.bin/remix', ['routes', '--json'], { encoding: 'utf8' });
const routes = Object.fromEntries(flat(JSON.parse(printed) as Printed[]).map((route) => [route.id, route]));
const all = new Set(Object.keys(routes));

/** Nests the routes as Remix does. */
const treeOf = (ids: Set<string>, parent?: string): Tree =>
  Object.values(routes)
    .filter((route) => ids.has(route.id) && route.parentId === parent)
    .map(({ id, path, index }) => {
      const children = treeOf(ids, id);
      return index
        ? { id, path, index: true as const }
        : { id, path, ...(children.length > 0 && { children }) };
    });

const chosen = (ids: Set<string>, path: string) =>
  matchRoutes(treeOf(ids), path)?.map(({ route, params }) => [route.id, params]);

const find = finderOf(routes);

test('among the routes found for a path, Remix chooses the one it would choose among all', () => {
  const pathOf = (route: Route | undefined): string =>
    route ? `${pathOf(routes[route.parentId ?? ''])}/${route.path ?? ''}` : '';
  const known = Object.values(routes).map((route) =>
    pathOf(route)
      .replace(/\/{2,}/g, '/')
      .replace(/:\w+/g, '7')
      .replace('*', 'no/such/page'),
  );
  const spelled = known.flatMap((path) => [path, `${path}/`, `${path}/more`, path.toUpperCase(), `/${path}`]);
  const others = ['/', '//', '/accounts/nobody', '/dispatcher/%74asks/new', '/p/a.b', '/p/%2e', '/é'];
  for (const path of [...spelled, ...others])
    expect([path, chosen(find(path), path)]).toEqual([path, chosen(all, path)]);
  expect(find('/dispatcher.data')).toEqual(find('/dispatcher'));
  expect(find('/_root.data')).toEqual(find('/'));
  expect(find('/dispatcher').size).toBeLessThan(6);
});
