/** Starts Caddy by deploy/Caddyfile, without a certificate, in front of one instance. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './raw';

export async function startCaddy(program: string, port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-caddy-'));
  const file = join(folder, 'Caddyfile');
  // Caddy's own port for commands would be the same for all instances of Caddy.
  await writeFile(file, readFileSync('deploy/Caddyfile', 'utf8').replace(/^\{$/m, '{\n\tadmin off'));
  const origin = `http://127.0.0.1:${String(await freePort())}`;
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { NODE_ENV: 'production', HOME: folder, DOMAIN: origin, UPSTREAM: `127.0.0.1:${String(port)}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  while (!said.includes('serving initial configuration')) {
    if (child.exitCode !== null) throw new Error(`Caddy does not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    origin,
    /** Returns everything that Caddy has logged so far. */
    logged: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(late);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
