/**
 * Many acts through all faults: `npm run bench -- --acts N --seed S`. With `--without-idempotency` no act has a key, and
 * the checker must find some that were done twice. With `--replica` the database fails over to its replica.
 */
import { expect, test } from 'vitest';
import { findings, runActs } from '../support/acts/run';
import { report } from './report';

const ACTS = Number(process.env.ACTS ?? 10_000);
/** A million takes hours, so the acts can end by time. */
const SECONDS = process.env.ACTS_SECONDS === undefined ? undefined : Number(process.env.ACTS_SECONDS);
const SEED = Number(process.env.ACTS_SEED ?? Date.now() % 1_000_000);
const HAS_REPLICA = process.env.ACTS_REPLICA === 'on';
const HAS_KEYS = process.env.ACTS_KEYS !== 'off';
const A_WEEK_MS = 7 * 24 * 3_600_000;
const SHOWN = 20;

test(
  'acts of phones, dispatchers and scripts through all faults',
  async () => {
    const run = await runActs({
      acts: ACTS,
      seconds: SECONDS,
      seed: SEED,
      hasKeys: HAS_KEYS,
      hasReplica: HAS_REPLICA,
    });
    const found = findings(run);
    report(
      `acts, seed ${String(SEED)}${HAS_KEYS ? '' : ', without keys'}${HAS_REPLICA ? ', with a replica' : ''}`,
      {
        acts: String(run.acts),
        attempts: String(run.attempts),
        refused: String(run.refused),
        'acts/s': run.acts / run.seconds,
        offline: `${(run.offline * 100).toFixed(0)} %`,
        ...Object.fromEntries(Object.entries(found).map(([name, each]) => [name, String(each.length)])),
      },
    );
    for (const [name, count] of Object.entries({ ...run.faults, ...run.kinds }))
      console.log(`${String(count).padStart(9)}  ${name}`);
    for (const [sentence, count] of run.refusals) console.log(`${String(count).padStart(9)}  ${sentence}`);
    for (const [name, all] of Object.entries(found))
      for (const each of all.slice(0, SHOWN)) console.log(`${name}: ${each}`);

    if (HAS_KEYS) expect(found).toEqual({ lost: [], doubled: [], disordered: [], wrong: [], invariants: [] });
    else expect(found.doubled).not.toEqual([]);
  },
  A_WEEK_MS,
);
