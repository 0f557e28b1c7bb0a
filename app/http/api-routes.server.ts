/** The JSON calls of the build's resource routes, `app/routes/api.….ts`. */
import type { ServerBuild } from '@remix-run/node';
import type { ApiHandler, ApiRoute, Handler } from './call';

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

/** Sorted by path for the documentation. */
export function apiRoutes(routes: Routes): ApiRoute[] {
  return Object.keys(routes)
    .filter((id) => isApiRoute(routes, id))
    .map((id) => {
      const { endpoints } = routes[id]?.module.loader as unknown as ApiHandler;
      const path = pathOf(routes, id);
      const named = [...path.matchAll(NAME)].map(([, name = '']) => name);
      for (const [method, { takes }] of Object.entries(endpoints))
        if (takes && takes.sort().join() !== named.sort().join())
          throw new Error(`${method} ${path} does not name what its command takes`);
      return { path: path.replaceAll(NAME, '{$1}'), endpoints };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

type FoundCall = { loader: Handler; action: Handler; params: Record<string, string> };
type Pattern = { parts: string[]; names: string[]; module: Pick<FoundCall, 'loader' | 'action'> };

/**
 * Finds the route of a call as Remix would, without Remix: its handler would copy the request and its body, and compile
 * its routes for each request.
 */
export function callFinder(routes: Routes): (path: string) => FoundCall | null {
  const byLength = new Map<number, Pattern[]>();
  for (const id of Object.keys(routes).filter((each) => isApiRoute(routes, each))) {
    const path = pathOf(routes, id);
    const parts = path.split('/').map((part) => (part.startsWith(':') ? part : part.toLowerCase()));
    const names = [...path.matchAll(NAME)].map(([, name = '']) => name);
    const module = routes[id]?.module as unknown as Pattern['module'];
    byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), { parts, names, module }]);
  }
  // Paths with fewer parameters come first, so that a parameter does not match a fixed word.
  for (const patterns of byLength.values()) patterns.sort((a, b) => a.names.length - b.names.length);
  return (path) => {
    const sent = path.replace(/\/$/, '').split('/');
    const words = sent.map((word) => word.toLowerCase());
    const found = byLength.get(sent.length)?.find(({ parts }) => isSamePath(parts, words));
    if (!found) return null;
    const values = sent.filter((_, index) => found.parts[index]?.startsWith(':'));
    const params = found.names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]);
    return { ...found.module, params: Object.fromEntries(params) as Record<string, string> };
  };
}

const isSamePath = (parts: string[], words: string[]) =>
  parts.every((part, index) => (part.startsWith(':') ? words[index] !== '' : part === words[index]));
