/** The buttons of a list of tasks, which change the driver or the status. */
import type { ActionFunctionArgs } from '@remix-run/node';
import type { Actor } from '~/domain/kernel/actor';
import { NO_DRIVER, type TaskStatus } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { getDriver } from '~/domain/views/board/board.server';
import { moveTasksToRun } from '~/domain/scheduling/runs/commands.server';
import { reportStatus } from '~/domain/tracking/report-status.server';
import { moveList, moveTasks, planAgain } from '~/domain/tasks/lifecycle/move.server';
import { button } from '~/forms/submit.server';
import type { NewToast } from '~/http/redirect.server';
import { pagePath, requirePage } from '~/http/session.server';
import { tasksText } from './movable-list';
import { STATUS } from '~/domain/tasks/model/statuses';

/** Drivers may do some of this with their own tasks, but not on these pages. */
export const onlyDispatchers = (request: Request) => requirePage(request, 'readBoard');

const CHOOSE_TASKS = { taskIds: 'Choose at least one task' };
const CHOOSE_DRIVER = { driver_id: `${NO_DRIVER}. Choose a driver to move the tasks to` };

export const listButtons = ({ request }: ActionFunctionArgs) => ({
  moveTasks: button(
    moveTasks,
    async ({ movedCount }, { actor, input }) => ({
      redirectTo: pagePath(request),
      toast: await movedToast(actor, movedCount, input.driver_id),
    }),
    {
      undo: true,
      required: { ...CHOOSE_TASKS, ...CHOOSE_DRIVER },
      compose: ({ taskIds, driver_id }) => ({ taskIds, driver_id: ownerIn(driver_id) }),
    },
  ),
  moveList: button(
    moveList,
    async ({ movedCount }, { actor, input }) => ({
      redirectTo: pagePath(request),
      toast: await movedToast(actor, movedCount, input.driver_id),
    }),
    {
      undo: true,
      required: CHOOSE_DRIVER,
      compose: ({ driver_id }) => ({ driver_id: ownerIn(driver_id) }),
    },
  ),
  planAgain: button(
    planAgain,
    (_, { input }) => ({
      redirectTo: pagePath(request),
      toast: { title: `${tasksAre(input.taskIds.length)} planned again` },
    }),
    {
      undo: true,
      required: CHOOSE_TASKS,
      compose: ({ taskIds, driver_id }) => ({ taskIds, driver_id: ownerIn(driver_id) }),
    },
  ),
  becomeStatus: button(
    reportStatus,
    (_, { input }) => ({
      redirectTo: pagePath(request),
      toast: { title: `${tasksAre(input.taskIds.length)} now ${NOW[input.status] ?? input.status}` },
    }),
    {
      undo: true,
      required: { ...CHOOSE_TASKS, status: 'Choose a status' },
      compose: ({ taskIds, status }) => ({ taskIds, status }),
    },
  ),
  moveToRun: button(
    moveTasksToRun,
    ({ name }, { input }) => ({
      redirectTo: pagePath(request),
      toast: { title: `${tasksText(input.taskIds.length)} moved to ${name}` },
    }),
    { undo: true, required: CHOOSE_TASKS, compose: ({ taskIds }) => ({ taskIds }) },
  ),
});

/** A status in the sentence `2 tasks are now on hold`. */
const NOW: Partial<Record<TaskStatus, string>> = {
  [STATUS.going]: 'under way',
  [STATUS.hold]: 'on hold',
  [STATUS.nextRoute]: 'on the next route',
};

/** The value of the field: null for the unassigned list, undefined without a choice. */
const ownerIn = (value: unknown) => (value === 'unassigned' ? null : (value ?? undefined));

async function movedToast(actor: Actor, count: number, driverId: number | null): Promise<NewToast> {
  const to = driverId === null ? 'Unassigned' : nameOf(await getDriver(actor, driverId));
  return { title: `${String(count)} ${count === 1 ? 'task' : 'tasks'} moved to ${to}` };
}

export const tasksAre = (count: number) => `${String(count)} ${count === 1 ? 'task is' : 'tasks are'}`;
