/** Where the embedded server lives and who runs it. PostgreSQL refuses to run as root, so root lends it another user. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export type Identity = { uid: number; gid: number };
export type Home = {
  /** The cluster's folder. */
  cluster: string;
  postgres: string;
  initdb: string;
  /** null: the server runs as ourselves. */
  identity: Identity | null;
};
type Binaries = { postgres: string; initdb: string };

// For root alone: a place that every user may enter, used when the project lies where only root may.
const OPEN_PLACE = '/var/lib/parts-dispatch';

/**
 * The cluster in `<dataDir>/postgres`. When root has put the project where another user can't enter (such as /root),
 * server and cluster go to /var/lib/parts-dispatch instead, and a note in the data folder says so.
 */
export async function reachableHome(dataDir: string, { postgres, initdb }: Binaries): Promise<Home> {
  await makeExecutable(postgres, initdb);
  const cluster = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { cluster, postgres, initdb, identity: null };
  const identity = await postgresUser();
  if ((await canEnter(identity, dataDir)) && (await canEnter(identity, dirname(postgres)))) {
    return { cluster, postgres, initdb, identity };
  }
  const place = join(OPEN_PLACE, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  await mkdir(place, { recursive: true });
  const native = dirname(dirname(postgres));
  await cp(native, join(place, 'server'), { recursive: true, force: true });
  await writeFile(join(dataDir, 'postgres-is-elsewhere.txt'), `${place}\n`);
  const bin = join(place, 'server', 'bin');
  return {
    cluster: join(place, 'postgres'),
    postgres: join(bin, basename(postgres)),
    initdb: join(bin, basename(initdb)),
    identity,
  };
}

async function makeExecutable(...files: string[]): Promise<void> {
  // npm does not always keep the bit; where the files can't be changed they had better be right.
  for (const file of files) await chmod(file, 0o755).catch(() => undefined);
}

/** The system user `postgres`, made when there is none. */
async function postgresUser(): Promise<Identity> {
  try {
    return await idsOf('postgres');
  } catch {
    await execute('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
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

async function canEnter(identity: Identity, folder: string): Promise<boolean> {
  return execute('test', ['-x', folder], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
