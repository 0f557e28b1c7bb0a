/** Opens a single connection for work outside of the pool. */
import pg from 'pg';
import { SINGLE_CONNECT_TIMEOUT_MS } from '~/lib/time-limits';

/**
 * With its default settings, PostgreSQL compiles some statements because it expects more rows than there are:
 * each write then takes a second. This is sent as a statement because pgbouncer accepts only the startup
 * parameters that it knows.
 */
export const WITHOUT_COMPILER = 'set jit = off';

/**
 * Limits of a role or server are meant for requests. A migration, a backup or a restore takes as long as it
 * needs.
 */
const WITHOUT_LIMITS = [
  WITHOUT_COMPILER,
  "set default_transaction_isolation = 'read committed'",
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(
    (name) => `set ${name} = 0`,
  ),
].join(';');

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
