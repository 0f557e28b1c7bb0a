/** The test reads the source of every dialog and checks the parts that each needs, also for new dialogs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROUTES = 'app/routes';
const pages = readdirSync(ROUTES)
  .filter((name) => name.startsWith('_app') && name !== '_app.$.tsx')
  .flatMap((name) => {
    const file = name.endsWith('.tsx') ? join(ROUTES, name) : join(ROUTES, name, 'route.tsx');
    return [{ name, source: readFileSync(file, 'utf8') }];
  });
const exported = (source: string, what: string) =>
  new RegExp(`export (async )?(function|const) ${what}\\b|export \\{[^}]*\\b${what}\\b`).test(source);

test('every form of a page says so in its place when it reaches nobody', () => {
  const withForm = pages.filter(({ source }) => exported(source, 'action'));
  expect(withForm.length).toBeGreaterThan(30);
  const without = withForm.filter(({ source }) => !exported(source, 'clientAction'));
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('a dialog that can not be loaded leaves the page behind it as it is', () => {
  const dialogs = pages.filter(
    ({ source }) => exported(source, 'loader') && /<(RouteDialog|UserDialog)\b|\bconfirm</.test(source),
  );
  expect(dialogs.length).toBeGreaterThan(30);
  const without = dialogs.filter(({ source }) => !exported(source, 'ErrorBoundary'));
  expect(without.map(({ name }) => name)).toEqual([]);
});
