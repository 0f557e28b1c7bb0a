import type { ServerBuild } from '@remix-run/node';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'public/build';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.js'),
);
const filesWith = (pattern: RegExp) =>
  files.filter((name) => pattern.test(readFileSync(join(FOLDER, name), 'utf8')));

test('zod stays on the server: it would add 36 kB to a page', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(filesWith(/ZodError|_zod\b/)).toEqual([]);
});

test('modules of the server stay there: no SQL, no setting, no module of Node.js is in a file for browsers', () => {
  const server = /["'`]node:|process\.env|sequelize|\bselect .{1,200} from \w+ |\bfor update\b|insert into /i;
  expect(filesWith(server)).toEqual([]);
});

type Assets = ServerBuild['assets'];
const { entry, routes, url } = JSON.parse(readFileSync('build/assets.json', 'utf8')) as Assets;
const sizeOf = (address: string) => statSync(join('public', `${address}.br`)).size;

/** Returns the addresses of the scripts that a page needs before it works, without the list of routes. */
function scriptsOf(id: string): string[] {
  const route = routes[id];
  if (!route) throw new Error(`there is no route ${id}`);
  const before = route.parentId ? scriptsOf(route.parentId) : [entry.module, ...entry.imports];
  return [...new Set([...before, route.module, ...(route.imports ?? [])])];
}

test.each(['driver', 'dispatcher', 'accounts', 'history', 'settings'])(
  '/%s needs few and small files',
  (page) => {
    const scripts = scriptsOf(`routes/_app.${page}`);
    expect(scripts.length).toBeLessThan(8);
    expect(scripts.map(sizeOf).reduce((sum, size) => sum + size)).toBeLessThan(110_000);
  },
);

test('/settings needs few and small files with the page beside the list', () => {
  const scripts = scriptsOf('routes/_app.settings._index');
  expect(scripts.length).toBeLessThan(9);
  expect(scripts.map(sizeOf).reduce((sum, size) => sum + size)).toBeLessThan(110_000);
});

test('every file that a route names is there', () => {
  for (const { module, imports = [] } of [entry, ...Object.values(routes)])
    for (const address of [module, ...imports]) expect(sizeOf(address)).toBeGreaterThan(0);
});

const { importMap } = JSON.parse(readFileSync('build/in-document.json', 'utf8')) as { importMap: string };
const { imports } = JSON.parse(importMap) as { imports: Record<string, string> };

test('files name each other without hashes, as the import map of each page knows them', () => {
  const named = files.flatMap((name) =>
    [...readFileSync(join(FOLDER, name), 'utf8').matchAll(/(?:from|import\(?)["'`]\.(\/[^"'`]+)/g)].map(
      ([, path = '']) => `/build${path}`,
    ),
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(imports).sort());
  for (const address of Object.values(imports)) expect(sizeOf(address)).toBeGreaterThan(0);
});

test('another label in what pages share costs a reader little: that file, and the list of routes', () => {
  expect(sizeOf(imports['/build/root.js'] ?? '') + sizeOf(url)).toBeLessThan(30_000);
});
