/** The browser's files are merged, on a build of a few small ones: the effect of a change, and the builds that are refused. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const SHARED = {
  react: { path: '_shared/chunk-REACT000', source: 'node_modules/react/index.js', imports: [] },
  context: {
    path: '_shared/chunk-CONTEXT0',
    source: 'app/components/page/page-context.ts',
    imports: ['react'],
  },
  button: { path: '_shared/chunk-BUTTON00', source: 'app/ui/button.tsx', imports: ['react'] },
  table: { path: '_shared/chunk-TABLE000', source: 'app/ui/table.tsx', imports: ['react', 'button'] },
};
const ROUTES = {
  root: { parentId: undefined, imports: ['react', 'context'] },
  'routes/_app': { parentId: 'root', imports: ['react'] },
  'routes/_app.driver': { parentId: 'routes/_app', imports: ['react', 'button'] },
  'routes/_app.dispatcher': { parentId: 'routes/_app', imports: ['react', 'button', 'table'] },
  'routes/_app.history': { parentId: 'routes/_app', imports: ['react', 'table'] },
  'routes/_app.dispatcher.tasks.new': { parentId: 'routes/_app.dispatcher', imports: ['react'] },
};
type Name = keyof typeof SHARED | keyof typeof ROUTES;
const addressOf = (path: string) => `/build/${path}-AAAAAAAA.js`;
const SHEET =
  'a{color:red}.driver,.dialog{top:0}@media print{.board{top:1px}.driver>b{top:2px}}.board:not(.dialog){top:3px}';

/**
 * Writes files as Remix's compiler does. `labels` are texts in the files; `more` adds an import.
 * @returns the folder.
 */
function compiled(
  labels: Partial<Record<Name, string>> = {},
  more: Partial<Record<Name, Name>> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-merge-'));
  folders.push(folder);
  const outputs: Record<string, object> = {};
  const pathOf = (name: string) => (name in SHARED ? SHARED[name as keyof typeof SHARED].path : name);
  const write = (name: string, source: string, needed: string[]) => {
    const imports = [...needed, more[name as Name]].filter((each) => each !== undefined);
    const lines = imports.map((each, i) => `import{label as l${String(i)}}from"${addressOf(pathOf(each))}";`);
    const label = JSON.stringify(labels[name as Name] ?? name);
    const uses = imports.map((_, i) => `l${String(i)}`).join();
    const code = `${lines.join('')}const label=${label};console.log(label,${uses});export{label};${'/* */'.repeat(40)}`;
    const path = `public${addressOf(pathOf(name))}`;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), code);
    outputs[path] = {
      bytes: code.length,
      inputs: { [source]: {} },
      imports: imports.map((each) => ({
        path: `public${addressOf(pathOf(each))}`,
        kind: 'import-statement',
      })),
    };
  };
  for (const [name, { source, imports }] of Object.entries(SHARED)) write(name, source, imports);
  for (const [name, { imports }] of Object.entries(ROUTES)) write(name, `app/${name}.tsx`, imports);
  write('entry.client', 'app/entry.client.tsx', ['react', 'context']);
  const routes = Object.entries(ROUTES).map(([id, { parentId }]) => [
    id,
    { id, parentId, module: addressOf(id) },
  ]);
  const manifest = {
    entry: { module: addressOf('entry.client') },
    routes: Object.fromEntries(routes) as object,
  };
  const build = join(folder, 'public/build');
  mkdirSync(join(build, '_assets'));
  mkdirSync(join(folder, 'build'));
  writeFileSync(join(build, 'manifest-AAAAAAAA.js'), `window.__remixManifest=${JSON.stringify(manifest)};`);
  writeFileSync(join(build, 'css-bundle-AAAAAAAA.css'), SHEET);
  writeFileSync(join(folder, 'build/metafile.js.json'), JSON.stringify({ outputs }));
  return folder;
}

const SCRIPT = 'scripts/browser-files.mjs';
function merged(folder: string): string[] {
  execFileSync(process.execPath, [SCRIPT, folder]);
  return readdirSync(join(folder, 'public/build')).filter((name) => name.endsWith('.js'));
}
const renamed = (before: string[], after: string[]) =>
  after.filter((name) => !before.includes(name)).map((name) => name.replace(/-[^-]+\.js$/, ''));

const before = merged(compiled());

test('another text on a page renames its file and the list of files @long', () => {
  expect(renamed(before, merged(compiled({ 'routes/_app.driver': 'Another' })))).toEqual([
    'driver',
    'manifest',
  ]);
});

test('another text in what pages share renames that file, and none that imports it @long', () => {
  expect(renamed(before, merged(compiled({ button: 'Another' })))).toEqual(['manifest', 'root']);
});

test('code that only other pages share is not in a file that the driver’s page loads @long', () => {
  expect(renamed(before, merged(compiled({ table: 'Another' })))).toEqual(['manifest', 'office']);
});

test('files that import each other in a circle are refused @long', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, compiled({}, { react: 'context' })], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/Browser files import each other: .*vendor.*→.*root/),
  ]);
});

test('it gives each route the rules of its classes, compresses each file, and prints nothing @long', () => {
  const folder = compiled({
    'routes/_app.dispatcher': 'board',
    'routes/_app.dispatcher.tasks.new': 'dialog',
  });
  const said = execFileSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  expect(said).toBe('');
  const names = readdirSync(join(folder, 'public/build'));
  const texts = names.filter((name) => /\.(js|css)$/.test(name));
  expect(texts).not.toHaveLength(0);
  expect(names).toEqual(expect.arrayContaining(texts.flatMap((name) => [`${name}.br`, `${name}.gz`])));
  const { styles } = JSON.parse(readFileSync(join(folder, 'build/in-document.json'), 'utf8')) as {
    styles: Record<string, string>;
  };
  expect(styles).toMatchObject({
    root: 'a{color:red}',
    'routes/_app.driver': 'a{color:red}.driver{top:0}@media print{.driver>b{top:2px}}',
    'routes/_app.dispatcher': 'a{color:red}@media print{.board{top:1px}}.board:not(.dialog){top:3px}',
    'routes/_app.dispatcher.tasks.new':
      'a{color:red}.dialog{top:0}@media print{.board{top:1px}}.board:not(.dialog){top:3px}',
  });
});

test('the languages for tests are written only when they are asked for @long', () => {
  const languagesWith = (setting: string) => {
    const folder = compiled();
    execFileSync(process.execPath, [SCRIPT, folder], { env: { ...process.env, TEST_LANGUAGES: setting } });
    return Object.keys(JSON.parse(readFileSync(join(folder, 'build/languages.json'), 'utf8')) as object);
  };
  expect(languagesWith('off')).toEqual(['es']);
  expect(languagesWith('on')).toEqual(['es', 'en-XA', 'ar-XB']);
});
