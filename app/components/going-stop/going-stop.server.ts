import { stopChanges } from '~/domain/tasks/activity/describe.server';
import { listTaskCards } from '~/domain/views/board/board.server';
import { getTask } from '~/domain/tasks/store/queries.server';
import type { Actor } from '~/domain/kernel/actor';
import { invalid } from '~/domain/kernel/errors';
import type { completionOf } from '~/components/offline/driver-action';
import { redirectWithToast, type NewToast } from '~/http/redirect.server';
import { newFormKey } from '~/forms/answers.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { driver } from '~/words/en/driver';
import { proof } from '~/words/en/proof';
import { askedFor, goingStop, type GoingStop } from './going-stop';
import { isUnderWay } from '~/domain/tasks/model/statuses';

/** Refuses dispatchers, who change the same tasks on their own pages. */
export const onlyDrivers = (request: Request): Promise<Actor> => requirePage(request, 'driveRoute');

const notUnderWay = () => ({ title: proof.notUnderWayTitle, description: proof.notUnderWayText });

/**
 * The driver's stop under way, with changes since the dialog was opened. Redirects to the route when none of the tasks
 * in the address was ever the driver's.
 */
export async function loadGoingStop(request: Request, taskIdParam: string | undefined): Promise<GoingStop> {
  const actor = await onlyDrivers(request);
  const requestedIds = askedFor(pathIdOr404(taskIdParam), new URL(request.url).searchParams);
  const list = await load(() => listTaskCards(actor, actor.id));
  const going = new Set(list.tasks.filter(isUnderWay).map(({ id }) => id));
  const changes = await load(() =>
    stopChanges(
      actor,
      requestedIds.filter((id) => !going.has(id)),
    ),
  );
  const stop = goingStop(list, requestedIds, newFormKey(), changes);
  if (stop) return stop;
  throw await redirectWithToast('/driver', notUnderWay());
}

/** The report of a form about the stop. @throws invalid, with sentences by field, when the form is incomplete. */
export function reportOf(read: ReturnType<typeof completionOf>) {
  if ('report' in read) return read.report;
  const [sentences] = Object.values(read.errors);
  throw invalid(sentences?.[0] ?? proof.incomplete, read.errors);
}

const OFFERED_SECONDS = 10;

/** The message after a form has completed a stop, with the offer to undo it. */
export async function completedToast(actor: Actor, taskIds: number[]): Promise<NewToast> {
  const fields = { intent: 'undoCompletion', taskIds: taskIds.join() };
  return {
    ...(await stopToast(actor, taskIds, driver.completedAt)),
    offer: { label: driver.undo, action: '/driver', fields, seconds: OFFERED_SECONDS },
  };
}

/** A message about the place of these tasks. */
export async function stopToast(
  actor: Actor,
  taskIds: number[],
  title: (place: string) => string,
): Promise<NewToast> {
  const [taskId] = taskIds;
  return { title: title(taskId === undefined ? '' : (await getTask({ actor, taskId })).location) };
}

/** Pages of the office do not load the dictionary of the driver's page. */
export { routeStarted } from '~/components/offline/driver-action';
