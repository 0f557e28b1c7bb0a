/** One connection for one piece of work outside the pool. */
import pg from 'pg';

const CONNECT_WITHIN_MS = 5_000;

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined); // the query under way rejects as well, and says the same
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
