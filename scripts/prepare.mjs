/** Prepares a fresh clone: installs dependencies, and builds if the build is older than its sources. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commitOf } from './commit.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Parts Dispatch needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// With fewer, the modules can't be loaded, and Node.js shows no helpful message. See app/process/open-files.server.ts.
const FEWEST_FILES = 256;
process.report.excludeNetwork = true;
const openFiles = Number(process.report.getReport().userLimits?.open_files?.soft);
if (openFiles < FEWEST_FILES) {
  console.error(
    `Parts Dispatch can't start: the system allows ${openFiles} open files, but ${FEWEST_FILES} are needed. Raise the limit, for example with ulimit -n 1024`,
  );
  process.exit(1);
}

/** Reads the settings of .env, as the server does. What the environment has itself counts. */
export function loadSettings() {
  const file = process.env.ENV_FILE ?? '.env';
  if (file !== '' && existsSync(join(ROOT, file))) process.loadEnvFile(join(ROOT, file));
}

/** Runs a command, by default in the project's folder. @returns true if it succeeded. */
export function run(command, args, { env = {}, stdio = 'inherit', cwd = ROOT } = {}) {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    stdio,
    maxBuffer: Infinity,
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status !== 0 && stderr) process.stderr.write(stderr);
  return status === 0;
}

/** The path of a dependency's program. */
export const bin = (name, folder = ROOT) => join(folder, 'node_modules', '.bin', name);

const changedAt = (path) => (existsSync(join(ROOT, path)) ? statSync(join(ROOT, path)).mtimeMs : 0);

/**
 * The packages that npm has installed. npm writes this file last, so it is missing after an interrupted installation.
 */
function installed() {
  const file = join(ROOT, 'node_modules/.package-lock.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

/** Compares versions, because a checkout changes dates. Optional packages may be for other systems. */
function isInstalled({ withTools }) {
  const there = installed();
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || (dev && !withTools)) return true;
    return path in there ? there[path].version === version : Boolean(optional || devOptional);
  });
}

/** True in a folder that `npm run build` has made. Nothing is installed or built there. */
const isPacked = !existsSync(join(ROOT, 'server.ts'));

/**
 * @param withTools also what only tests and checks need.
 * @returns true if the dependencies are installed.
 */
export function install({ withTools = false } = {}) {
  if (isPacked) {
    if (existsSync(join(ROOT, 'node_modules'))) return true;
    console.error(`Run npm ci --omit=dev in ${ROOT} first.`);
    return false;
  }
  if (isInstalled({ withTools })) return true;
  console.log('Installing the packages, which takes about half a minute …');
  // An application that runs keeps its packages when the tools are added.
  const how = withTools && isInstalled({ withTools: false }) ? ['install', '--no-save'] : ['ci'];
  const which = withTools ? '--include=dev' : '--omit=dev';
  return run('npm', [...how, which, '--no-audit', '--no-fund', '--loglevel=error']);
}

const SOURCES = [
  'app',
  'db',
  'server.ts',
  'remix.config.js',
  'scripts/prepare.mjs',
  'scripts/browser-files.mjs',
  'scripts/page-styles.mjs',
  'scripts/words.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
// This file is written last, so it is missing after an interrupted build.
const STAMP = 'build/complete';

function newest(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return 0;
  const found = statSync(full);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(full).map((name) => newest(join(path, name))));
}

/**
 * @param forTests the build must have the languages for tests. One that has them is good for everything.
 * @param anew builds also if nothing seems to have changed.
 * @returns true if there is a build of the present sources.
 */
export function build({ forTests = false, anew = false } = {}) {
  if (isPacked) return true;
  if (anew) rmSync(join(ROOT, STAMP), { force: true });
  if (!buildSources(forTests)) return false;
  // A new commit may have changed no source of the build.
  const file = join(ROOT, 'build/commit.txt');
  const commit = commitOf(ROOT);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== commit) writeFileSync(file, commit);
  return true;
}

const hasTestLanguages = () =>
  'en-XA' in JSON.parse(readFileSync(join(ROOT, 'build/languages.json'), 'utf8'));

