/** Starts nginx by docs/nginx.conf, in front of these instances. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './raw';

/** Finds a program where Debian's package puts it, or on the PATH; undefined when it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
export const findNginx = () => findProgram('nginx');

/** Returns the documented file with the addresses of these instances in place of its own. */
function siteFor(ports: number[]): string {
  const addresses = ports.map((port) => `server 127.0.0.1:${String(port)}`);
  const site = readFileSync('docs/nginx.conf', 'utf8').replace(
    /^ +(server \d+\.\d+\.\d+\.\d+:\d+)(.*)$/gm,
    (_line, _address, settings: string) => {
      const address = addresses.shift();
      return address ? `    ${address}${settings}` : '';
    },
  );
  if (addresses.length > 0) throw new Error('docs/nginx.conf names fewer instances');
  return site;
}

type Size = {
  /** The number of worker processes. */
  workers: number;
  /** Connections of each worker, those to instances included. */
  connections: number;
};

export async function startNginx(
  program: string,
  ports: number[],
  { workers, connections }: Size = { workers: 1, connections: 512 },
) {
  const folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-nginx-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const site = siteFor(ports)
    .replace('listen 80;', `listen 127.0.0.1:${String(port)};`)
    .replaceAll('/var/log/nginx/', `${folder}/`);
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
      `error_log ${folder}/error.log error;`,
      `worker_processes ${String(workers)};`,
      `events { worker_connections ${String(connections)}; }`,
      `http {\n${places.join('\n')}\naccess_log ${folder}/access.log;\n${site}\n}`,
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
    /** Returns everything that nginx has logged so far. */
    logged: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('') + said,
    stop: async () => {
      child.kill('SIGQUIT');
      const late = setTimeout(() => child.kill('SIGTERM'), 1_000);
      await ended;
      clearTimeout(late);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
