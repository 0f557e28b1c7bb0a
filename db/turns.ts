/** Long work that excludes other work: who comes later waits as long as it takes, and says for whom. */
import { setTimeout as pause } from 'node:timers/promises';

/** Keys of advisory locks. */
export const SCHEMA_LOCK = 7_206_112;
export const DEMO_LOCK = 7_206_117;

const LOOK_EVERY_MS = 100;
const TELL_EVERY_MS = 10_000;

type Ask = <Row extends object>(sql: string) => Promise<Row[]>;
export type Waiting = {
  /** Gets at once and every ten seconds for whom the work waits. */
  tell?: (text: string) => void;
  /** Ends the wait. */
  isStopped?: () => boolean;
};

type Holder = { pid: number; name: string; role: string; since: string | null };

/** @param pids a condition. @returns the processes in words, and nothing if there are none. */
export async function holders(ask: Ask, pids: string): Promise<string> {
  // The times of another role's connections are hidden from most roles.
  const found = await ask<Holder>(`
    select pid, coalesce(nullif(application_name, ''), 'a connection') as name, usename as role,
      to_char(coalesce(xact_start, backend_start) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_stat_activity where ${pids} order by coalesce(xact_start, backend_start)`);
  return found
    .map(({ pid, name, role, since }) => {
      const at = since === null ? '' : `, since ${since}`;
      return `${name} (process ${String(pid)} of the role ${role}${at})`;
    })
    .join(' and ');
}

const holding = (key: number) => `
  pid in (
    select pid from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and classid = 0 and objid = ${String(key)} and objsubid = 1)`;

/**
 * Takes an advisory lock.
 * @param take one of PostgreSQL's functions that try to take one
 * @param what the work that waits
 */
export async function waitForTurn(
  ask: Ask,
  take: `pg_try_advisory_${string}`,
  key: number,
  what: string,
  { tell = () => undefined, isStopped = () => false }: Waiting = {},
): Promise<void> {
  const report = reporter(tell);
  // A statement that waits would have the limits of its connection.
  for (;;) {
    const [answer] = await ask<{ got: boolean }>(`select ${take}(${String(key)}) as got`);
    if (answer?.got) return;
    await report(async () => `${what} waits for ${(await holders(ask, holding(key))) || 'another process'}`);
    if (isStopped()) throw new Error(`${what} was stopped`);
    await pause(LOOK_EVERY_MS);
  }
}

/** @returns tells a text, at most every ten seconds. */
export function reporter(
  tell: (text: string) => void,
): (text: () => string | Promise<string>) => Promise<void> {
  let toldAt = -Infinity;
  return async (text) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    tell(await text());
  };
}
