import { unarchiveTask } from '~/domain/tasks/lifecycle/batches.server';
import { button } from '~/forms/submit.server';
import type { Actor } from '~/domain/kernel/actor';
import { getTaskCard } from '~/domain/views/board/cards.server';
import { lastHappened } from '~/domain/tasks/activity/last-happened';
import { describeActivity } from '~/domain/tasks/activity/describe.server';
import { listPhotos } from '~/domain/tasks/evidence/photos.server';
import { removedOf } from '~/domain/network/settings/retention.server';
import { listActivity } from '~/domain/tasks/store/queries.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { nameOf } from '~/domain/tasks/model/stops';
import { findPersonName } from '~/domain/network/users/queries.server';

/** The button that takes the task in the path out of the archive. */
export const unarchiveButton = (redirectTo: string) => ({
  unarchive: button(unarchiveTask, () => ({ redirectTo, toast: { title: 'Taken out of the archive' } }), {
    undo: true,
  }),
});

/** The details of an archived task; null for a task that is not archived. */
export async function getArchivedTask(actor: Actor, id: number) {
  const task = await getTaskCard(actor, id);
  if (!task.archived) return null;
  const [driver, events, photos] = await Promise.all([
    task.driver_id === null ? null : findPersonName({ actor, userId: task.driver_id }),
    listActivity(actor, id),
    listPhotos({ actor, taskId: id }),
  ]);
  const removed = await removedOf({
    completedAt: task.completed_at,
    lacksSignature: isSignedFor(task) && !task.signature_image,
    photoCount: photos.length,
    activityCount: events.length,
  });
  const activity = await describeActivity(actor, events);
  const last = lastHappened(task, events, activity, driver && nameOf(driver));
  return { task, last, driver, photos, removed, activity };
}
