import type { ActionFunctionArgs } from '@remix-run/node';
import {
  addLateToRun,
  cancelRunNow,
  closeRunNow,
  moveTasksToRun,
  sendRunOut,
  setRunDriver,
} from '~/domain/scheduling/runs/commands.server';
import { tasksText } from '~/components/task-list/movable-list';
import { button } from '~/forms/submit.server';
import { pagePath } from '~/http/session.server';

const CHOOSE = { taskIds: 'Choose at least one task' };

/** The buttons of a run. */
export function runButtons({ request }: ActionFunctionArgs) {
  const here = (title: string) => () => ({ redirectTo: pagePath(request), toast: { title } });
  return {
    setRunDriver: button(setRunDriver, here('Driver saved'), { undo: true }),
    closeRun: button(closeRunNow, here('Run closed')),
    runOut: button(sendRunOut, here('The run is out'), { undo: true }),
    cancelRun: button(cancelRunNow, here('Run skipped'), { undo: true }),
    moveToRun: button(
      moveTasksToRun,
      ({ name }, { input }) => ({
        redirectTo: pagePath(request),
        toast: { title: `${tasksText(input.taskIds.length)} moved to ${name}` },
      }),
      {
        undo: true,
        required: CHOOSE,
        compose: ({ taskIds }) => ({ taskIds }),
      },
    ),
    addLate: button(
      addLateToRun,
      (_, { input }) => ({
        redirectTo: pagePath(request),
        toast: { title: `${tasksText(input.taskIds.length)} added late` },
      }),
      { undo: true, required: { ...CHOOSE, reason: 'Say why' } },
    ),
  };
}
