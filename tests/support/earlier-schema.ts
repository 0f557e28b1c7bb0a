/** A database as an earlier version has left it. */
import pg from 'pg';
import { migrations } from 'db/migrations';
import { sqlOf } from 'db/migrations/migration';

/** Makes the schema of the migrations whose names come before this one, in an empty database. */
export async function makeSchemaBefore(url: string, before: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  for (const migration of migrations.filter(({ name }) => name < before)) {
    await client.query('begin');
    await client.query(sqlOf(migration));
    await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
    await client.query('commit');
  }
  await client.end();
}
