/**
 * Runs one command of the application: npm run admin:create -- USERNAME ["FULL NAME"], npm run admin:reset -- USERNAME,
 * npm run token:create -- USERNAME NAME [DAYS], npm run message:test -- RECIPIENT, npm run backup -- [FILE], npm run restore -- FILE [--replace], npm run doctor -- [ADDRESS], npm run region -- FILE….
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { build, install, loadSettings, ROOT, run } from './prepare.mjs';

const [command, ...words] = process.argv.slice(2);
if (command === 'admin:create' && words.length === 0) {
  console.error('Usage: npm run admin:create -- username "Full Name"');
  process.exit(1);
}
// The doctor must not change anything, so it neither installs nor builds.
if (command !== 'doctor' && (!install() || !build())) process.exit(1);
if (!existsSync(join(ROOT, 'build/index.js'))) {
  console.error('There is no build yet. Run npm start or npm run build first.');
  process.exit(1);
}

/** Does not show the typed text. It reads input from a file or a pipe too. */
async function askPassword() {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: process.stdin.isTTY });
  process.stdout.write('Password (8 characters or more): ');
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

const env = { NODE_ENV: 'production' };
loadSettings();
if (command === 'admin:create' && !process.env.ADMIN_PASSWORD && !process.env.ADMIN_PASSWORD_FILE)
  env.ADMIN_PASSWORD = await askPassword();
// npm changes to the project's folder, but a file name is relative to the person's folder.
const isFile = (word) => ['backup', 'restore', 'region'].includes(command) && !word.startsWith('--');
const given = words.map((word) => (isFile(word) ? resolve(process.env.INIT_CWD ?? '.', word) : word));
if (!run(process.execPath, [join(ROOT, 'build/index.js'), command, ...given], { env })) process.exitCode = 1;
