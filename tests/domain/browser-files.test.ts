import type { ServerBuild } from '@remix-run/node';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '~/words/languages';

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
const english = JSON.parse(readFileSync('build/assets.json', 'utf8')) as Assets;
const inOthers = JSON.parse(readFileSync('build/languages.json', 'utf8')) as Record<
  string,
  { importMap: string; assets: Assets }
>;
const { entry, routes, url } = english;
const sizeOf = (address: string) => statSync(join('public', `${address}.br`)).size;

/** Returns the addresses of the scripts that a page needs before it works, without the list of routes. */
function scriptsOf(id: string, assets = english): string[] {
  const route = assets.routes[id];
  if (!route) throw new Error(`there is no route ${id}`);
  const { module, imports } = assets.entry;
  const before = route.parentId ? scriptsOf(route.parentId, assets) : [module, ...imports];
  return [...new Set([...before, route.module, ...(route.imports ?? [])])];
}
const bytesOf = (scripts: string[]) => scripts.map(sizeOf).reduce((sum, size) => sum + size);

test.each(['driver', 'dispatcher', 'accounts', 'history', 'settings'])(
  '/%s needs few and small files',
  (page) => {
    const scripts = scriptsOf(`routes/_app.${page}`);
    expect(scripts.length).toBeLessThan(8);
    expect(bytesOf(scripts)).toBeLessThan(110_000);
  },
);

/** Returns how many more files and bytes a page needs in the other language. */
function moreThanInEnglish(id: string, language: string) {
  const [here, there] = [scriptsOf(id), scriptsOf(id, inOthers[language]?.assets)];
  return { id, language, files: there.length - here.length, bytes: bytesOf(there) - bytesOf(here) };
}

test('in another language /driver needs no more files and at most 1 kB more, and nor does what a page adds', () => {
  const languages = Object.keys(LANGUAGES).filter((language) => language !== 'en');
  expect(Object.keys(inOthers)).toEqual(expect.arrayContaining(languages));
  const more = languages.flatMap((language) =>
    Object.entries(routes).map(([id, route]) => {
      const all = moreThanInEnglish(id, language);
      const before = route.parentId ? moreThanInEnglish(route.parentId, language).bytes : 0;
      return { ...all, bytes: id === 'routes/_app.driver' ? all.bytes : all.bytes - before };
    }),
  );
  expect(more.length).toBeGreaterThan(50);
  expect(more.filter(({ files, bytes }) => files > 0 || bytes > 1_000)).toEqual([]);
});

test('the calls of /api are in no list of routes that a browser loads', () => {
  for (const { routes, url } of [english, ...Object.values(inOthers).map(({ assets }) => assets)]) {
    const list = readFileSync(join('public', url), 'utf8');
    for (const id of Object.keys(routes)) expect(list).toContain(`"${id}"`);
    expect(list).not.toContain('routes/api');
  }
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

/** Returns what follows the first `:has(…)` of a selector. */
function afterHas(selector: string): string {
  const from = selector.indexOf(':has(');
  let depth = 0;
  for (let at = from + 4; from >= 0 && at < selector.length; at += 1) {
    if (selector[at] === '(') depth += 1;
    if (selector[at] === ')') depth -= 1;
    if (depth === 0) return selector.slice(at + 1);
  }
  return '';
}

const sheet = readdirSync(FOLDER).find((name) => /^css-bundle.*\.css$/.test(name)) ?? '';
const rules = readFileSync(join(FOLDER, sheet), 'utf8').match(/[^{}]+(?=\{)/g) ?? [];

test('no rule names an element that is frequent in pages after :has: Chromium would compute all of them again at each change', () => {
  const named = rules
    .filter((rule) => rule.includes(':has('))
    .map((rule) => [rule, afterHas(rule).match(/(?<=[\s>+~])[a-z]+/g) ?? []] as const);
  expect(named.length).toBeGreaterThan(20);
  const isRare = (name: string) => ['dialog', 'header', 'nav'].includes(name);
  expect(named.filter(([, names]) => !names.every(isRare))).toEqual([]);
});

test('each rule for later siblings names what they are: without it Chromium computes the whole page again when a menu opens', () => {
  const forSiblings = rules
    .flatMap((rule) => rule.split(/,(?![^()]*\))/))
    .map((selector) => selector.trim())
    .filter((selector) => /[+~]/.test(selector.replace(/\([^()]*\)/g, '')));
  expect(forSiblings.length).toBeGreaterThan(10);
  const unnamed = forSiblings.filter((selector) => {
    const [, ...siblings] = selector.replace(/:[\w-]+(\([^()]*\))?/g, '').split(/[+~]/);
    return siblings.some((sibling) => !/^\s*[\w.#[]/.test(sibling));
  });
  expect(unnamed).toEqual([]);
});
