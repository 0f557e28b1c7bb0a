/**
 * Merges the many small files that Remix's compiler writes for browsers into a few. It runs after `remix build`,
 * because the classic compiler has no hook for this. It writes them once for each language; files without texts are the
 * same in all. See "Browser files" in docs/architecture.md.
 *   node scripts/browser-files.mjs [FOLDER]   of the build, by default this project's
 * With TEST_LANGUAGES=on it also writes the languages for tests.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { rolldown } from 'rolldown';
import { classNamesOf, rulesFor, wordsOf } from './page-styles.mjs';
import { ROOT as PROJECT, withoutCalls } from './prepare.mjs';
import { languagesOf, translatorOf } from './words.mjs';

const ROOT = process.argv[2] ?? PROJECT;
const FOLDER = join(ROOT, 'public/build');
const MERGED = join(ROOT, 'build/browser');
const PUBLIC_PATH = '/build/';
const MANIFEST = 'window.__remixManifest=';
/** The routes around every page. */
const SHELL = ['root', 'routes/_app'];
/** The route of a list beside pages, which are its children. All other children are dialogs. */
const LAYOUT = 'routes/_app.settings';
/**
 * The pages that are opened most often, by priority. None of them loads a file of code that only later ones or other
 * pages share.
 */
const FIRST_PAGES = ['routes/_app.driver', 'routes/_app.dispatcher'];
const SHARED = ['root', 'office', 'pages'];
const sharedFile = (pages) => SHARED.at(FIRST_PAGES.findIndex((id) => pages.has(id)));
/** A larger library, in bytes, gets a separate file if some pages do without it. */
const LARGE_LIBRARY = 10_000;
/** A smaller part, in bytes, is not worth a request, because browsers load six files at a time. */
const SMALL = 10_000;

const fileOf = (address) => join(ROOT, 'public', address);
const fileName = (text) =>
  text
    .replace(/^routes\/(_app\.)?/, '')
    .replaceAll(/[^\w-]+/g, '-')
    .replace(/^-/, '') || 'other';

function readManifest() {
  const name = readdirSync(FOLDER).find((each) => /^manifest-.*\.js$/.test(each));
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const manifest = JSON.parse(text.slice(MANIFEST.length).replace(/;\s*$/, ''));
  return withoutCalls(manifest);
}

/**
 * The compiler's files by path: size in bytes, sources, and paths that are imported at once (imports) or later
 * (islands).
 */
function readChunks() {
  const { outputs } = JSON.parse(readFileSync(join(ROOT, 'build/metafile.js.json'), 'utf8'));
  const targets = (imports, kind) =>
    imports.filter((each) => each.kind === kind).map(({ path }) => join(ROOT, path));
  return new Map(
    Object.entries(outputs)
      .filter(([path]) => path.endsWith('.js'))
      .map(([path, { bytes, inputs, imports }]) => [
        join(ROOT, path),
        {
          size: bytes,
          sources: Object.keys(inputs),
          imports: targets(imports, 'import-statement'),
          islands: targets(imports, 'dynamic-import'),
          // The compiler writes `module.exports = {}` for a route without a component.
          isEmpty: Object.keys(inputs).length === 1 && bytes < 120,
        },
      ]),
  );
}

/** All files that must be loaded before this one runs, including itself. */
function reached(graph, from) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const next of graph.get(path)?.imports ?? []) visit(next);
  };
  visit(from);
  return found;
}

const isLibrary = (source) => source.includes('node_modules/') || source.includes('<runtime>');
const libraryOf = (sources) =>
  sources.map((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]).find(Boolean);

