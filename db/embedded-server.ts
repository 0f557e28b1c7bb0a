/** Runs the server's process: finds it, starts it, restarts it when it ends unexpectedly, and stops it. */
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, openSync, statSync, truncateSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_STOP_TIMEOUT_MS } from '~/lib/time-limits';
import type { Home } from './embedded-home';
import { commandOf, exists, isHeldByAnother, pause, writePid } from './pid-lockfile';

/** Limits the log of the embedded server, which has no other rotation, to this file and one before it. */

const LONGEST_BYTES = 5_000_000;

/** On a full disk, the log stays as it is. */
export function trimLog(file: string): void {
  try {
    if (!existsSync(file) || statSync(file).size <= LONGEST_BYTES) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch {
    // The next call may succeed.
  }
}

export type Log = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
};

export type Running = { pid: number; port: number };

export type Server = {
  /** The number of times that it has ended without having been asked to. */
  failures(): number;
  stop(): Promise<void>;
  /** Stops looking after the server, which goes on running for another process. */
  release(): void;
};

const LOOK_EVERY_MS = 50;
const RESTART_AFTER_MS = 500;
const TRIM_EVERY_MS = 3_600_000;

/** Returns the server that runs on this cluster, by its own pid file. Waits for one that is stopping. */
export async function runningServer(cluster: string): Promise<Running | null> {
  const file = join(cluster, 'postmaster.pid');
  for (;;) {
    const note = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    const [pid, folder, port] = [Number(note[0]), note[1] ?? '', Number(note[3])];
    if (!pid) return null;
    if (!(await isServerOf(pid, folder))) {
      // If the pid is not in use, PostgreSQL notices itself that its file is old, and whether sessions of the
      // killed server are over. If another process has the pid, it would take that for a running server, so
      // the file is removed.
      if (exists(pid)) await rm(file, { force: true });
      return null;
    }
    if (port && note[7]?.trim() !== 'stopping') return { pid, port };
    await pause(LOOK_EVERY_MS);
  }
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  const command = await commandOf(pid);
  // On Windows the command is not known.
  return command === '' || (command?.includes(folder) ?? false);
}

type Process = { pid: number; ended: Promise<unknown> };

/** The settings to start a server of our own. */
type Start = { port: number; maxConnections: number; logFile: string };

/** Looks after the server: the one that runs already, or a new one. */
function supervise(home: Home, start: Start, log: Log, running?: Running): Server {
  const { logFile } = start;
  let stopping = false;
  let failures = 0;
  let current = running ? adopt(running, home) : launch(home, start);

  const watch = async () => {
    for (;;) {
      const how = await current.ended;
      if (isStopping()) return;
      failures += 1;
      log.warn({ how, logFile }, 'the database server has stopped; restarting it');
      await pause(RESTART_AFTER_MS);
      if (isStopping()) return;
      const another = await runningServer(home.cluster);
      current = another ? adopt(another, home) : launch(home, start);
    }
  };
  const isStopping = () => stopping;
  const watching = watch();
  const trimming = setInterval(() => trimLog(logFile), TRIM_EVERY_MS).unref();

  return {
    failures: () => failures,
    release: () => {
      stopping = true;
      clearInterval(trimming);
    },
    stop: async () => {
      stopping = true;
      clearInterval(trimming);
      signal(current.pid, 'SIGINT'); // PostgreSQL's fast shutdown: ends sessions and writes everything
      const late = setTimeout(() => {
        signal(current.pid, 'SIGQUIT');
      }, DATABASE_STOP_TIMEOUT_MS);
      await current.ended;
      await watching;
      clearTimeout(late);
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function adopt({ pid }: Running, { cluster }: Home): Process {
  const untilGone = async () => {
    while (await isServerOf(pid, cluster)) await pause(LOOK_EVERY_MS);
  };
  return { pid, ended: untilGone() };
}

function launch(home: Home, { logFile, ...start }: Start): Process {
  trimLog(logFile);
  // Opened for appending, so that the server writes at the end also after the log was trimmed.
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(home.postgres, ['-D', home.cluster, ...settings(start)], {
    ...home.identity,
    cwd: '/',
    // The server gets a process group of its own, so that Ctrl-C reaches only us. We stop the server after
    // the last request.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('exit', (code, signalName) => {
      resolve(signalName ?? code);
    });
  });
  return { pid: child.pid ?? 0, ended };
}

/** Settings for a small machine and short queries. */
const settings = ({ port, maxConnections }: Omit<Start, 'logFile'>) =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    max_logical_replication_workers: 0,
    jit: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
  }).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`]);

/**
 * Keeps track of the processes that use one embedded server. One of them looks after it; when that one ends,
 * another takes over.
 */

type Users = {
  folder: string;
  /** The lock file of the process that looks after the server. */
  ownerFile: string;
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  home: Home;
  start: Start;
  log: Log;
};

const SUPERVISE_EVERY_MS = 500;
/** Half a minute. Recovery after a crash takes less, and the server counts as running meanwhile. */
const MISSES_ALLOWED = 60;
const USER_FILE = /^user-\d+\.pid$/;

/** Call it in turn, like `lookAfter` and `leave`. */
export async function joinUsers({ folder, ownerFile, inTurn, home, start, log }: Users) {
  const ownFile = join(folder, `user-${String(process.pid)}.pid`);
  let server: Server | undefined;
  let hasLeft = false;
  let misses = 0;
  let isLooking = false;

  /** Alone sets `server`. */
  const lookAfter = async (): Promise<Server> => {
    if (server) return server;
    const running = (await runningServer(home.cluster)) ?? undefined;
    await writePid(ownerFile);
    server = supervise(home, start, log, running);
    return server;
  };
  const takeOver = async () => {
    // The start of this process may have had the turn meanwhile.
    if (hasLeft || server || (await isHeldByAnother(ownerFile))) return;
    log.warn({ port: start.port }, 'the process that looked after the database is gone; taking over');
    await lookAfter();
  };
  const look = async () => {
    if (await runningServer(home.cluster)) misses = 0;
    if (!server && !(await isHeldByAnother(ownerFile))) await inTurn(takeOver);
  };
  const timer = setInterval(() => {
    misses += 1;
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not look after the database; trying again');
      })
      .finally(() => {
        isLooking = false;
      });
  }, SUPERVISE_EVERY_MS);

  await writePid(ownFile);
  return {
    lookAfter,
    isServed: () => misses <= MISSES_ALLOWED,
    leave: async (): Promise<void> => {
      hasLeft = true;
      clearInterval(timer);
      await rm(ownFile, { force: true });
      const isLast = !(await hasOthers(folder, ownerFile));
      if (isLast && !server && (await runningServer(home.cluster))) await lookAfter();
      if (!server) return;
      if (isLast) await server.stop();
      else server.release();
      await rm(ownerFile, { force: true });
    },
  };
}

/** Also removes the files of processes that were killed. */
async function hasOthers(folder: string, ownerFile: string): Promise<boolean> {
  const files = (await readdir(folder)).filter((name) => USER_FILE.test(name));
  let found = await isHeldByAnother(ownerFile);
  for (const file of files.map((name) => join(folder, name))) {
    if (await isHeldByAnother(file)) found = true;
    else await rm(file, { force: true });
  }
  return found;
}
