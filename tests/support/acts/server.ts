/** The PostgreSQL of a run, and the faults that happen to it. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statfsSync, statSync } from 'node:fs';
import type { Dice } from 'db/demo/dice';
import { startApp } from '../app';
import { createDatabase, queriesOf, serverRows, type TestDatabase } from '../database';
import { connectTo, findPostgres, startPostgres, startStandby, type OwnServer } from '../own-postgres';
import { postmaster } from '../postmaster';
import { smallDisk, unmount } from '../small-disk';
import { startWire } from '../wire';
import type { Instance } from './instances';

export type Queries = Pick<TestDatabase, 'url' | 'rows' | 'quietly'>;

export type Fault = (instance: Instance) => Promise<void>;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Server = { database: Queries; faults: Record<string, Fault>; stop: () => Promise<void> };

/** An act leaves less in the tables on the disk that gets full. */
const KILOBYTES_AN_ACT = 6;

/** The embedded PostgreSQL, which is crashed, killed and frozen, and whose disk gets full. */
export async function embeddedServer(acts: number, dice: Dice): Promise<Server> {
  const database = await createDatabase();
  const disk = await diskOf(database, 64 + Math.ceil((acts * KILOBYTES_AN_ACT) / 1_024));
  const server = await postmaster();
  const faults: Record<string, Fault> = {
    'PostgreSQL crashed': () => server.restart('immediate'),
    'PostgreSQL killed': () => server.restart('kill'),
    'PostgreSQL frozen': async () => {
      server.freeze();
      await pause(dice.between(500, 5_000));
      server.thaw();
    },
  };
  if (disk) {
    faults['disk full'] = async () => {
      disk.fill();
      await pause(dice.between(500, 2_500));
      disk.empty();
    };
  }
  return {
    database,
    faults,
    stop: async () => {
      await database.drop();
      await disk?.remove();
    },
  };
}

type Disk = { fill(): void; empty(): void; remove(): Promise<void> };

/** Every write of a task needs room in one of these. */
const TABLES = ['task_events', 'idempotency_keys'];
const SPACE = 'acts_disk';

/** Puts the tables on a disk of their own; null where nobody may mount one. @param megabytes enough for the whole run. */
async function diskOf(database: TestDatabase, megabytes: number): Promise<Disk | null> {
  const folder = smallDisk(megabytes);
  if (!folder) return null;
  const [found] = await serverRows<{ data_directory: string }>('show data_directory');
  const { uid, gid } = statSync(found?.data_directory ?? '');
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  await serverRows(`create tablespace ${SPACE} location '${folder}'`);
  for (const table of TABLES) await database.rows(`alter table ${table} set tablespace ${SPACE}`);
  const resize = (kilobytes: number) => {
    execFileSync('mount', ['-o', `remount,size=${String(kilobytes)}k`, folder], { stdio: 'ignore' });
  };
  const used = () => {
    const { blocks, bfree, bsize } = statfsSync(folder);
    return ((blocks - bfree) * bsize) / 1_024;
  };
  return {
    fill: () => {
      for (;;) {
        try {
          resize(Math.ceil(used()) + 64);
          return;
        } catch {
          // A file has grown in the meantime, and a disk can't be smaller than its files.
        }
      }
    },
    empty: () => {
      resize(megabytes * 1_024);
    },
    remove: async () => {
      await serverRows(`drop tablespace if exists ${SPACE}`);
      unmount(folder);
    },
  };
}

/** Debian's PostgreSQL behind an address that leads to the primary, with a synchronous replica that takes its place. */
export async function replicatedServer(): Promise<Server> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('This run needs Debian’s postgresql');
  let primary = await startPostgres(programs);
  const wire = await startWire(new URL(primary.url));
  const url = Object.assign(new URL(primary.url), { port: String(wire.port) }).href;
  const migrating = await startApp({ databaseUrl: url });
  await migrating.stop();
  let standby = await replicaOf(programs, primary);
  const database = queriesOf(url);
  return {
    database,
    faults: {
      'failover to the replica': async () => {
        await primary.crash();
        const admin = await connectTo(standby.adminUrl);
        await admin.query('select pg_promote()');
        await admin.end();
        primary = standby;
        wire.leadTo(new URL(primary.url));
        standby = await replicaOf(programs, primary);
      },
    },
    stop: async () => {
      await database.end();
      await wire.close();
      await standby.stop();
      await primary.stop();
    },
  };
}

/** Makes a replica without which nothing is committed, so that no answered act can be lost with the primary. */
async function replicaOf(programs: string, primary: OwnServer): Promise<OwnServer> {
  const standby = await startStandby(programs, primary, primary.port);
  const admin = await connectTo(primary.adminUrl);
  await admin.query("alter system set synchronous_standby_names = '*'");
  await admin.query('select pg_reload_conf()');
  for (;;) {
    const found = await admin.query("select from pg_stat_replication where sync_state = 'sync'");
    if (found.rowCount === 1) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await admin.end();
  return standby;
}
