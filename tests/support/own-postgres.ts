/** Starts a PostgreSQL like an operator's own, from Debian with its default settings, and pgbouncer in front of it. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './raw';

const VERSIONS = '/usr/lib/postgresql';
/** Older versions do not count the compilations. */
const LEAST_VERSION = 15;

/** Returns the folder of PostgreSQL's programs; undefined when it is not installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
  const newest = Math.max(...versions);
  return newest >= LEAST_VERSION ? join(VERSIONS, String(newest), 'bin') : undefined;
}

export const findBouncer = (): string | undefined =>
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

type Service = { url: string; stop(): Promise<void> };

const ROLE = 'parts';
const PASSWORD = 'parts';
const urlOf = (port: number, user = ROLE, database = ROLE) =>
  `postgres://${user}:${PASSWORD}@127.0.0.1:${String(port)}/${database}`;

/** Neither program runs as root, so another user runs it. */
function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const of = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: of('-u'), gid: of('-g') };
}

async function ownFolder(wanted?: string): Promise<string> {
  const folder = wanted ?? (await mkdtemp(join(tmpdir(), 'parts-dispatch-own-')));
  const { uid, gid } = identity();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  await chmod(folder, 0o700);
  return folder;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals, folder: string): Promise<void> {
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await end;
  await rm(folder, { recursive: true, force: true });
}

export type OwnServer = Service & {
  /** The address of the administrator's database, or of another one. */
  adminUrlOf(database?: string): string;
  adminUrl: string;
  role: string;
  port: number;
  /** Ends it without writing anything more, and deletes it. */
  crash(): Promise<void>;
};

const serverAt = (port: number, child: ChildProcess, folder: string): OwnServer => {
  const adminUrlOf = (database = 'postgres') => urlOf(port, 'postgres', database);
  return {
    url: urlOf(port),
    adminUrl: adminUrlOf(),
    adminUrlOf,
    role: ROLE,
    port,
    stop: () => ended(child, 'SIGINT', folder),
    crash: () => ended(child, 'SIGQUIT', folder),
  };
};

type Options = {
  /** An empty folder; otherwise a new one. */
  folder?: string | undefined;
  /** Options of initdb, instead of the encoding and locale of most servers. */
  initdb?: string[];
  settings?: Record<string, string>;
};

/** Starts a server whose database belongs to a role without further rights. */
export async function startPostgres(
  programs: string,
  { folder: wanted, initdb = ['--encoding=UTF8', '--locale=C.UTF-8'], settings: more = {} }: Options = {},
): Promise<OwnServer> {
  const folder = await ownFolder(wanted);
  const cluster = join(folder, 'postgres');
  const as = { ...identity(), cwd: '/' };
  execFileSync(join(programs, 'initdb'), ['--pgdata', cluster, '--username', 'postgres', ...initdb], {
    ...as,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = [
    `port=${String(port)}`,
    `unix_socket_directories=${folder}`,
    // A power failure would lose these databases, which does not matter.
    'fsync=off',
    'full_page_writes=off',
    ...Object.entries(more).map(([name, value]) => `${name}=${value}`),
  ].flatMap((each) => ['-c', each]);
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings], { ...as, stdio: 'ignore' });
  const server = serverAt(port, child, folder);
  const admin = await connectTo(server.adminUrl);
  await admin.query(`create role ${ROLE} login password '${PASSWORD}'`);
  // The tests empty their databases without triggers.
  await admin.query(`grant set on parameter session_replication_role to ${ROLE}`);
  await admin.query(`create database ${ROLE} owner ${ROLE}`);
  await admin.end();
  return server;
}

/** It can only be read until it is promoted. */
export type Standby = OwnServer & {
  /** The address of the application's database there, for a user that can only read. */
  readerUrl: string;
};

const READER = 'reader';

/**
 * Starts a streaming replica of a server. @param port a port that leads to the server, so that a test can cut the
 * line.
 */
export async function startStandby(programs: string, server: OwnServer, port: number): Promise<Standby> {
  const folder = await ownFolder();
  const cluster = join(folder, 'postgres');
  const as = { ...identity(), cwd: '/' };
  const admin = await connectTo(server.adminUrl);
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [READER]);
  if (rowCount === 0)
    await admin.query(`create role ${READER} login password '${PASSWORD}' in role pg_read_all_data`);
  await admin.end();
  const from = `host=127.0.0.1 port=${String(port)} user=postgres`;
  const copy = ['-d', from, '-D', cluster, '-R', '-c', 'fast'];
  await promisify(execFile)(join(programs, 'pg_basebackup'), copy, as);
  const own = await freePort();
  const settings = [`port=${String(own)}`, `unix_socket_directories=${folder}`, 'fsync=off'];
  // It looks for the server so often again after a cut.
  settings.push('wal_retrieve_retry_interval=500ms');
  const words = ['-D', cluster, ...settings.flatMap((each) => ['-c', each])];
  const child = spawn(join(programs, 'postgres'), words, { ...as, stdio: 'ignore' });
  const standby = serverAt(own, child, folder);
  await (await connectTo(standby.adminUrl)).end();
  return { ...standby, readerUrl: urlOf(own, READER) };
}

/** Starts pgbouncer with session pooling and no other setting. */
export async function startBouncer(program: string, server: { port: number }): Promise<Service> {
  const folder = await ownFolder();
  const port = await freePort();
  const users = join(folder, 'users');
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${ROLE}" "${PASSWORD}"\n`, { mode: 0o644 });
  await writeFile(
    config,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${String(server.port)}`,
      '[pgbouncer]',
      `listen_port = ${String(port)}`,
      'listen_addr = 127.0.0.1',
      'unix_socket_dir =',
      `auth_file = ${users}`,
      'auth_type = plain',
      'pool_mode = session',
    ].join('\n'),
  );
  const child = spawn(program, [config], { ...identity(), cwd: '/', stdio: 'ignore' });
  await (await connectTo(urlOf(port))).end();
  return { url: urlOf(port), stop: () => ended(child, 'SIGINT', folder) };
}

/** Waits until the server accepts connections. */
export async function connectTo(url: string): Promise<pg.Client> {
  const giveUpAt = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** @returns what `npm run doctor` prints. */
export const doctor = (databaseUrl: string, more: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production' as const,
      ENV_FILE: '',
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'for tests only, and of sufficient length',
      PORT: '0',
      ...more,
    };
    execFile(process.execPath, ['build/index.js', 'doctor'], { env }, (_error, stdout) => {
      resolve(stdout);
    });
  });
