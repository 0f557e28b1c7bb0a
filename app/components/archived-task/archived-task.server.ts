import type { Actor } from '~/domain/actor';
import { getTaskCard } from '~/domain/tasks/board/cards.server';
import { describeActivity } from '~/domain/tasks/activity/describe.server';
import { listPhotos } from '~/domain/tasks/proof/photos.server';
import { listActivity } from '~/domain/tasks/board/queries.server';
import { findPersonName } from '~/domain/users/queries.server';

/** The details of an archived task; null for a live one. */
export async function getArchivedTask(actor: Actor, id: number) {
  const task = await getTaskCard(actor, id);
  if (!task.archived) return null;
  const [driver, activity, photos] = await Promise.all([
    task.driver_id === null ? null : findPersonName({ actor, userId: task.driver_id }),
    listActivity(actor, id),
    listPhotos({ actor, taskId: id }),
  ]);
  return { task, driver, photos, activity: await describeActivity(actor, activity) };
}