/** @returns the name of the file of each chunk, by path; null if it stays with the only entry that loads it. */
function assign({ entry, routes }, chunks, islands) {
  const all = Object.values(routes);
  const pageOf = ({ id, parentId }) =>
    !parentId || SHELL.includes(parentId) ? id : pageOf(routes[parentId]);
  const reachOf = new Map(all.map(({ id, module }) => [id, reached(chunks, fileOf(module))]));
  const fromEntry = reached(chunks, fileOf(entry.module));
  const fromShell = new Set(SHELL.flatMap((id) => [...reachOf.get(id)]));
  const routeAt = new Map(all.map((route) => [fileOf(route.module), route]));
  const islandReach = new Map([...islands].map(([path, name]) => [name, reached(chunks, path)]));

  /** The file for code of one page and of dialogs of other pages, and the file that takes it when it is small. */
  const withPage = new Map();
  const nameOf = ([path, { size, sources }]) => {
    const isOfLibraries = sources.every(isLibrary);
    const route = routeAt.get(path);
    if (path === fileOf(entry.module) || islands.has(path)) return null;
    if (route) return SHELL.includes(route.id) || pageOf(route) === route.id ? fileName(route.id) : null;
    if (fromEntry.has(path)) return isOfLibraries ? 'vendor' : 'root';
    if (isOfLibraries && size > LARGE_LIBRARY && !fromShell.has(path))
      return `lib-${fileName(libraryOf(sources).replace('@', ''))}`;
    const owners = all.filter(({ id }) => reachOf.get(id).has(path));
    const isPage = (route) => pageOf(route) === route.id || route.parentId === LAYOUT;
    const pages = new Set(owners.filter(isPage).map(pageOf));
    const dialogsOf = new Set(owners.filter((route) => !isPage(route)).map(pageOf));
    if (fromShell.has(path)) return 'root';
    if (pages.size > 1) return sharedFile(pages);
    const [page] = pages;
    if (page === LAYOUT && !owners.some(({ id }) => id === LAYOUT))
      return owners.length > 1 ? `more-${fileName(LAYOUT)}` : null;
    if (page) {
      if ([...dialogsOf].every((each) => each === page)) return fileName(page);
      withPage.set(`with-${fileName(page)}`, sharedFile(pages));
      return `with-${fileName(page)}`;
    }
    const holders = [...islandReach].filter(([, reach]) => reach.has(path)).map(([name]) => name);
    if (owners.length + holders.length < 2) return null;
    if (owners.length === 0) return `with-${holders.join('-')}`;
    return dialogsOf.size === 1 ? `dialogs-${fileName([...dialogsOf][0])}` : 'dialogs';
  };
  const names = new Map([...chunks].map((each) => [each[0], nameOf(each)]));
  const sizes = new Map();
  for (const [path, name] of names) sizes.set(name, (sizes.get(name) ?? 0) + chunks.get(path).size);
  // Either all chunks of the name move or none, because the two files would import each other otherwise.
  for (const [path, name] of names)
    if (withPage.has(name) && sizes.get(name) < SMALL) names.set(path, withPage.get(name));
  return names;
}

async function merge(manifest, chunks) {
  const routes = Object.values(manifest.routes);
  const targets = new Set([...chunks.values()].flatMap((chunk) => chunk.islands));
  const islands = new Map(
    [...targets].map((path) => [path, fileName(/([^/]+)-[A-Z0-9]{8}\.js$/.exec(path)[1])]),
  );
  const input = { 'entry.client': fileOf(manifest.entry.module) };
  for (const { id, module } of routes)
    if (!chunks.get(fileOf(module)).isEmpty) input[fileName(id)] = fileOf(module);
  for (const [path, name] of islands) input[name] = path;
  const groups = assign(manifest, chunks, islands);
  const bundle = await rolldown({
    input,
    preserveEntrySignatures: 'allow-extension',
    treeshake: { moduleSideEffects: true },
    plugins: [
      { name: 'addresses', resolveId: (id) => (id.startsWith(PUBLIC_PATH) ? fileOf(id) : undefined) },
    ],
  });
  const { output } = await bundle.generate({
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: (id) => groups.get(id) ?? null, debugName: 'who loads it' }],
    },
  });
  await bundle.close();
  return output;
}

const hashOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/**
 * Files import each other by fixed names. An import map in each page maps these to names with a hash, so that a change
 * renames only the changed file, and not the files that import it.
 */
function writeNamed(output) {
  const nameFor = new Map();
  for (const { fileName, code } of output)
    nameFor.set(fileName, fileName.replace(/\.js$/, `-${hashOf(code)}.js`));
  mkdirSync(MERGED, { recursive: true });
  for (const { fileName, code } of output) writeFileSync(join(MERGED, nameFor.get(fileName)), code);
  const imported = new Set(output.flatMap((file) => [...file.imports, ...file.dynamicImports]));
  const imports = [...imported].sort().map((name) => [PUBLIC_PATH + name, PUBLIC_PATH + nameFor.get(name)]);
  const named = (names) => names.map((name) => nameFor.get(name));
  const files = output.map(({ fileName, imports: needed, code, isEntry, facadeModuleId }) => ({
    fileName: nameFor.get(fileName),
    imports: named(needed),
    code,
    isEntry,
    facadeModuleId,
  }));
  return { files, importMap: JSON.stringify({ imports: Object.fromEntries(imports) }) };
}

