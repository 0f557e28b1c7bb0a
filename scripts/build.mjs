/**
 * npm run build [-- FOLDER]: builds, and puts the files of a running installation into dist/ or that folder. After `npm
 * ci --omit=dev` there, it runs on any machine with Node.js, without a compiler.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build, install, ROOT } from './prepare.mjs';

const PARTS = [
  'build',
  'public',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'CHANGELOG.md',
  'deploy/command.sh',
  'deploy/parts-dispatch.service',
  'deploy/logrotate.conf',
  'docs/operating.md',
  ...['start', 'prepare', 'commit', 'application', 'tls'].map((name) => `scripts/${name}.mjs`),
];

// These are reports of the compiler, which nothing reads.
const isNeeded = (path) => !basename(path).startsWith('metafile.');

function pack(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isNeeded });
}

const [folder = 'dist'] = process.argv.slice(2);
if (install() && build()) pack(resolve(ROOT, folder));
else process.exitCode = 1;
