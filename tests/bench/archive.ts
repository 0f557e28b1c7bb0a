/** Writes an archive like that of several years: tasks, their events and the summary, as fast as PostgreSQL can. */
import pg from 'pg';
import { DRIVERS, TASK_FIELDS, TASK_VALUES } from './bed';

const AT_ONCE = 250_000;
// These ids are above those of all live tasks.
const FIRST = 1_000_000_000;

const SUMMARY = `
  insert into task_archive_summary (date, task_count, driver_counts)
  select date, sum(n)::integer, jsonb_object_agg(driver, n)
  from (select (completed_at at time zone 'America/Chicago')::date as date, coalesce(driver_id, 0)::text as driver,
          count(*)::integer as n from tasks where archived group by 1, 2) as counted
  group by date`;

// The function of the application uses regular expressions. For these addresses this one gives the same key faster.
const QUICK_KEY = `
  create or replace function address_key(address text) returns text immutable strict parallel safe language sql
  return replace(lower(address), ',', '')`;

type Archive = { rows: number; perDay: number; drivers: number };

/**
 * Fills the archive backward from yesterday, `perDay` tasks a business day, each with the events of going and
 * completing. Secondary indexes are created again afterward. Triggers are off, because the rows are right by
 * construction.
 * @returns seconds.
 */
export async function plantArchive(url: string, { rows, perDay, drivers }: Archive): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const from = performance.now();
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB';
     set max_parallel_maintenance_workers = 2`,
  );
  const indexes = await client.query<{ name: string; made: string }>(
    `select i.indexname as name, i.indexdef as made from pg_indexes i
     where i.schemaname = 'public' and i.tablename in ('tasks', 'task_events')
       and not exists (select from pg_constraint c where c.conname = i.indexname)`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  const slowKey = await one(client, "select pg_get_functiondef('address_key(text)'::regprocedure) as found");
  const key = await one(client, `select address_key(address) as found ${SAMPLE}`);
  await client.query(QUICK_KEY);
  if (key !== (await one(client, `select address_key(address) as found ${SAMPLE}`)))
    throw new Error('The quick key is not the key');
  for (let done = 0; done < rows; done += AT_ONCE) {
    const [first, last] = [done, Math.min(rows, done + AT_ONCE) - 1].map(String);
    await client.query(
      `with made as (
         insert into tasks (id, ${TASK_FIELDS}, status, driver_id, completed_by_driver_id, archived, created_at, completed_at)
         select ${String(FIRST)} + n, ${TASK_VALUES}, 'completed', d.id, d.id, true, at - interval '3 hours', at
         from generate_series(${first ?? ''}, ${last ?? ''}) n
         join ${DRIVERS} on d.i = n % ${String(drivers)}
         cross join lateral (
           select ((now() at time zone 'America/Chicago')::date - 1 - n / ${String(perDay)} + time '08:00'
                   + n % ${String(perDay)} * interval '9 hours' / ${String(perDay)}) at time zone 'America/Chicago' as at
         ) completed
         returning id, driver_id, completed_at
       )
       insert into task_events (task_id, actor_id, action, changes, version, occurred_at, created_at)
       select id, driver_id, action, jsonb_build_object('status', array[before, action]), version, at, at
       from made cross join lateral (values
         ('going', 'pending', 2, completed_at - (3 + id % 40) * interval '1 minute'),
         ('completed', 'going', 3, completed_at)) as e(action, before, version, at)`,
    );
  }
  for (const { made } of indexes.rows) await client.query(made);
  await client.query(slowKey);
  await client.query(SUMMARY);
  await client.end();
  return (performance.now() - from) / 1_000;
}

const SAMPLE = 'from tasks order by id limit 1';

async function one(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<{ found: string }>(sql);
  return rows[0]?.found ?? '';
}
