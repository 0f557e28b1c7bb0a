/** npm start: installs what is missing, builds what is stale, serves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, install, ROOT } from './prepare.mjs';

install();
build();

const server = spawn(process.execPath, [join(ROOT, 'build/index.js'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
// Ctrl-C reaches the server by itself, being in the same group; this process only waits for it to have stopped.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT') server.kill('SIGTERM');
  });
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
