/** Background work as tests bring it forward. */
import type { TestDatabase } from './database';

type Which = {
  kind: string;
  /** Whose; without it, everybody's. */
  lane?: string | number;
  /** How often it has been tried by then. */
  attempts?: number;
};

/** Makes jobs due that wait for their time, or for the end of the lease of an instance that has died. */
export const makeDue = (database: Pick<TestDatabase, 'rows'>, { kind, lane, attempts }: Which) =>
  database.rows(
    `update jobs set state = 'waiting', holder = null, run_at = now(), attempts = coalesce($3::integer, attempts)
     where kind = $1 and lane = coalesce($2, lane) and run_at is not null`,
    [kind, lane === undefined ? null : String(lane), attempts ?? null],
  );
