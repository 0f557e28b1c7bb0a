/** What both commands need on a fresh clone: dependencies installed, and a build that is not older than its sources. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Parts Dispatch needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a command in the project's folder and ends this process when it fails. */
export function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The path of a program that a dependency brings. */
export const bin = (name) => join(ROOT, 'node_modules', '.bin', name);

const changedAt = (path) => (existsSync(join(ROOT, path)) ? statSync(join(ROOT, path)).mtimeMs : 0);

export function install() {
  // npm writes this file last; an install that was cut short has none.
  if (changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')) return;
  console.log('Installing dependencies …');
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

const SOURCES = ['app', 'db', 'server.ts', 'remix.config.js', 'package-lock.json', 'tsconfig.json'];

function newest(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return 0;
  const { mtimeMs } = statSync(full);
  if (!statSync(full).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(full).map((name) => newest(join(path, name))));
}

export function build() {
  if (
    changedAt('build/index.js') > Math.max(...SOURCES.map(newest)) &&
    existsSync(join(ROOT, 'public/build'))
  )
    return;
  console.log('Building …');
  run(bin('remix'), ['build'], { NODE_ENV: 'production' });
}
