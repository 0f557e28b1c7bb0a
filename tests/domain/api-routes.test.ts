/** The application finds the route of a JSON call without Remix. It is the one that Remix would choose. */
import { matchRoutes } from '@remix-run/react';
import type { ServerBuild } from '@remix-run/node';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { apiRoutes, pathOf } from '~/http/api-routes.server';
import type { ApiHandler } from '~/http/call';
import { callFinder } from '~/http/server/route-finder.server';
import { remixRoutes, treeOf } from '../support/remix-routes';

type Module = { loader: ApiHandler; action: ApiHandler };

const all = remixRoutes();
const tree = treeOf(all);
const ids = Object.keys(all).filter((id) => id.startsWith('routes/api.'));
const moduleOf = async (id: string) => (await import(resolve('app', `${id}.ts`))) as Module;
const modules = new Map(await Promise.all(ids.map(async (id) => [id, await moduleOf(id)] as const)));
/** The routes in the form of a build. Only those of the API have their modules. */
const routes = Object.fromEntries(
  Object.values(all).map((route) => [route.id, { ...route, module: modules.get(route.id) ?? {} }]),
) as unknown as ServerBuild['routes'];

const find = callFinder(routes);
const idOf = new Map([...modules].map(([id, { action }]) => [action, id]));

function here(path: string) {
  const found = find(path);
  return found && [idOf.get(found.action), found.params];
}

function byRemix(path: string) {
  const leaf = matchRoutes(tree, path)?.at(-1);
  return leaf && modules.has(leaf.route.id ?? '') ? [leaf.route.id, leaf.params] : null;
}

const paths = ids.map((id) => pathOf(routes, id).split('/'));
const isParameter = (part: string | undefined) => part?.startsWith(':') ?? false;

const VALUES = ['A.b', 'a%20b', '%C3%A9', 'a%2Fb', '%25', '%2e%2e', '-1', ':taskId'];

/** The path with such values, and with fixed words of other paths, so that two paths may match. */
function filled(parts: string[]): string[] {
  const withAll = (value: string) => parts.map((part) => (isParameter(part) ? value : part));
  const others = paths.filter(({ length }) => length === parts.length);
  const words = parts.flatMap((part, at) =>
    isParameter(part) ? others.flatMap((other) => (isParameter(other[at]) ? [] : (other[at] ?? []))) : [],
  );
  const one = (word: string) =>
    parts.flatMap((part, at) =>
      isParameter(part) ? [withAll('7').map((each, place) => (place === at ? word : each))] : [],
    );
  return [...VALUES.map(withAll), ...[...new Set(words)].flatMap(one)].map((each) => each.join('/'));
}

const spelled = (path: string) => [
  path,
  `${path}/`,
  `${path}/more`,
  `/${path}`,
  `${path}.data`,
  path.toUpperCase(),
  path.replace('/api/', '/api//'),
  path.replace('/api', ''),
];

const plain = paths.map((parts) => parts.map((part) => (isParameter(part) ? '7' : part)).join('/'));
const known = [...new Set(paths.flatMap(filled))];
const unknown = ['/', '/api', '/api/', '/api/no', '/api/7', '/apis/tasks', '/api/tasks/7/no', '/api/é'];

test('every call has one route, and every route its own path', () => {
  expect(ids.length).toBeGreaterThan(140);
  expect(new Set(paths.map((parts) => parts.join('/').replaceAll(/:\w+/g, ':'))).size).toBe(ids.length);
  expect(apiRoutes(routes).length).toBe(ids.length);
});

test('Remix would choose the same route with the same parameters, also where two paths match @long', () => {
  const twice = known.filter((path) => {
    const found = paths.filter(
      (parts) =>
        parts.length === path.split('/').length &&
        path.split('/').every((word, at) => isParameter(parts[at]) || word === parts[at]),
    );
    return found.length > 1;
  });
  expect(twice.length).toBeGreaterThan(20);
  expect(here('/api/tasks/7')).toEqual(['routes/api.tasks.$taskId', { taskId: '7' }]);
  const different = [...plain.flatMap(spelled), ...known, ...unknown].filter(
    (path) => JSON.stringify(here(path)) !== JSON.stringify(byRemix(path)),
  );
  expect(different.map((path) => [path, here(path), byRemix(path)])).toEqual([]);
});

/** Spellings that nobody needs. What asks for a path (the gate, metrics, the service worker) knows one spelling. */
test.each([
  ['several slashes at the end are no call', (path: string) => `${path}//`],
  ['a fixed word is not decoded', (path: string) => path.replace('/api/', '/api/%').replace(/%(.)/, hex)],
])('other than with Remix, %s', (_, spell) => {
  const spellings = paths.filter((parts) => !parts.some(isParameter)).map((parts) => spell(parts.join('/')));
  expect(spellings.filter((path) => here(path))).toEqual([]);
  expect(spellings.filter((path) => !byRemix(path))).toEqual([]);
});

function hex(_: string, character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

test('other than with Remix, a parameter is decoded once', () => {
  expect(here('/api/orders/a%252Fb')).toEqual(['routes/api.orders.$reference', { reference: 'a%2Fb' }]);
  expect(byRemix('/api/orders/a%252Fb')).toEqual(['routes/api.orders.$reference', { reference: 'a/b' }]);
});
