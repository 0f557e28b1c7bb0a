/**
 * Examines the database: reachable, version, clock, rights, extension, connections, migrations. Only reads.
 */
import { withClient } from 'db/client';
import { embeddedAddress } from 'db/embedded-home';
import { LISTENER_NAME } from 'db/listen';
import { migrations } from 'db/migrations';
import { lacksOf, type Lack } from 'db/requirements';
import { replicaStateBy } from 'db/replica';
import pg from 'pg';
import { REPLICA_LATE_MS } from '~/lib/time-limits';
import { Network } from '~/domain/network/settings/schema';
import { env } from '~/process/env.server';
import { otherDatabase } from '~/process/own-database.server';
import { ok, reasonOf, warning, wrong, type Finding } from './check';
import { examinePast } from './past.server';
import { examineSettings } from './server-settings.server';

const ABOUT = 'Database';
/** One instance needs this many: its pool and the connection that listens. */
const CONNECTIONS = 11;
const RAISE_LIMIT = `Raise max_connections, or the limit of the user or database; each instance needs ${String(CONNECTIONS)}.`;
const TOO_MANY_CONNECTIONS = '53300';
const CLOCK_MS = 2_000;

export async function examineDatabase(): Promise<Finding[]> {
  const other = otherDatabase();
  if (other) return [wrong(ABOUT, other, 'Set DATABASE_URL and SESSION_SECRET as for the application.')];
  const url = env.DATABASE_URL ?? (await embeddedAddress(env.DATA_DIR));
  if (url === null)
    return [
      ok(
        ABOUT,
        'the embedded PostgreSQL is not running; npm start starts it (and creates it the first time)',
      ),
    ];
  try {
    return [...(await withClient(url, examine)), ...(await examineReplica(url))];
  } catch (error) {
    const isFull = error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
    if (isFull) return [wrong(ABOUT, `no answer: ${reasonOf(error)}`, RAISE_LIMIT)];
    const advice = env.DATABASE_URL
      ? adviceFor(error, url)
      : 'See postgres.log in DATA_DIR, then start the application.';
    return [wrong(ABOUT, `no answer: ${reasonOf(error)}`, advice)];
  }
}

/** By the code of PostgreSQL's error; without one no PostgreSQL has answered. */
function adviceFor(error: unknown, url: string): string {
  const { username, pathname } = new URL(url);
  const [user, name] = [
    decodeURIComponent(username) || 'USER',
    decodeURIComponent(pathname.slice(1)) || 'NAME',
  ];
  switch (error instanceof pg.DatabaseError ? error.code : undefined) {
    case '3D000':
      return `PostgreSQL answers, but has no such database. Correct the name in DATABASE_URL, or create it: create database "${name}" owner "${user}";`;
    case '28P01':
      return 'PostgreSQL answers. Correct the user or the password in DATABASE_URL.';
    case '28000':
      return 'PostgreSQL answers, but does not let this user in. Correct the user in DATABASE_URL, or allow it in pg_hba.conf.';
    case '42501':
      return `PostgreSQL answers, but this user may not use the database: grant all on database "${name}" to "${user}";`;
    case undefined:
    default:
      return 'Check the host, port, name, and password in DATABASE_URL, and any firewall in between.';
  }
}

async function examineReplica(url: string): Promise<Finding[]> {
  if (!env.DATABASE_READ_URL) return [];
  const about = 'Read replica';
  const state = await replicaStateBy(url, env.DATABASE_READ_URL, REPLICA_LATE_MS);
  if (state.kind === 'current') return [ok(about, 'has everything that the primary has')];
  if (state.kind === 'late') {
    const text = `is ${String(Math.round(state.ms / 1_000))} s behind the primary`;
    return [
      warning(about, text, 'Pages say how old they are. See how busy it is, and its line to the primary.'),
    ];
  }
  const advice = 'The primary answers instead. See docs/operating.md, "Read replica".';
  return [warning(about, state.why, advice)];
}

type Facts = {
  version: string;
  offset: number;
  isStandby: boolean;
  isReadOnly: boolean;
  /** From the rule of a role in this database, of the role, or of the database; null: from the server's settings. */
  readOnlyBy: string | null;
  encoding: string;
  hasTrigrams: boolean;
  /** The tightest limit of connections (of the server, role or database), and how many of them others use. */
  most: number;
  others: number;
  instances: number;
  hasLog: boolean;
  compiles: boolean;
};

