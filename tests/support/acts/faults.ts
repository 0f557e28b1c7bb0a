/** The faults of a run: one at a time, in an order that follows from the seed, and each kind before any comes again. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, statfsSync, statSync } from 'node:fs';
import type { Dice } from 'db/demo/dice';
import { serverRows, type TestDatabase } from '../database';
import type { Postmaster } from '../postmaster';
import { smallDisk, unmount } from '../small-disk';
import type { Instance } from './instances';
import type { Phone } from './phone';
import type { Progress } from './world';

type Options = {
  instances: Instance[];
  phones: Phone[];
  database: TestDatabase;
  disk: Disk | null;
  server: Postmaster;
  dice: Dice;
  progress: Progress;
};

type Fault = (instance: Instance) => Promise<void>;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A fault comes after so many acts. */
const EVERY = { least: 250, most: 450 };

/** @returns the number of times that each fault happened. */
export async function breakThings(options: Options): Promise<Record<string, number>> {
  const { dice, progress, instances } = options;
  const faults = Object.entries(faultsOf(options));
  const happened = Object.fromEntries(faults.map(([name]) => [name, 0]));
  while (!progress.isOver()) {
    for (const [name, happen] of dice.shuffle(faults)) {
      await progress.after(dice.between(EVERY.least, EVERY.most));
      if (progress.isOver()) break;
      await happen(dice.pick(instances));
      happened[name] = (happened[name] ?? 0) + 1;
    }
  }
  for (const { clock } of instances) clock?.jump('+0');
  return happened;
}

function faultsOf({ phones, database, disk, server, dice }: Options): Record<string, Fault> {
  const faults: Record<string, Fault> = {
    'instance killed': async ({ app, start }) => {
      await app().kill();
      await start();
    },
    'instance restarted': async ({ app, start }) => {
      await app().stop();
      await start();
    },
    'instance restarted with a migration': async ({ app, start }) => {
      await app().stop();
      await database.rows(BEFORE_LAST_MIGRATION);
      await start();
    },
    'instance frozen': async ({ app }) => {
      const { pid } = app();
      process.kill(pid, 'SIGSTOP');
      await pause(dice.between(500, 6_000));
      process.kill(pid, 'SIGCONT');
    },
    'PostgreSQL crashed': () => server.restart('immediate'),
    'PostgreSQL killed': () => server.restart('kill'),
    'PostgreSQL frozen': async () => {
      server.freeze();
      await pause(dice.between(500, 5_000));
      server.thaw();
    },
    'line to the database cut': async ({ toDatabase }) => {
      toDatabase.cut();
      await pause(dice.between(100, 2_000));
      toDatabase.mend();
    },
    'line to the database silent': async ({ toDatabase }) => {
      toDatabase.silence();
      await pause(dice.between(500, 3_000));
      toDatabase.mend();
    },
    'line to clients cut': async ({ toClients }) => {
      toClients.cut();
      await pause(dice.between(100, 2_000));
      toClients.mend();
    },
    'phones loaded again': () => {
      for (const phone of dice.shuffle(phones).slice(0, 10)) phone.reload();
      return Promise.resolve();
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
    ...faults,
    'clock jumped by an hour': ({ clock }) => {
      clock?.jump(dice.pick(['+1h', '-1h', '+0']));
      return Promise.resolve();
    },
  };
}

/**
 * The schema as the last migration found it. Instances of this version can work with it until the next start migrates it
 * again, as during an upgrade.
 */
const BEFORE_LAST_MIGRATION = `
  begin;
  create or replace function tell_of_jobs() returns trigger language plpgsql as $$
  begin
    perform pg_notify('jobs', kind || ' ' || greatest(0, ceil(extract(epoch from min(run_at) - now()) * 1000)))
    from written where tg_op = 'INSERT' and run_at is not null or state = 'waiting' and run_at <= now() group by kind;
    return null;
  end $$;
  create or replace function tell_of_rows() returns trigger language plpgsql as $$
  begin
    perform pg_notify('jobs', tg_argv[0] || ' 0');
    return null;
  end $$;
  drop function notifies_in_commit();
  delete from schema_migrations where name = '0054-told-after-commit';
  commit`;

export type Disk = { fill(): void; empty(): void; remove(): Promise<void> };

/** Every write of a task needs room in one of these. */
const TABLES = ['task_events', 'idempotency_keys'];
const SPACE = 'acts_disk';

/** Puts the tables on a disk of their own; null where nobody may mount one. @param megabytes enough for the whole run. */
export async function diskOf(database: TestDatabase, megabytes: number): Promise<Disk | null> {
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
