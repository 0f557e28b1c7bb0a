/**
 * Holds come due: at need_by a held task becomes pending, exactly once, whichever instance is alive. What could not be
 * completed waits for a dispatcher instead, also with a need_by that has passed.
 */
import { rows, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { placeFor } from '~/domain/tasks/ordering/ordering.server';
import { record } from '~/domain/tasks/events/record.server';
import { changesOf, saveChanged, updated } from '~/domain/tasks/store/save.server';

const BATCH = 200;
const DUE = "status = 'hold' and need_by <= now() and failure_reason is null";

/** Releases every hold that is due. need_by stays, for history and the on-time figures. @returns how many. */
export async function releaseDueHolds(): Promise<number> {
  const due = await rows<{ driver_id: number | null }>(`select distinct driver_id from tasks where ${DUE}`);
  let released = 0;
  for (const { driver_id } of due) released += await releaseHoldsOf(driver_id);
  return released;
}

/** One transaction per driver: his list is locked before its rows, as in every command. */
async function releaseHoldsOf(driverId: number | null): Promise<number> {
  return transaction(async () => {
    await lockLists([driverId]);
    // Rows that somebody holds are left to them, and to the next round a second later.
    const due = await rows<{ id: number }>(
      `select id from tasks where ${DUE} and driver_id is not distinct from $driverId
       order by need_by, id limit ${String(BATCH)} for update skip locked`,
      { driverId },
    );
    const tasks = await Task.findAll({ where: { id: due.map(({ id }) => id) }, order: ['need_by', 'id'] });
    for (const task of tasks) {
      task.set({
        status: 'pending',
        order_index: driverId === null ? null : await placeFor(driverId, task.id, task.priority === 'urgent'),
      });
      const changes = changesOf(task);
      await saveChanged(null, task);
      await record(null, [updated(task, 'released', changes, [driverId])]);
    }
    return tasks.length;
  });
}
