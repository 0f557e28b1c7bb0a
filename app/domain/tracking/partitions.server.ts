/** Makes the daily partitions of `positions` ahead of time, and drops them whole when they are old. */
import { execute, row, rows, transaction } from 'db/connection';
import { deleteSome } from '~/domain/platform/delete.server';

const DAYS_AHEAD = 2;
const PREFIX = 'positions_';
const DAY_MS = 86_400_000;

/** `positions_20260309`, in UTC. */
const nameOf = (day: Date) => PREFIX + day.toISOString().slice(0, 10).replaceAll('-', '');

const DAYS = `
  select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD')::text as day from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'positions'::regclass and c.relname ~ '^${PREFIX}[0-9]{8}$'`;

/** Makes a round: adds the partitions of today and the next days that are missing. */
export async function createPartitionsAhead(): Promise<void> {
  const today = Date.now();
  const wanted = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => new Date(today + n * DAY_MS));
  const there = new Set((await rows<{ name: string }>(DAYS)).map(({ name }) => name));
  for (const day of wanted) if (!there.has(nameOf(day))) await makeDay(day);
}

async function makeDay(day: Date): Promise<void> {
  const name = nameOf(day);
  const from = day.toISOString().slice(0, 10);
  const to = new Date(day.getTime() + DAY_MS).toISOString().slice(0, 10);
  const range = `'${from}T00:00:00Z'`;
  const end = `'${to}T00:00:00Z'`;
  await transaction(async () => {
    // Only one instance at a time makes partitions.
    await execute("select pg_advisory_xact_lock(hashtext('positions'))");
    if (await row('select where to_regclass($name) is not null', { name })) return;
    await execute(`create table ${name} (like positions including all)`);
    // Rows of the day that arrived before move along: a day can't be in two partitions.
    await execute(
      `with gone as (delete from positions_default where at >= ${range} and at < ${end} returning *)
       insert into ${name} select * from gone`,
    );
    await execute(`alter table positions attach partition ${name} for values from (${range}) to (${end})`);
  });
}

/** SQL: whole days, by UTC. */
const OLD = "at < ((now() at time zone 'UTC')::date - $days::integer) at time zone 'UTC'";

/** Drops the oldest day when it is too old, or else deletes old rows without a partition of their own. */
export async function dropOldPositions({ days, size }: { days: number; size: number }) {
  const oldest = await row<{ name: string }>(
    `select name from (${DAYS}) d where day::date < (now() at time zone 'UTC')::date - $days::integer
     order by name limit 1`,
    { days },
  );
  if (oldest) {
    const gone = (await row<{ n: number }>(`select count(*)::integer as n from ${oldest.name}`))?.n ?? 0;
    await execute(`drop table ${oldest.name}`);
    return { gone, more: true };
  }
  await execute(`delete from last_positions where ${OLD}`, { days });
  const gone = await deleteSome('positions_default', OLD, size, { days });
  return { gone, more: gone === size };
}

/** SQL: the rows that would be deleted. */
export const OLD_POSITIONS = `positions where ${OLD}`;
