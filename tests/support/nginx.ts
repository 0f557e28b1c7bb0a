/** nginx as docs/nginx.conf sets it up, in front of these instances. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './raw';

/** The program, where Debian's package puts it or on the PATH; undefined where it is not installed. */
export const findNginx = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((path) => existsSync(path));

export async function startNginx(program: string, ports: number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-nginx-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const addresses = [...ports];
  const site = readFileSync('docs/nginx.conf', 'utf8')
    .replace(/server \d+\.\d+\.\d+\.\d+:\d+/g, () => `server 127.0.0.1:${String(addresses.shift())}`)
    .replace('listen 80;', `listen 127.0.0.1:${String(port)};`);
  if (addresses.length > 0 || site.includes('undefined'))
    throw new Error('docs/nginx.conf names other instances');
  const isRoot = process.getuid?.() === 0;
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    [
      ...(isRoot ? ['user root;'] : []),
      'daemon off;',
      `pid ${folder}/pid;`,
      'error_log stderr crit;',
      'events {}',
      `http {\n${places.join('\n')}\naccess_log off;\n${site}\n}`,
    ].join('\n'),
  );
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve();
    }),
  );
  const origin = `http://127.0.0.1:${String(port)}`;
  while (!(await fetch(`${origin}/healthz`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nginx does not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    origin,
    stop: async () => {
      child.kill('SIGQUIT');
      const late = setTimeout(() => child.kill('SIGTERM'), 1_000);
      await ended;
      clearTimeout(late);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
