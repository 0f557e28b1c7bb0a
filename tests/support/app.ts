/** Starts the built application as a process of its own, as in production. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { note } from './results';
import { waitLimit } from './slowness';

export type App = {
  origin: string;
  pid: number;
  /** Everything the application has printed so far. */
  output(): string;
  hasEnded(): boolean;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

type Options = {
  databaseUrl?: string;
  env?: Record<string, string>;
  /** The folder of the build, when it is not this project. */
  folder?: string;
  /** The limit of open files and connections. */
  openFiles?: number;
  /** The user id that runs the application; only root may set it. */
  user?: number;
};

// An embedded database has to be created first.
const READY_WITHIN_MS = waitLimit(60_000);
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
      ENV_FILE: '',
      PORT: '0',
      LOG_LEVEL: 'warn',
      REGISTRATION: 'open',
      // A busy machine must not make tests fail. The tests of this limit set a lower one.
      LONGEST_WAIT_SECONDS: String(waitLimit(9)),
      TIME_LIMIT_FACTOR: process.env.TIME_LIMIT_FACTOR,
      ...(databaseUrl && {
        // This keeps the developer's own street map out of the tests.
        DATA_DIR: '.cache/no-data',
        DATABASE_URL: databaseUrl,
        SESSION_SECRET: 'for tests only, and of sufficient length',
      }),
      ...env,
    },
    // The channel stops the application when the test process ends.
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
  note({ application: origin });
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