/** In a circle of imports, a file would run before its imports. */
function refuseCircles(graph) {
  const done = new Set();
  const visit = (path, way) => {
    if (way.includes(path)) throw new Error(`Browser files import each other: ${[...way, path].join(' → ')}`);
    if (done.has(path)) return;
    for (const next of graph.get(path)?.imports ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
}

function addressesOf(manifest, output) {
  const graph = new Map(output.map((file) => [file.fileName, { imports: file.imports }]));
  refuseCircles(graph);
  const fileFor = new Map(
    output.filter(({ isEntry }) => isEntry).map((file) => [file.facadeModuleId, file.fileName]),
  );
  const empty = 'empty.js';
  writeFileSync(join(MERGED, empty), 'export{};\n');
  const address = (name) => PUBLIC_PATH + name;
  const loaded = (module, without) => {
    const name = fileFor.get(fileOf(module)) ?? empty;
    const others = [...reached(graph, name)].filter((each) => each !== name && !without.has(each));
    return { module: address(name), imports: others.map(address), files: [name, ...others] };
  };
  const { files: entryFiles, ...entry } = loaded(manifest.entry.module, new Set());
  const routes = {};
  /** The files of a route. Those of its parents are already loaded when it is. */
  const filesOf = (route) => {
    const before = route.parentId ? filesOf(manifest.routes[route.parentId]) : entryFiles;
    const { files, ...addresses } = loaded(route.module, new Set(before));
    routes[route.id] = { ...route, ...addresses };
    if (addresses.imports.length === 0) delete routes[route.id].imports;
    return [...before, ...files];
  };
  Object.values(manifest.routes).forEach(filesOf);
  return { entry, routes };
}

/** The rules by route, for the route and its parents. For later content, pages load the whole sheet. */
function stylesFor({ entry, routes }, chunks) {
  const sheet = readdirSync(FOLDER).find((name) => name.endsWith('.css'));
  const css = readFileSync(join(FOLDER, sheet), 'utf8');
  const names = classNamesOf(css);
  const namesIn = new Map(
    [...chunks.keys()].map((path) => [
      path,
      new Set(wordsOf(readFileSync(path, 'utf8')).filter((word) => names.has(word))),
    ]),
  );
  const filesOf = ({ module, parentId }) => [
    ...reached(chunks, fileOf(module)),
    ...(parentId ? filesOf(routes[parentId]) : reached(chunks, fileOf(entry.module))),
  ];
  const shown = Object.values(routes).filter(({ module }) => !chunks.get(fileOf(module)).isEmpty);
  const rules = shown.map((route) => {
    const files = new Set(filesOf(route));
    return [route.id, rulesFor(css, new Set([...files].flatMap((path) => [...(namesIn.get(path) ?? [])])))];
  });
  return Object.fromEntries(rules);
}

const manifest = readManifest();
rmSync(MERGED, { recursive: true, force: true });
const chunks = readChunks();
const styles = stylesFor(manifest, chunks);
const inLanguage = translatorOf(await merge(manifest, chunks));

/** Writes the files, the list of routes and the import map of a language. */
function writeIn(language) {
  const { files, importMap } = writeNamed(inLanguage(language));
  const { entry, routes } = addressesOf(manifest, files);
  const hash = createHash('sha256').update(files.map((file) => file.fileName).join());
  const version = hash.update(JSON.stringify(routes)).digest('hex').slice(0, 8);
  const url = `${PUBLIC_PATH}manifest-${version}.js`;
  const assets = { entry, routes, url, version };
  writeFileSync(join(MERGED, url.slice(PUBLIC_PATH.length)), `${MANIFEST}${JSON.stringify(assets)};`);
  return { importMap, assets };
}

const { importMap, assets } = writeIn('en');
const languages = languagesOf(process.env.TEST_LANGUAGES === 'on').map((language) => {
  const { importMap, assets } = writeIn(language);
  return [language, { importMap, assets }];
});
writeFileSync(join(ROOT, 'build/in-document.json'), JSON.stringify({ importMap, styles }));
writeFileSync(join(ROOT, 'build/assets.json'), JSON.stringify(assets));
writeFileSync(join(ROOT, 'build/languages.json'), JSON.stringify(Object.fromEntries(languages)));
cpSync(join(FOLDER, '_assets'), join(MERGED, '_assets'), { recursive: true });
for (const name of readdirSync(FOLDER))
  if (name.endsWith('.css')) cpSync(join(FOLDER, name), join(MERGED, name));
rmSync(FOLDER, { recursive: true, force: true });
renameSync(MERGED, FOLDER);

/** Compresses files once, instead of for each request, and as much as possible. Node.js does it in several threads. */
async function compress(name) {
  const file = join(FOLDER, name);
  const contents = await readFile(file);
  const [small, other] = await Promise.all([
    promisify(brotliCompress)(contents),
    promisify(gzip)(contents, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, other)]);
}
const isText = (name) => /\.(js|css|svg|json)$/.test(name);
await Promise.all(readdirSync(FOLDER, { recursive: true }).filter(isText).map(compress));
