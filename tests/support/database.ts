import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const TEMPLATE = 'migrated_template';

/** A fresh, migrated database of one's own. */
export async function createDatabase(): Promise<{
  url: string;
  rows<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('The global setup has not run');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await once(server, `create database ${name} template ${TEMPLATE}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  return {
    url,
    rows: async <Row extends object>(sql: string, values: unknown[] = []) => once<Row>(url, sql, values),
    drop: async () => {
      await once(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function once<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the query says it
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