function buildSources(forTests) {
  const isFresh = [
    'build/index.js',
    'build/route-worker.js',
    'build/picture-worker.js',
    'build/intake-worker.js',
    'build/region-worker.js',
    'build/road-worker.js',
    'build/backup-worker.js',
    'build/service-worker.js',
    'build/sign-in.js',
    'build/zip-codes.json',
    'build/map-lines.json',
    'build/languages.json',
    'public/build',
  ].every((path) => changedAt(path) > 0);
  const isComplete = isFresh && (!forTests || hasTestLanguages());
  if (isComplete && changedAt(STAMP) > Math.max(...SOURCES.map(newest))) return true;
  console.log('Building the server and the pages …');
  rmSync(join(ROOT, STAMP), { force: true });
  // Hides errors of the compiler's helper process, which it may print after a successful build.
  const quietly = { env: { NODE_ENV: 'production' }, stdio: ['inherit', 'ignore', 'pipe'] };
  if (!run(bin('remix'), ['build'], quietly)) return false;
  // The import is here, because at the top nothing may be installed yet.
  const { buildSync } = createRequire(import.meta.url)('esbuild');
  try {
    for (const options of workers('build')) buildSync(options);
  } catch {
    return false; // esbuild has printed the error
  }
  console.log('Merging and compressing the files of the pages …');
  const env = { TEST_LANGUAGES: forTests ? 'on' : 'off' };
  if (!run(process.execPath, [join(ROOT, 'scripts/browser-files.mjs')], { env })) return false;
  writeZipCodes(join(ROOT, 'build'));
  writeMapLines(join(ROOT, 'build'));
  writeFileSync(join(ROOT, STAMP), '');
  return true;
}

/** The browser's list of routes: scripts and pages ask the calls of /api by fetch, never by Remix. */
export const withoutCalls = (manifest) => ({
  ...manifest,
  routes: Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => !id.startsWith('routes/api.'))),
});

/**
 * Separate bundles: the thread that searches routes, the processes that decode pictures, read documents, build
 * regions and write backups, and scripts without React.
 */
export const workers = (folder) => [
  {
    entryPoints: {
      'route-worker': 'app/modules/day-plans/worker.server.ts',
      'picture-worker': 'app/domain/platform/pictures/worker.server.ts',
      'intake-worker': 'app/domain/intake/reader/worker.server.ts',
      'region-worker': 'app/modules/region-builder/worker.server.ts',
      'road-worker': 'app/domain/geography/roads/road-worker.server.ts',
      'backup-worker': 'app/modules/backups/worker.server.ts',
    },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['sharp', 'unpdf', 'shapefile', 'yauzl', 'pg', 'pg-copy-streams'],
    absWorkingDir: ROOT,
    bundle: true,
    outdir: folder,
    logLevel: 'warning',
  },
  {
    entryPoints: {
      'service-worker': 'app/service-worker/worker.ts',
      'sign-in': 'app/routes/auth/in-browser.ts',
    },
    format: 'iife',
    target: 'es2020',
    minify: true,
    absWorkingDir: ROOT,
    bundle: true,
    outdir: folder,
    logLevel: 'warning',
  },
];

/** Writes the package's table of ZIP codes by state as JSON, which the server can read five times as fast. */
export function writeZipCodes(folder) {
  const { codes, stateMap } = createRequire(import.meta.url)('zipcodes/lib/codes.js');
  const rowOf = (zip) => [zip, codes[zip].city, codes[zip].latitude, codes[zip].longitude];
  const byState = Object.entries(stateMap).map(([state, zips]) => [state, zips.map(rowOf)]);
  writeFileSync(join(folder, 'zip-codes.json'), JSON.stringify(Object.fromEntries(byState)));
}

/**
 * Writes the borders of states and counties. The package has areas, which share borders; a tenth of its data is needed.
 */
export function writeMapLines(folder) {
  const require = createRequire(import.meta.url);
  const { arcs, objects, transform } = require('us-atlas/counties-10m.json');
  const used = objects.states.geometries.flatMap((state) => state.arcs.flat(Infinity));
  // A negative number is the same line in the other direction.
  const aroundStates = new Set(used.map((arc) => (arc < 0 ? ~arc : arc)));
  const linesOf = (isWanted) => arcs.filter((_, arc) => isWanted(arc)).map((line) => line.flat());
  const state = linesOf((arc) => aroundStates.has(arc));
  const county = linesOf((arc) => !aroundStates.has(arc));
  writeFileSync(join(folder, 'map-lines.json'), JSON.stringify({ transform, state, county }));
}
