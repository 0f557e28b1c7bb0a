import { whatBecameOf } from '~/domain/tasks/transfers/became.server';
import { listTaskCards } from '~/domain/tasks/board/board.server';
import { redirectWithToast } from '~/http/flash.server';
import { newFormKey } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { askedFor, goingStop, type GoingStop } from './going-stop';

const NOT_UNDER_WAY = {
  title: 'This stop is not under way',
  description: 'It was completed or changed on another device or by a dispatcher.',
};

/**
 * The driver's stop under way, with changes since the dialog was opened. Redirects to the route when the tasks of the
 * address never were the driver's.
 */
export async function loadGoingStop(request: Request, taskIdParam: string | undefined): Promise<GoingStop> {
  const actor = await requireRole(request, 'driver');
  const asked = askedFor(pathIdOr404(taskIdParam), new URL(request.url).searchParams);
  const list = await load(() => listTaskCards(actor, actor.id));
  const going = new Set(list.tasks.filter(({ status }) => status === 'going').map(({ id }) => id));
  const became = await load(() =>
    whatBecameOf(
      actor,
      asked.filter((id) => !going.has(id)),
    ),
  );
  const stop = goingStop(list, asked, newFormKey(), became);
  if (stop) return stop;
  throw await redirectWithToast('/driver', NOT_UNDER_WAY);
}
