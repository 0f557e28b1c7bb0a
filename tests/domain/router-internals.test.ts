/** Private parts of Remix and React Router may move with any release, so each is listed, and used in one place. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createElement, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { RouterState, useRouter, useRouterDestination } from '~/ui/router-internals';

const require = createRequire(import.meta.url);

const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/(^|\/)(build|public)\//.test(name))
    .map((name) => `${folder}/${name}`);
const files = ['server.ts', ...['app', 'db', 'scripts', 'tests'].flatMap(sourcesOf)];

/** The reasons of the first file are beside its parts. */
const USED = {
  'app/ui/router-internals.ts': [
    'UNSAFE_DataRouterContext',
    'UNSAFE_DataRouterStateContext',
    '__remixManifest',
    '__remixRouteModules',
  ],
  // Merges the browser's files, and writes the names of the new ones into the list that pages read.
  'scripts/browser-files.mjs': ['__remixManifest'],
  // The public commands build everything again after each change, or have a server and a reload of their own.
  'scripts/dev.mjs': [
    '@remix-run/dev/dist/compiler/compiler.js',
    '@remix-run/dev/dist/compiler/css/compiler.js',
    '@remix-run/dev/dist/compiler/fileWatchCache.js',
    '@remix-run/dev/dist/compiler/js/compiler.js',
    '@remix-run/dev/dist/compiler/manifest.js',
    '@remix-run/dev/dist/compiler/server/compiler.js',
    '@remix-run/dev/dist/config.js',
    '@remix-run/dev/dist/tux/logger.js',
  ],
  // Tests of the two files above.
  'tests/browser/sign-in.spec.ts': ['__remixContext'],
  'tests/domain/merge-files.test.ts': ['__remixManifest'],
};

const PRIVATE = /UNSAFE_\w+|__remix\w+|(?:@remix-run\/[\w-]+|react-router(?:-dom)?)\/(?:dist|lib)[\w./-]*/g;

test('no other file uses a private part of Remix or React Router', () => {
  const found = files
    .filter((file) => file !== 'tests/domain/router-internals.test.ts')
    .map((file) => [file, [...new Set(readFileSync(file, 'utf8').match(PRIVATE))].sort()] as const)
    .filter(([, parts]) => parts.length > 0);
  expect(Object.fromEntries(found)).toEqual(USED);
});

test('the router and its state are in the contexts, with the parts that are used', () => {
  let found: Record<string, unknown> = {};
  function Page() {
    const router = useRouter();
    found = { router, destination: useRouterDestination()() };
    return useContext(RouterState)?.location.pathname;
  }
  const lazy = () => Promise.resolve({ loader: () => null });
  const router = createMemoryRouter([
    { path: '/', element: createElement(Page) },
    { path: '/lazy', lazy },
  ]);
  expect(renderToStaticMarkup(createElement(RouterProvider, { router }))).toBe('/');
  expect(found).toEqual({ router, destination: router.state.location.key });
  expect(router).toMatchObject({
    state: { navigation: { state: 'idle' }, revalidation: 'idle', fetchers: expect.any(Map) as unknown },
    routes: [{ id: expect.any(String) as unknown }, { lazy }],
    subscribe: expect.any(Function) as unknown,
    revalidate: expect.any(Function) as unknown,
  });
});

test('Remix writes the list of files and the rendered routes into the page under the names that are read', () => {
  const start = readFileSync(require.resolve('@remix-run/react/dist/components.js'), 'utf8');
  expect(start).toContain('window.__remixRouteModules =');
  const files = readFileSync(require.resolve('@remix-run/dev/dist/compiler/manifest.js'), 'utf8');
  expect(files).toContain('window.__remixManifest=');
});

test.each(USED['scripts/dev.mjs'])('the compiler has %s', (name) => {
  expect(Object.keys(require(name) as object).length).toBeGreaterThan(0);
});
