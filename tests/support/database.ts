import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const TEMPLATE = 'migrated_template';

export type TestDatabase = {
  url: string;
  rows<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
};

/** A fresh database of one's own: migrated, or without anything in it. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await serverRows(`create database ${name} template ${empty ? 'template0' : TEMPLATE}`);
  const url = Object.assign(new URL(server()), { pathname: `/${name}` }).href;
  return {
    url,
    rows: async <Row extends object>(sql: string, values: unknown[] = []) => once<Row>(url, sql, values),
    drop: async () => {
      await serverRows(`drop database if exists ${name} with (force)`);
    },
  };
}

function server(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('The global setup has not run');
  return url;
}

/** Asks the server itself, not one of its test databases. */
export const serverRows = <Row extends object>(sql: string): Promise<Row[]> => once<Row>(server(), sql);

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
