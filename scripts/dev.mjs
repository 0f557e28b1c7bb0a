/**
 * npm run dev: builds and serves. After a change it builds again, restarts, and reloads the page. Its files are in
 * .cache/dev.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { createFront } from './dev-front.mjs';
import {
  install,
  loadSettings,
  ROOT,
  withoutCalls,
  workers,
  writeMapLines,
  writeZipCodes,
} from './prepare.mjs';

if (!install({ withTools: true })) process.exit(1);
loadSettings();
process.env.NODE_ENV = 'development';
// Uses the parts of Remix's compiler, because its commands build everything again, or have their own server and reload.
const require = createRequire(import.meta.url);
const compilers = require('@remix-run/dev/dist/compiler/compiler.js');
const styleCompiler = require('@remix-run/dev/dist/compiler/css/compiler.js');
const browserCompiler = require('@remix-run/dev/dist/compiler/js/compiler.js');
const serverCompiler = require('@remix-run/dev/dist/compiler/server/compiler.js');
const manifests = require('@remix-run/dev/dist/compiler/manifest.js');
const { createFileWatchCache } = require('@remix-run/dev/dist/compiler/fileWatchCache.js');
const { readConfig } = require('@remix-run/dev/dist/config.js');
const { logger } = require('@remix-run/dev/dist/tux/logger.js');
const chokidar = require('chokidar');
const esbuild = require('esbuild');

const FOLDER = join(ROOT, '.cache/dev');
const PROGRAM = join(FOLDER, 'build/index.js');
const PORT = Number(process.env.PORT || 3000);
const DATA_DIR = resolve(ROOT, process.env.DATA_DIR || 'data');

// The server runs in a separate folder, so that the build of npm start and npm test stays unchanged.
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, 'public/build'), { recursive: true });
mkdirSync(join(FOLDER, 'build'));
writeZipCodes(join(FOLDER, 'build'));
writeMapLines(join(FOLDER, 'build'));
for (const name of readdirSync(join(ROOT, 'public')))
  if (name !== 'build') symlinkSync(join(ROOT, 'public', name), join(FOLDER, 'public', name));

/** Files that changed since the last successful build. */
const changed = new Set();

/**
 * Skips a part that the changes do not concern. The style sheet, the browser's files and the server's take about a
 * second each.
 */
function compileOnlyWhen(concerns, part) {
  const { create } = part;
  part.create = async (...options) => {
    const compiler = await create(...options);
    let last;
    const compile = async () => {
      if (!last || [...changed].some((file) => concerns(file, last))) last = await compiler.compile();
      return last;
    };
    return { ...compiler, compile };
  };
}
const { create: createManifest } = manifests;
manifests.create = async (...options) => withoutCalls(await createManifest(...options));
compileOnlyWhen((file) => /\.css(\.ts)?$/.test(file), styleCompiler);
compileOnlyWhen((file, { metafile }) => file in metafile.inputs, browserCompiler);

/** Builds and cancellations that have not ended. */
const running = new Set();
function track(action) {
  return () => {
    const result = action();
    running.add(result);
    const ended = () => running.delete(result);
    result.then(ended, ended);
    return result;
  };
}
for (const part of [styleCompiler, browserCompiler, serverCompiler]) {
  const { create } = part;
  part.create = async (...options) => {
    const compiler = await create(...options);
    return { ...compiler, compile: track(compiler.compile), cancel: track(compiler.cancel) };
  };
}

const bundles = await Promise.all(
  workers(join(FOLDER, 'build')).map((options) => esbuild.context({ ...options, logLevel: 'silent' })),
);
const fileWatchCache = createFileWatchCache();
let compiler;

