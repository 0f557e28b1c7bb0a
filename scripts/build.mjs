/**
 * npm run build: builds, and puts what a running installation needs into dist/. With `npm ci --omit=dev` there, it runs on
 * any machine with Node.js, without a compiler.
 */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, install, ROOT } from './prepare.mjs';

const PARTS = [
  'build',
  'public',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'CHANGELOG.md',
  'deploy/parts-dispatch.service',
  'docs/operating.md',
  ...['start', 'prepare', 'application', 'tls', 'doctor'].map((name) => `scripts/${name}.mjs`),
];

// Only the compiler's reports of what it has made; nothing reads them.
const isNeeded = (path) => !basename(path).startsWith('metafile.');

/** Writes the built application to a folder. */
export function pack(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS.filter((name) => existsSync(join(ROOT, name))))
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isNeeded });
}

if (process.argv[1] === import.meta.filename) {
  if (install() && build()) pack(join(ROOT, 'dist'));
  else process.exitCode = 1;
}
