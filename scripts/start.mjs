/** npm start: installs what is missing, builds what is stale, serves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { build, install, ROOT } from './prepare.mjs';

if (!install() || !build()) process.exit(1);

const server = spawn(process.execPath, [join(ROOT, 'build/index.js'), ...process.argv.slice(2)], {
  cwd: ROOT,
  // The fourth is a line to the server, which stops by itself when this process is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_ENV: 'production' },
});
// Ctrl-C reaches the server twice, as it is in the same group; it stops once.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
// A terminal that closes ends what runs in it. nohup takes the terminal away, which is all that can be seen of it: Node
// forgets which signals were ignored when it was started. npm forgets as well, and ends.
const hasTerminal = [0, 1, 2].some((file) => isatty(file));
let outlivesNpm = false;
process.on('SIGHUP', () => {
  if (hasTerminal) server.kill('SIGHUP');
  else outlivesNpm = true;
});
// npm may be killed without a word to us; started by a shell, we outlive it like any other server.
const parent = process.ppid;
const look = () => {
  if (process.ppid === parent) return;
  // A signal to the whole group may reach npm a moment before us.
  setTimeout(() => outlivesNpm || server.kill('SIGTERM'), 200).unref();
};
if (process.env.npm_lifecycle_event) setInterval(look, 500).unref();
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
