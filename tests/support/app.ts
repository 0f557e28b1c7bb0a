/** The built application as a process of its own, as in production. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export type App = {
  origin: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  hasEnded(): boolean;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
};

type Options = {
  databaseUrl?: string;
  env?: Record<string, string>;
  /** Where the build is, when not in this project. */
  folder?: string;
  /** As many files and connections as the system lets it have open. */
  openFiles?: number;
  /** Who runs it; only root may say so. */
  user?: number;
};

// With an embedded database there is a cluster to make first.
const READY_WITHIN_MS = 60_000;
const READY = /ready at (https?:\/\/localhost:\d+)/;

export async function startApp({
  databaseUrl,
  env = {},
  folder = '.',
  openFiles,
  user,
}: Options): Promise<App> {
  const [program, args]: [string, string[]] = openFiles
    ? ['sh', ['-c', `ulimit -n ${String(openFiles)} && exec "$0" build/index.js`, process.execPath]]
    : [process.execPath, ['build/index.js']];
  const child = spawn(program, args, {
    cwd: folder,
    ...(user !== undefined && { uid: user, gid: user }),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'warn',
      REGISTRATION: 'open',
      // A busy machine is no failure; what is refused in time is tested where it is the rule.
      LONGEST_WAIT_SECONDS: '25',
      ...(databaseUrl && {
        // Not the developer's own street map.
        DATA_DIR: '.cache/no-data',
        DATABASE_URL: databaseUrl,
        SESSION_SECRET: 'for tests only, and of sufficient length',
      }),
      ...env,
    },
    // With a channel to us it stops when we are gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  let late: NodeJS.Timeout;
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const origin = READY.exec(line)?.[1];
        if (origin) resolve(origin);
      });
    }
    child.once('exit', (code) => {
      reject(new Error(`The app ended with ${String(code)}:\n${lines.join('\n')}`));
    });
    late = setTimeout(() => {
      reject(new Error(`The app is not ready:\n${lines.join('\n')}`));
      child.kill('SIGKILL');
    }, READY_WITHIN_MS);
  });
  const origin = await ready.finally(() => {
    clearTimeout(late);
  });
  return {
    origin,
    pid: child.pid ?? NaN,
    output: () => lines.join('\n'),
    hasEnded: () => hasEnded(child),
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (hasEnded(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}
