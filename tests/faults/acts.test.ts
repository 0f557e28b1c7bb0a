/** Thousands of acts through all faults. `npm run bench -- --acts N` runs more of them. */
import { expect, test } from 'vitest';
import { findings, runActs } from '../support/acts/run';
import { findPostgres } from '../support/own-postgres';
import { rounds, tell } from './installation';

const ACTS = rounds(10_000, 100_000);
const SEED = 30;
const NONE = { lost: [], doubled: [], disordered: [], wrong: [], invariants: [] };
const LONG_MS = 3_600_000;

test(
  `${String(ACTS)} acts of 40 phones, dispatchers and scripts through all faults: none lost, doubled, in another order or answered wrongly`,
  async () => {
    const run = await runActs({ acts: ACTS, seed: SEED, hasKeys: true });
    tell(
      `${String(run.acts)} acts in ${run.seconds.toFixed(0)} s, ${String(run.attempts)} attempts, ${String(run.refused)} refused, ${JSON.stringify(run.faults)}`,
    );
    expect(findings(run)).toEqual(NONE);
  },
  LONG_MS,
);

const isReplicable = findPostgres() !== undefined;
const skipped = isReplicable ? '' : ' (SKIPPED: Debian’s postgresql is not installed)';

test.skipIf(!isReplicable)(
  `the same with failovers to a synchronous replica in place of the faults of PostgreSQL${skipped}`,
  async () => {
    const run = await runActs({ acts: rounds(5_000, 50_000), seed: SEED, hasKeys: true, hasReplica: true });
    tell(
      `${String(run.acts)} acts in ${run.seconds.toFixed(0)} s with a replica, ${JSON.stringify(run.faults)}`,
    );
    expect(run.faults['failover to the replica']).toBeGreaterThan(0);
    expect(findings(run)).toEqual(NONE);
  },
  LONG_MS,
);

test(
  'the same without idempotency keys: the checker finds acts that were done twice',
  async () => {
    const { acts, doubled } = await runActs({ acts: rounds(1_500, 10_000), seed: SEED, hasKeys: false });
    tell(`without keys: ${String(doubled.length)} of ${String(acts)} acts were done twice`);
    expect(doubled).not.toEqual([]);
  },
  LONG_MS,
);

/** Each statement damages the database in one way, and the checker has to find it. */
const DAMAGES = [
  [
    'wrong',
    `update idempotency_keys set response = '{"updatedCount": 9}' where key = (
       select key from idempotency_keys where response ? 'updatedCount' limit 1)`,
  ],
  [
    'disordered',
    `with pair as (
       select min(id) as one, max(id) as other from task_events where action in ('going', 'completed')
       group by task_id, actor_id having count(*) = 2 and count(distinct action) = 2 limit 1)
     update task_events e
     set action = o.action, changes = o.changes, version = o.version, occurred_at = o.occurred_at
     from pair, task_events o where (e.id = one and o.id = other) or (e.id = other and o.id = one)`,
  ],
  [
    'doubled',
    `insert into task_events (task_id, actor_id, action, changes, version, occurred_at)
     select task_id, actor_id, action, changes, version, occurred_at from task_events where action = 'going' limit 1`,
  ],
  ['lost', `delete from task_events where id = (select max(id) from task_events where action = 'completed')`],
] as const;

test(
  'the checker finds a changed answer, a changed order, a second entry and a missing one',
  async () => {
    const inspected = await runActs({
      acts: 300,
      seed: SEED,
      hasKeys: true,
      inspect: async (database, again) => {
        for (const [finding, damage] of DAMAGES) {
          expect([finding, (await again())[finding]]).toEqual([finding, []]);
          await database.rows(damage);
          expect([finding, (await again())[finding].length > 0]).toEqual([finding, true]);
        }
      },
    });
    expect(findings(inspected)).toEqual(NONE);
  },
  LONG_MS,
);
