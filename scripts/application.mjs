/** npm run backup -- [FILE], npm run restore -- FILE [--replace], npm run admin:reset -- USERNAME: the application with one thing to do. */
import { join, resolve } from 'node:path';
import { build, install, ROOT, run } from './prepare.mjs';

if (!install() || !build()) process.exit(1);
// npm goes to the project's folder; a file is meant to be where the person is.
const from = process.env.INIT_CWD ?? '.';
const [command, ...words] = process.argv.slice(2);
const isFile = (word) => command !== 'admin:reset' && !word.startsWith('--');
const given = words.map((word) => (isFile(word) ? resolve(from, word) : word));
const env = { NODE_ENV: 'production' };
if (!run(process.execPath, [join(ROOT, 'build/index.js'), command, ...given], { env })) process.exitCode = 1;
