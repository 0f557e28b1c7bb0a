/**
 * Finds names of files and functions in the documents that do not exist. Part of npm run check; node
 * scripts/document-names.mjs FOLDER checks another folder. The changelog is left out, because it names parts of former
 * versions.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const FOLDERS = ['app', 'db', 'deploy', 'docs', 'public', 'scripts', 'tests'];
const SOURCE = /\.(?:c|m)?[jt]sx?$/;
const FILE_NAME = /^[\w./$-]*\.(?:tsx?|[cm]?js|md|sh|ya?ml|json|conf)$/;
const PATH = new RegExp(`^(?:${FOLDERS.join('|')})/`);
/**
 * Matches a call or a name in camel or Pascal case: `record()`, `undoable(actor, work)`, `preparedCommand`,
 * `TextField`.
 */
const CALL = /^([A-Za-z]\w*)\([^]*\)$/;
const CASED = /^[A-Za-z]+[a-z0-9][A-Z]\w*$/;
const MADE = /^public\/|\/(?:build|public|\.tmp)\//;
/** Matches built files, and names that the reader chooses. NNNN stands for a number. */
const NOT_STORED = /^(?:build|dist|data|\.cache)\/|NAME|NNNN|FILE/;

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const read = (path) => readFileSync(join(root, path), 'utf8');

const files = [
  ...readdirSync(root),
  ...FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  ),
];
const { dependencies, devDependencies } = JSON.parse(read('package.json'));
/** A package may have a name like a file, such as ipaddr.js. */
const packages = Object.keys({ ...dependencies, ...devDependencies });
const baseNames = new Set([...packages, ...files.map((path) => basename(path))]);
const documents = files.filter(
  (path) => /^(?:docs\/)?[^/]+\.md$/.test(path) && basename(path) !== 'CHANGELOG.md',
);

/** Comments do not count, because they may name former code. */
const withoutComments = (text) => text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
const words = new Set(
  files
    .filter((path) => SOURCE.test(path) && !MADE.test(path))
    .flatMap((path) => withoutComments(read(path)).match(/[A-Za-z]\w*/g) ?? []),
);

/** `record.server.ts` and `tasks/model/transitions.ts` may be in any folder, and `.server.ts` is the end of a name. */
const isFile = (name) =>
  name.includes('/') || name.startsWith('.')
    ? files.some((path) => path === name || path.endsWith(name.startsWith('.') ? name : `/${name}`))
    : baseNames.has(name);

/**
 * True if a text in backticks is not a name, or is an existing name. Addresses and system folders start with a slash.
 */
function exists(text) {
  if (text.startsWith('/') || NOT_STORED.test(text)) return true;
  if (PATH.test(text) && !/[\s*…]/.test(text)) return existsSync(join(root, text));
  if (FILE_NAME.test(text)) return isFile(text);
  const [, name = CASED.test(text) ? text : null] = CALL.exec(text) ?? [];
  return name === null || words.has(name);
}

const missing = documents.flatMap((document) => {
  const prose = read(document).replace(/^ *```[^]*?^ *```/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .filter(([, text]) => !exists(text))
    .map(([, text]) => `${document} names ${text}, which does not exist`);
});
for (const line of new Set(missing)) console.log(line);
process.exit(missing.length > 0 || documents.length === 0 ? 1 : 0);
