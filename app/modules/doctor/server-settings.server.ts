/**
 * Examines settings and the locale of the database that cost data, time or finds, and looks for tables
 * without statistics for the planner.
 */
import { unknownTables } from 'db/statistics';
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
];

type Facts = {
  /** Those of `RISKS`. */
  settings: { name: string; setting: string }[];
  /** Ways to run a statement that the planner may not choose. */
  missingWays: string[];
  workMemory: number;
  lower: string;
  version: number;
};

/** Below it, lists are sorted and joined on the disk. */
const LEAST_WORK_MEMORY_KB = 1_024;

const FACTS = `
  select
    (select coalesce(json_agg(json_build_object('name', name, 'setting', setting)), '[]') from pg_settings
     where name = any($1)) as settings,
    (select coalesce(json_agg(name order by name), '[]') from pg_settings
     where name like 'enable\\_%' and setting = 'off' and boot_val = 'on') as "missingWays",
    (select setting::integer from pg_settings where name = 'work_mem') as "workMemory",
    lower('ÉCLAIR') as lower,
    current_setting('server_version_num')::integer / 10000 as version`;

export async function examineSettings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<Facts>(FACTS, [RISKS.map(({ name }) => name)]);
  const [facts] = rows;
  if (!facts) throw new Error('it returned no settings');
  const findings = [...risks(facts), ...planner(facts)];
  const names = (await unknownTables(client)).join(', ');
  return [
    ...(findings.length > 0 ? findings : [ok('Server settings', 'keep what is written, and clean up')]),
    ...accents(facts),
    ...(facts.version >= 15 ? await collation(client) : []),
    ...(names === ''
      ? []
      : [warning('Statistics', `none yet of ${names}: searches can be slow`, 'Run: analyze;')]),
  ];
}

const risks = ({ settings }: Facts): Finding[] =>
  RISKS.filter(({ name, bad }) => settings.some((each) => each.name === name && each.setting === bad)).map(
    ({ name, bad, harm }) => warning('Server settings', `${name} is ${bad}: ${harm}`, `Turn ${name} on.`),
  );

function planner({ missingWays, workMemory }: Facts): Finding[] {
  const about = 'Server settings';
  const names = missingWays.join(', ');
  return [
    ...(names === '' ? [] : [warning(about, `off: ${names}: searches can be slow`, `Turn ${names} on.`)]),
    ...(workMemory >= LEAST_WORK_MEMORY_KB
      ? []
      : [
          warning(
            about,
            `work_mem is ${String(workMemory)} kB: lists are sorted on the disk`,
            'Set work_mem to 4 MB, the default.',
          ),
        ]),
  ];
}

function accents({ lower }: Facts): Finding[] {
  if (lower === 'éclair') return [];
  const text = "letters with accents have no lower case: a search for é doesn't find É";
  return [
    warning(
      'Locale',
      text,
      "Create a database with locale 'C.UTF-8', then npm run backup and npm run restore.",
    ),
  ];
}

/** The order of texts comes from the system. After its upgrade, indexes can be in another order than searches. */
async function collation(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ isOld: boolean }>(
    `select datcollversion <> pg_database_collation_actual_version(oid) as "isOld"
     from pg_database where datname = current_database()`,
  );
  if (!rows[0]?.isOld) return [];
  const text =
    'the system sorts texts in another order than when the database was made: indexes can miss rows';
  return [warning('Locale', text, 'reindex database NAME; alter database NAME refresh collation version;')];
}
