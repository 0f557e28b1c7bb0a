/**
 * Makes a held task pending at its need_by, exactly once, whichever instance is alive. A task that could not
 * be completed waits for a dispatcher instead, even when its need_by has passed.
 */
import { rows, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { placeFor } from '~/domain/tasks/ordering/reorder.server';
import { record } from '~/domain/tasks/events/record.server';
import { changesOf, saveChanged, updated } from '~/domain/tasks/store/save.server';
import { isHeld, STATUS } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

const BATCH = 200;
const WAITING = `${statusIs(isHeld, 'status')} and failure_reason is null`;
const DUE = `${WAITING} and need_by <= now()`;

const NEXT = `
  select driver_id, extract(epoch from min(need_by) - now())::float8 * 1000 as ms from tasks
  where ${WAITING} and need_by is not null group by driver_id`;
/** The wait when some holds could not be released yet. */
const AGAIN_MS = 1_000;

/**
 * Releases every hold that is due. need_by stays, for history and the on-time figures. @returns the
 * milliseconds until the next one is due.
 */
export async function releaseDueHolds(): Promise<number | undefined> {
  const next = await rows<{ driver_id: number | null; ms: number }>(NEXT);
  const due = next.filter(({ ms }) => ms <= 0);
  for (const { driver_id } of due) await releaseHoldsOf(driver_id);
  if (due.length > 0) return AGAIN_MS;
  return next.length > 0 ? Math.min(...next.map(({ ms }) => ms)) : undefined;
}

/** Uses one transaction per driver: the list is locked before its rows, as in every command. */
async function releaseHoldsOf(driverId: number | null): Promise<void> {
  await transaction(async () => {
    await lockLists([driverId]);
    // Rows that another transaction has locked are left to it, and to the next round a second later.
    const due = await rows<{ id: number }>(
      `select id from tasks where ${DUE} and driver_id is not distinct from $driverId
       order by need_by, id limit ${String(BATCH)} for update skip locked`,
      { driverId },
    );
    const tasks = await Task.findAll({ where: { id: due.map(({ id }) => id) }, order: ['need_by', 'id'] });
    for (const task of tasks) {
      task.set({
        status: STATUS.pending,
        order_index: driverId === null ? null : await placeFor(driverId, task.id, task.priority === 'urgent'),
      });
      const changes = changesOf(task);
      await saveChanged(null, task);
      await record(null, [updated(task, 'released', changes, [driverId])]);
    }
  });
}
