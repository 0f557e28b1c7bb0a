/**
 * Examines settings of the database server that cost data or time, and finds tables without statistics for
 * the planner.
 */
import type pg from 'pg';
import { ok, warning, type Finding } from './check';

type Risk = { name: string; bad: string; harm: string };

const LOSS = 'after a power failure, acknowledged changes can be lost';
const RISKS: Risk[] = [
  { name: 'fsync', bad: 'off', harm: 'after a power failure, the database can be damaged' },
  { name: 'full_page_writes', bad: 'off', harm: 'after a power failure, the database can be damaged' },
  { name: 'synchronous_commit', bad: 'off', harm: LOSS },
  { name: 'autovacuum', bad: 'off', harm: 'tables only grow, and searches become slow' },
  { name: 'track_counts', bad: 'off', harm: 'autovacuum does nothing: tables only grow' },
  { name: 'standard_conforming_strings', bad: 'off', harm: 'texts with a backslash can be misread' },
];

/** A smaller table is read as a whole anyway. */
const LEAST_BYTES = 1_000_000;

// The view shows this user's own tables, which are all of ours.
const UNKNOWN_TABLES = `
  select coalesce(string_agg(relname, ', ' order by relname), '') as names from pg_class c
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_relation_size(oid) > ${String(LEAST_BYTES)}
    and not exists (select from pg_stats s where s.schemaname = current_schema() and s.tablename = c.relname)`;

export async function examineSettings(client: pg.Client): Promise<Finding[]> {
  const { rows: settings } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [RISKS.map(({ name }) => name)],
  );
  const findings = RISKS.filter(({ name, bad }) =>
    settings.some((each) => each.name === name && each.setting === bad),
  ).map(({ name, bad, harm }) =>
    warning('Server settings', `${name} is ${bad}: ${harm}`, `Turn ${name} on.`),
  );
  const { rows } = await client.query<{ names: string }>(UNKNOWN_TABLES);
  const names = rows[0]?.names ?? '';
  return [
    ...(findings.length > 0 ? findings : [ok('Server settings', 'keep what is written, and clean up')]),
    ...(names === ''
      ? []
      : [warning('Statistics', `none yet of ${names}: searches can be slow`, 'Run: analyze;')]),
  ];
}
