/**
 * Settings of every connection. A role, a database or a server may have other ones by default. They are sent
 * as statements because pgbouncer accepts only the startup parameters that it knows.
 */
import { IDLE_TRANSACTION_TIMEOUT_MS, LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '~/lib/time-limits';

const ALWAYS = {
  // PostgreSQL compiles some statements because it expects more rows than there are: each write then takes a
  // second.
  jit: 'off',
  // After a lock, the next statement must see what others have committed meanwhile.
  default_transaction_isolation: 'read committed',
  // Days of positions and of remembered roads are those of UTC.
  timezone: 'UTC',
  // Dates, bytes and numbers are read as texts of these forms, also from a backup of another server.
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // Statements mean the same everywhere.
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  gin_fuzzy_search_limit: '0',
  plan_cache_mode: 'auto',
};

/**
 * Older versions do not have these limits. A transaction has limits of its own; the pool and the connection
 * that listens are idle at night.
 */
const NEWER_LIMITS =
  "select set_config(name, '0', false) from pg_settings where name in ('idle_session_timeout', 'transaction_timeout')";

const statements = (limits: Record<string, string>) =>
  [
    ...Object.entries({ ...ALWAYS, ...limits }).map(([name, value]) => `set ${name} = '${value}'`),
    NEWER_LIMITS,
  ].join(';');

export const FOR_REQUESTS = statements({
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  lock_timeout: String(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_TIMEOUT_MS),
});

/** A replica that was promoted accepts writes, which no one else would ever see. */
export const FOR_READING = `${FOR_REQUESTS};set default_transaction_read_only = on`;

/**
 * Limits are meant for requests. A migration, a backup or a restore takes as long as it needs, and whoever
 * listens has limits of its own.
 */
export const WITHOUT_LIMITS = statements({
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
});
