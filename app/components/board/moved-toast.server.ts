import type { Actor } from '~/domain/actor';
import { nameOf } from '~/domain/tasks/board/board';
import { getDriver } from '~/domain/tasks/board/board.server';
import type { NewToast } from '~/http/flash.server';
import { undoOffer } from './undo-offer.server';

/** What to say after tasks have been given to somebody, or with null to nobody. */
export async function movedToast(
  actor: Actor,
  count: number,
  driverId: number | null,
  undoId: string | null,
): Promise<NewToast> {
  const to = driverId === null ? 'Unassigned' : nameOf(await getDriver(actor, driverId));
  const title = `${String(count)} ${count === 1 ? 'task' : 'tasks'} moved to ${to}`;
  return { title, ...undoOffer(undoId) };
}