async function compile() {
  if (!compiler) {
    const config = await readConfig(ROOT);
    config.serverBuildPath = PROGRAM;
    config.assetsBuildDirectory = join(FOLDER, 'public/build');
    // 'test' is like 'development', but without Remix's own reload.
    const options = { mode: 'test', sourcemap: process.argv.includes('--sourcemap') };
    compiler = await compilers.create({ config, options, fileWatchCache, logger });
  }
  const files = [...changed];
  try {
    await Promise.all([compiler.compile(), ...bundles.map((bundle) => bundle.rebuild())]);
  } catch (error) {
    // After a failure, Remix cancels its other builds without waiting, and would cancel the next ones.
    while (running.size > 0) await Promise.allSettled(running);
    throw error;
  }
  for (const file of files) changed.delete(file);
}

/** Starts a server that loads its libraries, which takes longest, and then waits for its program. */
function prepareServer() {
  const imports = readFileSync(PROGRAM, 'utf8').matchAll(/^import .*?"([^".][^"]*)";$/gm);
  const names = new Set([...imports].map(([, name]) => name));
  const script = `process.once('message', (program) => import(program));
    for (const name of ${JSON.stringify([...names])}) await import(name);`;
  return spawn(process.execPath, ['--enable-source-maps', '--input-type=module', '--eval', script], {
    cwd: FOLDER,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, DATA_DIR, PORT: '0' },
  });
}

/** @returns the port that the server listens on. */
function startServer(server) {
  return new Promise((done, failed) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      process.stderr.write(chunk);
      said += chunk;
    });
    server.once('exit', () => failed(new Error(said || 'The server has stopped.')));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const port = /^Parts Dispatch is ready at .*:(\d+)$/.exec(line)?.[1];
      if (port) return done(Number(port));
      console.log(line);
      const { level, msg, err } = line.startsWith('{') ? JSON.parse(line) : {};
      if (level >= 50) front.show(`${msg}\n\n${err?.stack ?? ''}`);
    });
    server.send(pathToFileURL(PROGRAM).href);
  });
}

const front = createFront();
let current;
let spare;
let isBuilding = false;
let isStale = false;

async function refresh() {
  isStale = true;
  if (isBuilding) return;
  isBuilding = true;
  while (isStale) {
    isStale = false;
    front.hold();
    const startedAt = performance.now();
    const next = { server: undefined };
    try {
      await compile();
      next.server = spare ?? prepareServer();
      spare = undefined;
      const port = await startServer(next.server);
      current?.kill();
      current = next.server;
      front.serve(port);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      console.log(`Ready after ${seconds} s: http://localhost:${PORT}`);
      spare = prepareServer();
    } catch (error) {
      if (next.server !== current) next.server?.kill();
      const messages = error.errors && (await esbuild.formatMessages(error.errors, { kind: 'error' }));
      const text = messages?.join('\n') ?? error.stack ?? String(error);
      console.error(text);
      front.fail(text);
    }
  }
  isBuilding = false;
}

// The database keeps running while servers restart. They use the one of this process.
let database;
if (!process.env.DATABASE_URL) {
  const outfile = join(FOLDER, 'embedded.mjs');
  const entryPoints = [join(ROOT, 'db/embedded.ts')];
  await esbuild.build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '~': join(ROOT, 'app') },
  });
  const { startEmbedded } = await import(pathToFileURL(outfile).href);
  database = await startEmbedded({ dataDir: DATA_DIR, log: { ...console, info: () => undefined } });
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    for (const server of [current, spare]) server?.kill();
    await database?.stop();
    process.exit(0);
  });
front.server.listen(PORT, process.env.HOST || undefined, () => void refresh());

const watched = ['app', 'db', 'server.ts', 'remix.config.js'].map((name) => join(ROOT, name));
chokidar.watch(watched, { ignoreInitial: true }).on('all', (event, path) => {
  if (event.endsWith('Dir')) return;
  const file = relative(ROOT, path).replaceAll('\\', '/');
  fileWatchCache.invalidateFile(path);
  changed.add(file);
  // A compiler reads the routes from the folder when it is made.
  if (file === 'remix.config.js' || (event !== 'change' && file.startsWith('app/routes/'))) {
    void compiler?.dispose();
    compiler = undefined;
  }
  void refresh();
});
