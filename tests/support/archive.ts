/** Writes an archive at once as it would have grown over time: rows, events and the summary. */
import type { Network } from './network';

type Past = {
  type?: 'delivery' | 'pickup' | 'transfer';
  location?: string;
  driver?: string | null;
  /** A time in ISO 8601. */
  completedAt: string;
  needBy?: string | null;
  goingAt?: string | null;
  notes?: string;
  invoice?: string;
};

/** Counts the summary again from the tasks. */
export const summaryBy = (zone: string) => `
  select date, sum(n)::integer as task_count, jsonb_object_agg(driver, n) as driver_counts
  from (select (completed_at at time zone '${zone}')::date as date, coalesce(driver_id, 0)::text as driver,
          count(*)::integer as n from tasks where archived group by 1, 2) as counted
  group by date`;
export const SUMMARY = summaryBy('America/Chicago');

/** @returns the ids, in the order of the given tasks. */
export async function plantArchive({ database, ids }: Network, past: Past[]): Promise<number[]> {
  const made = await database.rows<{ id: number }>(
    `insert into tasks (type, location, address, invoice_number, part_numbers, notes, driver_id, status, archived,
       completed_at, need_by)
     select p.type, p.location, '1 Main St, Kansas City, MO 64105',
       case p.type when 'delivery' then p.invoice else '' end, case p.type when 'delivery' then '' else 'A-1' end,
       p.notes, p.driver, 'completed', true, p.completed, p.due
     from jsonb_to_recordset($1::jsonb) as p(n integer, type text, location text, invoice text, notes text,
       driver integer, completed timestamptz, due timestamptz) order by p.n
     returning id`,
    [
      JSON.stringify(
        past.map((task, n) => ({
          n,
          type: task.type ?? 'delivery',
          location: task.location ?? 'Brookside Auto Repair',
          invoice: task.invoice ?? 'INV-1',
          notes: task.notes ?? '',
          driver: task.driver === null ? null : ids[task.driver ?? 'driver'],
          completed: task.completedAt,
          due: task.needBy ?? null,
        })),
      ),
    ],
  );
  const taskIds = made.map(({ id }) => id);
  const going = past.flatMap(({ goingAt }, n) => (goingAt ? [{ id: taskIds[n], at: goingAt }] : []));
  await database.rows(
    `insert into task_events (task_id, action, occurred_at)
     select g.id, 'going', g.at from jsonb_to_recordset($1::jsonb) as g(id integer, at timestamptz)`,
    [JSON.stringify(going)],
  );
  await recount(database);
  return taskIds;
}

/** Writes the summary again from the tasks. */
async function recount(database: Network['database']): Promise<void> {
  await database.rows('delete from task_archive_summary');
  await database.rows(`insert into task_archive_summary (date, task_count, driver_counts) ${SUMMARY}`);
}

type Counted = { date: string; task_count: number; driver_counts: Record<string, number> };

/** Returns the stored summary and a new count of it. */
export async function countedBothWays(
  { database }: Network,
  zone = 'America/Chicago',
): Promise<{ kept: Counted[]; real: Counted[] }> {
  const [kept, real] = await Promise.all([
    database.rows<Counted>(
      'select date::text, task_count, driver_counts from task_archive_summary where task_count > 0 order by 1',
    ),
    database.rows<Counted>(
      `select date::text, task_count, driver_counts from (${summaryBy(zone)}) s order by 1`,
    ),
  ]);
  return { kept, real };
}
