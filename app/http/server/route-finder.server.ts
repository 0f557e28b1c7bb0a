/**
 * From a path to its route, by a map that is made once. The handler calls what it finds itself: on a shared machine,
 * Remix's own handler takes 2 to 7 times the processor time of a whole JSON call, because for each request it flattens,
 * ranks and compiles all routes and copies the body. Finding a route takes 1 µs here, and 160 to 545 µs with
 * `matchRoutes` (decision 81). tests/domain/api-routes.test.ts compares the choices of both.
 */
import type { ServerBuild } from '@remix-run/node';
import { isApiRoute, pathOf } from '~/http/api-routes.server';
import type { ApiHandler } from '~/http/call';

/** The parameters are as they were sent. */
type Found<Value> = { value: Value; params: Record<string, string> };
type Pattern<Value> = { parts: string[]; value: Value };

const isParameter = (part = '') => part.startsWith(':');
const parameters = ({ parts }: Pattern<unknown>) => parts.filter(isParameter).length;

/** @param routes paths such as `/api/tasks/:taskId`, and what is found by them. */
export function routeFinder<Value>(routes: [path: string, value: Value][]) {
  const byLength = new Map<number, Pattern<Value>[]>();
  for (const [path, value] of routes) {
    const parts = path.split('/').map((part) => (isParameter(part) ? part : part.toLowerCase()));
    byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), { parts, value }]);
  }
  // A parameter must not match where another path has a fixed word.
  for (const patterns of byLength.values()) patterns.sort((a, b) => parameters(a) - parameters(b));
  return (path: string): Found<Value> | null => {
    const sent = path.replace(/\/$/, '').split('/');
    const words = sent.map((word) => word.toLowerCase());
    const found = byLength.get(sent.length)?.find(({ parts }) => isSamePath(parts, words));
    if (!found) return null;
    const params: Record<string, string> = {};
    for (const [index, part] of found.parts.entries())
      if (isParameter(part)) params[part.slice(1)] = sent[index] ?? '';
    return { value: found.value, params };
  };
}

const isSamePath = (parts: string[], words: string[]) =>
  parts.every((part, index) => (isParameter(part) ? words[index] !== '' : part === words[index]));

type ApiModule = { loader: ApiHandler; action: ApiHandler };
export type FoundCall = ApiModule & { params: Record<string, string> };

/** Finds the module of a JSON call and the parameters of its path, which can be decoded (./gate.server.ts). */
export function callFinder(routes: ServerBuild['routes']) {
  const find = routeFinder(
    Object.keys(routes)
      .filter((id) => isApiRoute(routes, id))
      .map((id) => [pathOf(routes, id), routes[id]?.module as unknown as ApiModule]),
  );
  return (path: string): FoundCall | null => {
    const found = find(path);
    if (!found) return null;
    const params = Object.entries(found.params).map(([name, sent]) => [name, decodeURIComponent(sent)]);
    return { ...found.value, params: Object.fromEntries(params) as Record<string, string> };
  };
}
