/** Thousands of acts through all faults. `npm run bench -- --acts N` runs more of them. */
import { expect, test } from 'vitest';
import { runActs } from '../support/acts/run';
import { rounds, tell } from './installation';

const ACTS = Number(process.env.TRY_ACTS ?? 10_000);
const SEED = 30;

test(`${String(ACTS)} acts of 40 phones, dispatchers and scripts through all faults: none lost, doubled, in another order or answered wrongly`, async () => {
  const { lost, doubled, disordered, wrong, invariants, ...run } = await runActs({
    acts: ACTS,
    seed: SEED,
    hasKeys: true,
  });
  tell(
    `${String(run.acts)} acts in ${run.seconds.toFixed(0)} s, ${String(run.attempts)} attempts, ${String(run.refused)} refused; offline ${(run.offline * 100).toFixed(0)} %`,
  );
  tell(JSON.stringify([run.faults, run.kinds, run.refusals.slice(0, 30)], null, 1));
  expect({ lost, doubled, disordered, wrong, invariants }).toEqual({
    lost: [],
    doubled: [],
    disordered: [],
    wrong: [],
    invariants: [],
  });
}, 1_800_000);

test('the same without idempotency keys: the checker finds acts that were done twice', async () => {
  const { acts, doubled } = await runActs({ acts: rounds(1_500, 10_000), seed: SEED, hasKeys: false });
  tell(`without keys: ${String(doubled.length)} of ${String(acts)} acts were done twice`);
  expect(doubled.length).toBeGreaterThan(0);
}, 1_800_000);
