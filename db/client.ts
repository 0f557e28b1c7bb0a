/** Opens a single connection for work outside of the pool. */
import pg from 'pg';
import { SINGLE_CONNECT_TIMEOUT_MS } from '~/lib/time-limits';
import { WITHOUT_LIMITS } from './session';

/** The codes for a lock that was not available within `lock_timeout`, and for a deadlock. */
const LOCKED_OUT = new Set(['55P03', '40P01']);

/** True when other transactions hold the locks that a transaction needs. It may succeed when it is tried again. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && LOCKED_OUT.has(error.code ?? '');

/** Runs statements without values. */
export const asking =
  (client: pg.Client) =>
  async <Row extends object>(sql: string): Promise<Row[]> =>
    (await client.query<Row>(sql)).rows;

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: SINGLE_CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined); // the query under way rejects with the same error
  await client.connect();
  try {
    await client.query(WITHOUT_LIMITS);
    return await work(client);
  } finally {
    await client.end();
  }
}
