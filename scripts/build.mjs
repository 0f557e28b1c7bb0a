/**
 * npm run build [-- FOLDER]: builds, and puts the files of a running installation into dist/ or that folder. After `npm
 * ci --omit=dev` there, it runs on any machine with Node.js, without a compiler.
 */
import { resolve } from 'node:path';
import { build, install, ROOT } from './prepare.mjs';

const [folder = 'dist'] = process.argv.slice(2);
// The import is here, because at the top nothing may be installed yet.
const isDone = install() && build() && (await import('./pack.mjs')).pack(resolve(ROOT, folder));
if (!isDone) process.exitCode = 1;
