import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import type { ArchivedRow } from './archived-row';
import { archivedRows } from './archived-rows.server';
import { ARCHIVED_WITHIN, daysOf, oneDay } from './days.server';
import { NO_DRIVER } from './report';

export type DaySheet = { driverId: number | null; driver: string; tasks: ArchivedRow[] };

/**
 * What each driver did on a day, in the order in which it was done.
 * @param driverId null: everybody who did something; 0: tasks without a driver.
 */
export async function getDaySheets(
  actor: Actor,
  { date, driverId }: { date: string; driverId: number | null },
): Promise<DaySheet[]> {
  authorize(actor, 'readArchive');
  const tasks = await archivedRows(
    `where ${ARCHIVED_WITHIN} and ($driverId::integer is null or coalesce(t.driver_id, 0) = $driverId)
     order by t.driver_id is null, lower(coalesce(nullif(u.name, ''), u.username)), t.driver_id, t.completed_at, t.id`,
    { ...daysOf(oneDay(date)), driverId },
  );
  const sheets: DaySheet[] = [];
  for (const task of tasks) {
    const last = sheets.at(-1);
    if (last?.driverId === task.driverId) last.tasks.push(task);
    else sheets.push({ driverId: task.driverId, driver: task.driver ?? NO_DRIVER, tasks: [task] });
  }
  return sheets;
}
