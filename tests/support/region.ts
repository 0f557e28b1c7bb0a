/** Runs `npm run region` beside a running application. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Network } from './network';

/** `npm run test:long` installs Valhalla here, once. */
export const VALHALLA = resolve('.cache/valhalla');
/** Valhalla has no build for Windows or musl. */
export const hasValhalla = existsSync(VALHALLA);

type Ended = { code: number | null; text: string };
type Options = { onText?: (text: string, kill: () => void) => void; valhalla?: string };

/** @param folder the application's DATA_DIR. */
export function regionMaker(folder: string, network: Pick<Network, 'database'>) {
  return {
    region: (words: string[], { onText, valhalla = join(folder, 'none') }: Options = {}): Promise<Ended> => {
      const child = spawn(process.execPath, ['build/index.js', 'region', ...words], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          ENV_FILE: '',
          LOG_LEVEL: 'warn',
          DATA_DIR: folder,
          DATABASE_URL: network.database.url,
          SESSION_SECRET: 'for tests only, and of sufficient length',
          VALHALLA_DIR: valhalla,
        },
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (more: Buffer) => {
          text += more.toString();
          onText?.(text, () => child.kill('SIGKILL'));
        });
      return new Promise((done) => child.on('close', (code) => done({ code, text })));
    },
    /** Writes a file. @returns its path. */
    file: (name: string, contents: Buffer | string): string => {
      const path = join(folder, name);
      writeFileSync(path, contents);
      return path;
    },
  };
}

/** Returns an application's processes that compute road times. */
export function roadProcessesOf(pid: number): number[] {
  // Asked for the children of a process that has none, ps fails.
  const listed = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => parent === String(pid) && args.join(' ').includes('road-worker.js'))
    .map(([child]) => Number(child));
}
