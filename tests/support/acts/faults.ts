/** The faults of a run: one at a time, in an order that follows from the seed, and each kind before any comes again. */
import type { Dice } from 'db/demo/dice';
import pg from 'pg';
import type { Instance } from './instances';
import type { Phone } from './phone';
import { pause, type Fault, type Server } from './server';
import type { Progress } from './world';

type Options = {
  instances: Instance[];
  phones: Phone[];
  server: Server;
  dice: Dice;
  progress: Progress;
};

/** A fault comes after so many acts. */
const EVERY = { least: 250, most: 450 };

/** @returns the number of times that each fault happened. */
export async function breakThings(options: Options): Promise<Record<string, number>> {
  const { dice, progress, instances } = options;
  const faults = Object.entries(faultsOf(options));
  const happened = Object.fromEntries(faults.map(([name]) => [name, 0]));
  while (!progress.isOver()) {
    for (const [name, happen] of dice.shuffle(faults)) {
      await progress.after(Math.round(dice.between(EVERY.least, EVERY.most) * progress.rarer));
      if (progress.isOver()) break;
      await happen(dice.pick(instances));
      happened[name] = (happened[name] ?? 0) + 1;
    }
  }
  for (const { clock } of instances) clock?.jump('+0');
  return happened;
}

function faultsOf({ phones, server, dice }: Options): Record<string, Fault> {
  return {
    'instance killed': async ({ app, start }) => {
      await app().kill();
      await start();
    },
    'instance restarted': async ({ app, start }) => {
      await app().stop();
      await start();
    },
    'instance restarted with migrations': async ({ app, start }) => {
      await app().stop();
      await takeBack(server.database);
      await start();
    },
    'instance frozen': async ({ app }) => {
      const { pid } = app();
      process.kill(pid, 'SIGSTOP');
      await pause(dice.between(500, 6_000));
      process.kill(pid, 'SIGCONT');
    },
    ...server.faults,
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
    'clock jumped by an hour': ({ clock }) => {
      clock?.jump(dice.pick(['+1h', '-1h', '+0']));
      return Promise.resolve();
    },
  };
}

/**
 * Takes migrations back. Instances of this version can work without them until the next start migrates the schema again,
 * as during an upgrade.
 */
async function takeBack(database: Server['database']): Promise<void> {
  for (;;) {
    try {
      await database.rows(WITHOUT_MIGRATIONS);
      return;
    } catch (error) {
      // The other instance may hold what is wanted here, and wait for what is locked here.
      if (!(error instanceof pg.DatabaseError && error.code === DEADLOCK)) throw error;
    }
  }
}

const DEADLOCK = '40P01';

// Several statements in one query are one transaction.
const WITHOUT_MIGRATIONS = `
  drop index tasks_address, tasks_pinned;
  create index tasks_address_key on tasks (address_key(address));
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
  delete from schema_migrations
  where name in ('0054-told-after-commit', '0072-places-of-tasks', '0073-one-index-of-addresses')`;
