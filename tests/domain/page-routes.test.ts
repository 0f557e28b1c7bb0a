/** The application finds without Remix which routes a request's path may match. Remix decides which of them it does match. */
import { matchRoutes } from '@remix-run/react';
import { expect, test } from 'vitest';
import { finderOf } from '~/http/server/pages.server';
import { remixRoutes, treeOf, type Route } from '../support/remix-routes';

// The calls of /api are answered before: tests/domain/api-routes.test.ts.
const routes = Object.fromEntries(
  Object.entries(remixRoutes()).filter(([id]) => !id.startsWith('routes/api.')),
);
const all = new Set(Object.keys(routes));

const chosen = (ids: Set<string>, path: string) =>
  matchRoutes(treeOf(routes, ids), path)?.map(({ route, params }) => [route.id, params]);

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
