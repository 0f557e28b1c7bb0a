import type { Actor } from '~/domain/actor';
import { getTask } from '~/domain/tasks/board/queries.server';
import type { NewToast } from '~/http/flash.server';

const OFFERED_SECONDS = 10;

/** The message after a stop was completed by a form, with the offer to undo it. */
export async function completedToast(actor: Actor, taskIds: number[]): Promise<NewToast> {
  const place = taskIds[0] === undefined ? '' : (await getTask({ actor, taskId: taskIds[0] })).location;
  const fields = { intent: 'undoCompletion', taskIds: taskIds.join() };
  return {
    title: `Completed ${place}`,
    offer: { label: 'Undo', action: '/driver', fields, seconds: OFFERED_SECONDS },
  };
}
