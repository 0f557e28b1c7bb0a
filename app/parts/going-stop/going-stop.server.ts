import { listTaskCards } from '~/domain/tasks/board.server';
import { redirectWithToast } from '~/http/flash.server';
import { newFormKey } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { goingStop, type GoingStop } from './going-stop';

const NOT_UNDER_WAY = {
  title: 'This stop is not under way',
  description: 'It was completed or changed on another device or by a dispatcher.',
};

/** The driver's stop under way. Leads back to the route when the task of the address is not, or no longer, part of it. */
export async function loadGoingStop(request: Request, taskIdParam: string | undefined): Promise<GoingStop> {
  const actor = await requireRole(request, 'driver');
  const taskId = pathIdOr404(taskIdParam);
  const stop = goingStop(await load(() => listTaskCards(actor, actor.id)), taskId, newFormKey());
  if (stop) return stop;
  throw await redirectWithToast('/driver', NOT_UNDER_WAY);
}
