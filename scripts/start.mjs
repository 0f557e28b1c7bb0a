/** npm start: installs what is missing, builds what is stale, serves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, install, ROOT } from './prepare.mjs';

if (!install() || !build()) process.exit(1);

const server = spawn(process.execPath, [join(ROOT, 'build/index.js'), ...process.argv.slice(2)], {
  cwd: ROOT,
  // The fourth is a line to the server, which stops by itself when this process is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_ENV: 'production' },
});
// Ctrl-C reaches the server twice, as it is in the same group; it stops once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
// npm may be killed without a word to us; started by a shell, we outlive it like any other server.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref();
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
