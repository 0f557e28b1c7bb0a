/** Background work as tests bring it forward. */
import type { TestDatabase } from './database';

type Which = {
  kind: string;
  /** Whose; without it, everybody's. */
  lane?: string | number;
  /** How often it has been tried by then. */
  attempts?: number;
};

/** Makes jobs due that wait for their time. */
export const makeDue = (
  { rows }: Pick<TestDatabase, 'rows'>,
  { kind, lane, attempts }: Which,
): Promise<object[]> =>
  rows(
    `update jobs set run_at = now(), attempts = coalesce($3::integer, attempts)
     where kind = $1 and lane = coalesce($2, lane) and state = 'waiting'`,
    [kind, lane === undefined ? null : String(lane), attempts ?? null],
  );

/** As if the time had passed in which nobody else may do what an instance had begun. Call it while none runs. */
export const endLeases = ({ rows }: Pick<TestDatabase, 'rows'>): Promise<object[]> =>
  rows("update jobs set run_at = now() where state = 'running'");
