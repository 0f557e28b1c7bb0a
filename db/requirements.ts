/** The database must have these properties. Without one of them a rule would break later, without an error. */
import type pg from 'pg';

const LEAST_VERSION = 14;

export type Lack = {
  about: 'Database' | 'Database permissions' | 'Extension pg_trgm';
  text: string;
  advice: string;
};

export class UnfitDatabase extends Error {
  constructor([first, ...others]: [Lack, ...Lack[]]) {
    super([first, ...others].map(({ text, advice }) => `${text}. ${advice}`).join('\n'));
    this.name = 'UnfitDatabase';
  }
}

type Facts = {
  number: number;
  encoding: string;
  lower: string;
  isReplica: boolean;
  schema: string | null;
  mayCreate: boolean;
  mayCreateTables: boolean;
  mayCreateTemporary: boolean;
  isReadOnly: boolean;
  trigramSchema: string | null;
  seesTrigrams: boolean;
  offersTrigrams: boolean;
};

/** Engines that only speak PostgreSQL's protocol accept such calls and lock nothing. */
const HOLDS_LOCK = `
  select exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted) as "holdsLock"`;
const TRIAL_LOCK = 7_206_116;

const FACTS = `
  select current_setting('server_version_num')::integer / 10000 as number,
    current_setting('server_encoding') as encoding,
    lower('FILM') as lower,
    current_setting('session_replication_role') = 'replica' as "isReplica",
    current_schema() as schema,
    has_database_privilege(current_database(), 'create') as "mayCreate",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    has_database_privilege(current_database(), 'temporary') as "mayCreateTemporary",
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm') as "trigramSchema",
    exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as "seesTrigrams",
    exists (select from pg_available_extensions where name = 'pg_trgm') as "offersTrigrams"`;

/** @returns what the database lacks, in the words of an operator. */
export async function lacksOf(client: pg.Client): Promise<Lack[]> {
  const { rows } = await client.query<Facts>(FACTS);
  const [facts] = rows;
  if (!facts) throw new Error('The database returned no information about itself');
  const locks = (await holdsLocks(client)) ? [] : [NO_LOCKS];
  return [...locks, ...kind(facts), ...rights(facts), ...trigrams(facts)];
}

/** In a transaction, because a pooler may give the next one another connection. */
async function holdsLocks(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(${String(TRIAL_LOCK)}, pg_backend_pid())`);
    const { rows } = await client.query<{ holdsLock: boolean }>(HOLDS_LOCK);
    return rows[0]?.holdsLock ?? false;
  } finally {
    await client.query('rollback');
  }
}

/** @throws UnfitDatabase */
export async function requireFit(client: pg.Client): Promise<void> {
  const [first, ...others] = await lacksOf(client);
  if (first) throw new UnfitDatabase([first, ...others]);
}

const NO_LOCKS: Lack = {
  about: 'Database',
  text: 'advisory locks have no effect, so two instances could do the same work at once',
  advice: 'Use PostgreSQL itself. CockroachDB, for example, has no such locks.',
};

const ANOTHER =
  "Create one with: create database NAME encoding 'UTF8' locale 'C.UTF-8' template template0; npm run backup and npm run restore move the contents.";

function kind({ number, encoding, lower, isReplica }: Facts): Lack[] {
  const lack = (text: string, advice: string): Lack => ({ about: 'Database', text, advice });
  return [
    ...(number < LEAST_VERSION
      ? [lack(`PostgreSQL ${String(number)} is too old`, `Use PostgreSQL ${String(LEAST_VERSION)} or newer.`)]
      : []),
    ...(encoding === 'UTF8'
      ? []
      : [lack(`the database has the encoding ${encoding}, which can't store all texts`, ANOTHER)]),
    ...(lower === 'film'
      ? []
      : [
          lack(
            `the database has the locale of a language in which the lower case of FILM is ${lower}`,
            `Names would not be found. ${ANOTHER}`,
          ),
        ]),
    ...(isReplica
      ? [
          lack(
            'session_replication_role is replica: triggers and foreign keys do nothing',
            'alter role USER reset session_replication_role;',
          ),
        ]
      : []),
  ];
}

/** A standby, and a server whose provider has stopped writes, grant nothing and get their rights back. */
function rights({ schema, mayCreateTables, mayCreateTemporary, isReadOnly }: Facts): Lack[] {
  const lack = (text: string, advice: string): Lack => ({ about: 'Database permissions', text, advice });
  if (isReadOnly) return [];
  if (schema === null)
    return [
      lack(
        'the search_path of this user names no schema that it may use',
        'alter role USER reset search_path; alter schema public owner to USER;',
      ),
    ];
  if (mayCreateTables && mayCreateTemporary) return [];
  const kind = mayCreateTables ? 'temporary tables' : `tables in the schema ${schema}`;
  const advice = `alter database NAME owner to USER; alter schema ${schema} owner to USER;`;
  return [lack(`this user can't create ${kind}`, advice)];
}

function trigrams({ mayCreate, trigramSchema, seesTrigrams, offersTrigrams, isReadOnly }: Facts): Lack[] {
  const lack = (text: string, advice: string): Lack => ({ about: 'Extension pg_trgm', text, advice });
  if (seesTrigrams || isReadOnly) return [];
  if (trigramSchema !== null)
    return [
      lack(
        `pg_trgm is in the schema ${trigramSchema}, which is not in the search_path of this user`,
        `alter role USER set search_path = "$user", public, ${trigramSchema};`,
      ),
    ];
  if (!offersTrigrams)
    return [
      lack(
        'pg_trgm is missing',
        'Install the package postgresql-contrib, or enable pg_trgm at your database provider.',
      ),
    ];
  return mayCreate
    ? []
    : [
        lack(
          "pg_trgm is not installed, and this user can't install it",
          'As an administrator: create extension pg_trgm;',
        ),
      ];
}
