/** The calls that there are: those of the routes of the build, and no others. */
import type { ServerBuild } from '@remix-run/node';
import type { ApiHandler, Endpoints } from '~/http/call';

export type ApiRoute = {
  /** As in `/api/tasks/{taskId}`. */
  path: string;
  endpoints: Endpoints;
};

export function apiRoutes({ routes }: Pick<ServerBuild, 'routes'>): ApiRoute[] {
  return Object.keys(routes)
    .flatMap((id) => {
      const loader = routes[id]?.module.loader;
      return isApi(loader) ? [{ path: pathOf(routes, id), endpoints: loader.endpoints }] : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

const isApi = (loader: unknown): loader is ApiHandler =>
  typeof loader === 'function' && 'endpoints' in loader;

function pathOf(routes: ServerBuild['routes'], id: string): string {
  const route = routes[id];
  if (!route) return '';
  const above = route.parentId === undefined ? '' : pathOf(routes, route.parentId);
  return route.path ? `${above}/${route.path.replaceAll(/:(\w+)/g, '{$1}')}` : above;
}
