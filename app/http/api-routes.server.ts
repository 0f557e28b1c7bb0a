/** The JSON calls of the build's resource routes, `app/routes/api.….ts`. */
import type { ServerBuild } from '@remix-run/node';
import type { ApiHandler, ApiRoute } from './call';

type Routes = ServerBuild['routes'];

/** The whole path of a route, such as `/api/tasks/:taskId`. */
export function pathOf(routes: Routes, id: string): string {
  const { parentId, path } = routes[id] ?? {};
  const parent = parentId ? pathOf(routes, parentId) : '';
  return path ? `${parent}/${path}` : parent;
}

/** Only `api()` makes such a loader. */
export const isApiRoute = (routes: Routes, id: string): boolean => {
  const loader = routes[id]?.module.loader;
  return loader !== undefined && 'endpoints' in loader;
};

const NAME = /:(\w+)/g;

/** Sorted by path for the documentation. @throws Error for a path without a parameter that its command takes. */
export function apiRoutes(routes: Routes): ApiRoute[] {
  return Object.keys(routes)
    .filter((id) => isApiRoute(routes, id))
    .map((id) => {
      const { endpoints } = routes[id]?.module.loader as unknown as ApiHandler;
      const path = pathOf(routes, id);
      const named = [...path.matchAll(NAME)].map(([, name = '']) => name).sort();
      for (const [method, { takes }] of Object.entries(endpoints))
        if (takes && [...takes].sort().join() !== named.join())
          throw new Error(`${method} ${path} does not name what its command takes`);
      return { path: path.replaceAll(NAME, '{$1}'), endpoints };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
