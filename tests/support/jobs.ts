/** Tests make background work due with these functions. */
import type { TestDatabase } from './database';

type Which = {
  kind: string;
  /** The lane of the jobs; all lanes without it. */
  lane?: string | number;
  /** Sets the number of tries made so far. */
  attempts?: number;
};

/** Makes jobs due that wait for a later time. */
export const makeDue = (
  { rows }: Pick<TestDatabase, 'rows'>,
  { kind, lane, attempts }: Which,
): Promise<object[]> =>
  rows(
    `update jobs set run_at = now(), attempts = coalesce($3::integer, attempts)
     where kind = $1 and lane = coalesce($2, lane) and state = 'waiting'`,
    [kind, lane === undefined ? null : String(lane), attempts ?? null],
  );

/** Ends all leases, as if their time had passed, so that another instance may take over. Call it while no job runs. */
export const endLeases = ({ rows }: Pick<TestDatabase, 'rows'>): Promise<object[]> =>
  rows("update jobs set run_at = now() where state = 'running'");
