/** What the forms of a list of tasks ask for: another driver, another status. */
import type { Actor } from '~/domain/actor';
import { changeStatus } from '~/domain/tasks/lifecycle/batches.server';
import { BecomeStatus, MoveToDriver, PlanAgain } from '~/domain/tasks/form/inputs.server';
import { moveTasks, planAgain } from '~/domain/tasks/ordering/move.server';
import { STATUS_LABELS } from '~/domain/tasks/task';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { intent } from '~/http/form.server';
import { pagePath } from '~/http/session.server';
import { movedToast } from '~/components/board/moved-toast.server';
import { undoOffer } from '~/components/board/undo-offer.server';

export const listIntents = (actor: Actor, request: Request) => ({
  moveTasks: intent(MoveToDriver, async (input) => {
    const { result, undoId } = await undoable(actor, () => moveTasks({ actor, input }));
    const toast = await movedToast(actor, result.movedCount, input.driver_id, undoId);
    return { redirectTo: pagePath(request), toast };
  }),
  planAgain: intent(PlanAgain, async (input) => {
    const { undoId } = await undoable(actor, () => planAgain(actor, input));
    const title = `${tasksAre(input.taskIds.length)} planned again`;
    return { redirectTo: pagePath(request), toast: { title, ...undoOffer(undoId) } };
  }),
  becomeStatus: intent(BecomeStatus, async (input) => {
    const { undoId } = await undoable(actor, () => changeStatus(actor, input));
    const title = `${tasksAre(input.taskIds.length)} now ${STATUS_LABELS[input.status]}`;
    return { redirectTo: pagePath(request), toast: { title, ...undoOffer(undoId) } };
  }),
});

const tasksAre = (count: number) => `${String(count)} ${count === 1 ? 'task is' : 'tasks are'}`;
