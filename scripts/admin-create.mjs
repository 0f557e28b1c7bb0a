/** npm run admin:create -- username "Full Name": makes the first admin. The password comes from ADMIN_PASSWORD or is asked for. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { build, install, ROOT } from './prepare.mjs';

const [username, name] = process.argv.slice(2);
if (!username) {
  console.error('Usage: npm run admin:create -- username "Full Name"');
  process.exit(1);
}
install();
build();

async function ask() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question('Password (8 characters or more): ');
  } finally {
    terminal.close();
  }
}

const ADMIN_PASSWORD = process.env.ADMIN_PASSWORD ?? (await ask());
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'build/index.js'), 'admin:create', username, name ?? username],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production', ADMIN_PASSWORD } },
);
process.exit(status ?? 1);