/** The kind of a session is hidden when it belongs to another role. */
const FACTS = `
  with clients as (
    select datname, usename from pg_stat_activity
    where datname is not null and usename is not null and coalesce(backend_type, 'client backend') = 'client backend'
      and pid <> pg_backend_pid()
      and not (datname = current_database() and application_name in ('parts-dispatch', '${LISTENER_NAME}'))),
  room as (
    select most, others from (
      select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer,
        (select count(*)::integer from clients)
      union all
      select nullif(rolconnlimit, -1), (select count(*)::integer from clients where usename = rolname)
      from pg_roles where rolname = current_user
      union all
      select nullif(datconnlimit, -1), (select count(*)::integer from clients c where c.datname = d.datname)
      from pg_database d where d.datname = current_database()) limits(most, others)
    where most is not null order by most - others limit 1)
  select split_part(current_setting('server_version'), ' ', 1) as version,
    extract(epoch from clock_timestamp())::float8 * 1000 as offset,
    pg_is_in_recovery() as "isStandby",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    (select case when setrole = 0 then format('alter database %I', current_database())
        when setdatabase = 0 then format('alter role %I', current_user)
        else format('alter role %I in database %I', current_user, current_database()) end
      from pg_db_role_setting
      where setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and setrole in (0, (select oid from pg_roles where rolname = current_user))
        and exists (select from unnest(setconfig) as c where c ~ '^default_transaction_read_only=(on|true|yes|1)')
      order by setrole <> 0 desc, setdatabase <> 0 desc limit 1) as "readOnlyBy",
    current_setting('server_encoding') as encoding,
    exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
    room.most, room.others,
    (select count(*)::integer from pg_stat_activity
     where datname = current_database() and application_name = '${LISTENER_NAME}') as instances,
    to_regclass('schema_migrations') is not null as "hasLog",
    pg_jit_available() as compiles
  from room`;

async function examine(client: pg.Client): Promise<Finding[]> {
  const before = Date.now();
  const {
    rows: [facts],
  } = await client.query<Facts>(FACTS);
  if (!facts) throw new Error('it returned no information about itself');
  // The database read its clock at some moment between the request and the answer.
  const apart = Math.max(before - facts.offset, facts.offset - Date.now(), 0);
  const lacks = await lacksOf(client);
  const unless = (about: Lack['about'], finding: Finding) => {
    const found = lacks.filter((each) => each.about === about);
    return found.length > 0 ? found.map(({ text, advice }) => wrong(about, text, advice)) : [finding];
  };
  return [
    ...unless(ABOUT, ok(ABOUT, `PostgreSQL ${facts.version}, ${facts.encoding}`)),
    clock(apart),
    ...unless('Database permissions', rights(facts)),
    ...unless('Extension pg_trgm', extension(facts)),
    compiler(facts),
    room(facts),
    ...(await examineSettings(client)),
    await timeZone(client),
    ...(await state(client, facts)),
  ];
}

function clock(apart: number): Finding {
  const about = 'Clock';
  if (apart < CLOCK_MS) return ok(about, 'matches the database clock');
  const text = `${String(Math.round(apart / 1_000))} s off from the database clock`;
  const advice = 'Turn on time synchronization on both machines (timedatectl set-ntp true).';
  return apart < 60_000 ? warning(about, text, advice) : wrong(about, text, advice);
}

function rights({ isStandby, isReadOnly, readOnlyBy }: Facts): Finding {
  const about = 'Database permissions';
  const text = 'the database is read-only';
  if (isStandby) return wrong(about, text, 'Set DATABASE_URL to the primary server.');
  if (!isReadOnly) return ok(about, 'tables and extensions can be created');
  const reset = `${readOnlyBy ?? 'alter system'} reset default_transaction_read_only;`;
  const reload = readOnlyBy === null ? ' select pg_reload_conf();' : '';
  return wrong(
    about,
    text,
    `default_transaction_read_only is on. Unless the provider has stopped writes (a full disk): ${reset}${reload}`,
  );
}

function extension({ hasTrigrams }: Facts): Finding {
  return ok('Extension pg_trgm', hasTrigrams ? 'installed' : 'available; the first start will install it');
}

/** Each of our connections turns the compiler off, but a pooler may not pass that on. */
function compiler({ compiles }: Facts): Finding {
  const about = 'Compiler (JIT)';
  if (!compiles) return ok(about, 'off');
  const text = 'on, although the connection has turned it off: each write takes a second';
  return warning(about, text, 'alter role USER set jit = off; and see docs/operating.md about poolers.');
}

/** Our own open connections are not added: they are part of what the instances need. */
function room({ most, others, instances }: Facts): Finding {
  const needed = CONNECTIONS * Math.max(instances, 1);
  const text = `${String(most)} allowed, ${String(others)} used by others, up to ${String(needed)} needed`;
  if (most - others >= needed) return ok('Connections', text);
  return warning('Connections', text, RAISE_LIMIT);
}

/** A chosen or restored time zone takes effect with the next start. */
async function timeZone(client: pg.Client): Promise<Finding> {
  const reading = client.query<{ value: unknown }>("select value from settings where name = 'network'");
  // Before the first start there are no settings, and a user without rights may not read them.
  const found = await reading.catch(() => null);
  const network = Network.parse(found?.rows[0]?.value ?? {});
  const zone = env.BUSINESS_TIME_ZONE ?? network.timeZone;
  const now = new Date().toLocaleString('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
  return ok('Time zone', `${zone}, current time ${now}`);
}

async function state(client: pg.Client, { hasLog }: Facts): Promise<Finding[]> {
  const about = 'Migrations';
  if (!hasLog) return [ok(about, 'none yet; the first start creates the tables')];
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied].filter((name) => !known.has(name));
  if (newer.length > 0) {
    const text = `the database belongs to a newer version (${newer.join(', ')})`;
    return [wrong(about, text, 'Start that version, or restore the backup from before the upgrade.')];
  }
  const pending = [...known].filter((name) => !applied.has(name));
  if (pending.length === 0)
    return [ok(about, `all ${String(applied.size)} applied`), ...(await examinePast(client))];
  return [
    warning(about, `not applied: ${pending.join(', ')}`, 'Make a backup; the next start applies them.'),
  ];
}
