/** npm start: installs missing packages, builds if the build is outdated, and serves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { build, install, ROOT } from './prepare.mjs';

if (process.versions.node.startsWith('20.'))
  console.log('Node.js 20 gets no more security updates. Parts Dispatch recommends Node.js 24 or 22.');
if (!install() || !build()) process.exit(1);

const server = spawn(process.execPath, [join(ROOT, 'build/index.js'), ...process.argv.slice(2)], {
  cwd: ROOT,
  // The fourth is a channel to the server. The server stops when this process is killed and the channel closes.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, NODE_ENV: 'production' },
});
// Ctrl-C reaches the server twice, because it is in the same process group. It stops once.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
// When a terminal closes, its processes should end, but not with nohup. Node.js does not know which signals were
// ignored at its start, so the missing terminal is the only sign of nohup. npm does not know either, and ends.
const hasTerminal = [0, 1, 2].some((file) => isatty(file));
let outlivesNpm = false;
process.on('SIGHUP', () => {
  if (hasTerminal) server.kill('SIGHUP');
  else outlivesNpm = true;
});
// npm may be killed without a signal to this process. Started by a shell, this process outlives it like any other
// server.
const parent = process.ppid;
const look = () => {
  if (process.ppid === parent) return;
  // A signal to the whole group may reach npm slightly before this process.
  setTimeout(() => outlivesNpm || server.kill('SIGTERM'), 200).unref();
};
if (process.env.npm_lifecycle_event) setInterval(look, 500).unref();
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
