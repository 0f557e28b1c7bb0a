/** Says of a migration which of its statements keep others from reading or writing while they look at all rows. */
import type { Migration } from 'db/migrations/migration';

const TABLE = String.raw`(?:table|into|from|update|on)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?(\w+)`;

type Rule = { pattern: RegExp; why: string };
const RULES: Rule[] = [
  {
    pattern: /^create (unique )?index (?!concurrently)/,
    why: 'an index locks writers out: use a step `index`',
  },
  {
    pattern: /^alter table.* generated always as \(.*\) stored/,
    why: 'a generated column rewrites the table',
  },
  {
    pattern: /^alter table.* (generated .* as identity|(small|big)?serial\b)/,
    why: 'numbers rewrite the table',
  },
  {
    pattern:
      /^alter table.*\badd\b.* default [^,]*\b(random|gen_random_uuid|clock_timestamp|nextval|uuidv\d)\b/,
    why: 'a default with another value for each row rewrites the table',
  },
  {
    pattern: /^alter table.*\balter( column)? \w+ (set data )?type\b/,
    why: 'another type rewrites the table',
  },
  {
    pattern: /^alter table(?!.* validate constraint).*\bset not null\b/,
    why: '`set not null` reads all rows: add a check as `not valid` and validate it',
  },
  {
    pattern: /^alter table.*\badd\b(?!.*not valid).*\b(check|references|foreign key)\b/,
    why: 'a new rule reads all rows under a lock: add it as `not valid`, and validate it in another step',
  },
  {
    pattern: /^alter table.*\badd\b.*\b(unique|primary key|exclude)\b(?!.*using index)/,
    why: 'a unique rule makes an index: make it first, and add the rule `using index`',
  },
  { pattern: /^(with .*)?(update|delete from) /, why: 'it changes all rows at once: use a step `fill`' },
  {
    pattern: /^(vacuum full|cluster|lock table|refresh materialized view(?! concurrently))/,
    why: 'it locks everybody out',
  },
  { pattern: /^reindex (?!.*concurrently)/, why: 'it locks writers out' },
];

const statementsOf = (sql: string) =>
  sql
    .replace(/--[^\n]*/g, '')
    // The text of a function runs later.
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((each) => each.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((each) => each !== '');

const textsOf = (migration: Migration) =>
  'up' in migration ? [migration.up] : migration.steps.flatMap((step) => ('sql' in step ? [step.sql] : []));

/** @returns a sentence for each statement that stops others. Tables that the migration makes itself have no rows. */
export function faultsOf(migration: Migration): string[] {
  if ('rewrites' in migration && migration.rewrites) return [];
  const statements = textsOf(migration).flatMap(statementsOf);
  const made = statements.flatMap((each) => /^create table (?:if not exists )?(\w+)/.exec(each)?.[1] ?? []);
  const tableOf = (statement: string) => new RegExp(TABLE).exec(statement)?.[1] ?? '';
  const statementsInUse = statements.filter((each) => !made.includes(tableOf(each)));
  const faults = statementsInUse.flatMap((each) =>
    RULES.filter(({ pattern }) => pattern.test(each)).map(({ why }) => `${each.slice(0, 100)}: ${why}`),
  );
  const altered = new Set(
    ('up' in migration ? statementsInUse : []).filter((each) => each.startsWith('alter table')).map(tableOf),
  );
  if (altered.size > 1)
    faults.push(`it holds ${[...altered].join(' while it waits for ')}: make a migration for each`);
  return faults;
}
