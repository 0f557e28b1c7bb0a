import { execute, rows } from 'db/connection';
import { ACCOUNTS } from './places';
import { placeOf, plant, type Planting } from './plant';
import type { DemoNetwork } from './seed';
import type { DemoSignature } from './signatures';

const DAYS = 14;
const MINUTE = 60_000;

/** The last two weeks: busy on weekdays, quiet on Saturdays, closed on Sundays. */
export async function plantArchive(network: DemoNetwork, signatures: DemoSignature[], timeZone: string): Promise<void> {
  const days = await rows<{ opens: Date; weekday: number }>(
    `select (day + interval '7 hours') at time zone $timeZone as opens, extract(isodow from day)::integer as weekday
     from generate_series(
       (now() at time zone $timeZone)::date - $days::integer, (now() at time zone $timeZone)::date - 1, interval '1 day') as day`,
    { timeZone, days: DAYS },
  );
  const plantings = days.flatMap(({ opens, weekday }, day) =>
    weekday === 7 ? [] : Array.from({ length: weekday === 6 ? 7 : 16 + ((day * 5) % 9) }, (_, i) => archived(network, signatures, opens, day * 31 + i, i)),
  );
  const ids = await plant(plantings);
  await execute(
    `insert into task_archive_summary (date, task_count, driver_counts)
     select date, sum(n), jsonb_object_agg(driver, n) from (
       select (completed_at at time zone $timeZone)::date as date, coalesce(driver_id, 0)::text as driver, count(*)::integer as n
       from tasks where id = any($ids) group by 1, 2) as counted
     group by date`,
    { timeZone, ids },
  );
}

function archived({ dispatcherId, driverIds }: DemoNetwork, signatures: DemoSignature[], opens: Date, seed: number, i: number): Planting {
  const account = ACCOUNTS[(seed * 7) % ACCOUNTS.length];
  if (!account) throw new Error('There are no accounts');
  const driverId = driverIds[(seed * 3) % driverIds.length] ?? null;
  const type = account.type === 'shop' ? 'delivery' : 'pickup';
  const createdAt = new Date(opens.getTime() + i * 21 * MINUTE);
  const goingAt = new Date(createdAt.getTime() + (20 + (seed % 5) * 9) * MINUTE);
  const completedAt = new Date(goingAt.getTime() + (8 + (seed % 7) * 5) * MINUTE);
  const archivedAt = new Date(opens.getTime() + 11 * 60 * MINUTE);
  const needBy = seed % 4 === 0 ? new Date(completedAt.getTime() + (seed % 3 === 0 ? -12 : 35) * MINUTE) : null;
  return {
    row: {
      ...placeOf(account),
      type,
      status: 'completed',
      archived: true,
      priority: seed % 19 === 0 ? 'urgent' : 'normal',
      invoice_number: type === 'delivery' ? `INV-${String(46_000 + seed)}` : '',
      part_numbers: type === 'pickup' ? `KC-${String(5_000 + seed * 3)}` : '',
      need_by: needBy,
      driver_id: driverId,
      completed_by_driver_id: driverId,
      completed_at: completedAt,
      created_by: dispatcherId,
    },
    story: [
      { action: 'created', actorId: dispatcherId, at: createdAt, changes: { status: [null, 'pending'], driver_id: [null, driverId] } },
      { action: 'going', actorId: driverId, at: goingAt, changes: { status: ['pending', 'going'] } },
      { action: 'completed', actorId: driverId, at: completedAt, changes: { status: ['going', 'completed'] } },
      { action: 'archived', actorId: dispatcherId, at: archivedAt, changes: { archived: [false, true] } },
    ],
    ...(type === 'delivery' && { signature: signatures[seed % signatures.length] }),
  };
}
