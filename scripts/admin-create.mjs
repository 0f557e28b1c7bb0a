/** npm run admin:create -- username "Full Name": makes the first admin. The password comes from ADMIN_PASSWORD or is asked for. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { build, install, ROOT } from './prepare.mjs';

const [username, name] = process.argv.slice(2);
if (!username) {
  console.error('Usage: npm run admin:create -- username "Full Name"');
  process.exit(1);
}
if (!install() || !build()) process.exit(1);

/** Asks without showing what is typed; input that comes from a file or a pipe is read as it is. */
async function ask() {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: process.stdin.isTTY });
  process.stdout.write('Password (8 characters or more): ');
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}

const ADMIN_PASSWORD = process.env.ADMIN_PASSWORD ?? (await ask());
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'build/index.js'), 'admin:create', username, name ?? username],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production', ADMIN_PASSWORD } },
);
process.exit(status ?? 1);
