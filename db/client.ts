/** Opens a single connection for work outside of the pool. */
import pg from 'pg';
import { SINGLE_CONNECT_TIMEOUT_MS } from '~/lib/time-limits';
import { WITHOUT_LIMITS } from './session';

/** The lock was not available within `lock_timeout`. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03';

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
