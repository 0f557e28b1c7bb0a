/** Tests make background work due with these functions. */
import { expect, vi } from 'vitest';
import type { TestDatabase } from './database';

type Which = {
  kind: string;
  /** The lane of the jobs; all lanes without it. */
  lane?: string | number;
  /** Sets the number of tries made so far. */
  attempts?: number;
};

/** Makes jobs due that wait for a later time. Tries that are under way end first. */
export const makeDue = (
  { rows }: Pick<TestDatabase, 'rows'>,
  { kind, lane, attempts }: Which,
): Promise<void> =>
  vi.waitFor(
    async () => {
      const [state] = await rows<{ isRunning: boolean }>(
        `with chosen as (select id, state from jobs where kind = $1 and lane = coalesce($2, lane)),
         running as (select id from chosen where state = 'running'),
         due as (
           update jobs set run_at = now(), attempts = coalesce($3::integer, attempts)
           where id in (select id from chosen where state = 'waiting') and not exists (select from running))
         select exists (select from running) as "isRunning"`,
        [kind, lane === undefined ? null : String(lane), attempts ?? null],
      );
      expect(state).toEqual({ isRunning: false });
    },
    { interval: 50 },
  );

/** Ends all leases, as if their time had passed, so that another instance may take over. Call it while no job runs. */
export const endLeases = ({ rows }: Pick<TestDatabase, 'rows'>): Promise<object[]> =>
  rows("update jobs set run_at = now() where state = 'running'");
