import type { ActionFunctionArgs } from '@remix-run/node';
import {
  addLateToRun,
  cancelRunNow,
  closeRunNow,
  sendRunOut,
  setRunDriver,
} from '~/domain/scheduling/runs/commands.server';
import { listButtons } from '~/components/task-list/list-buttons.server';
import { tasksText } from '~/components/task-list/movable-list';
import { button } from '~/forms/submit.server';
import { pagePath } from '~/http/session.server';

const CHOOSE = { taskIds: 'Choose at least one task' };

/** The buttons of a run. */
export function runButtons(args: ActionFunctionArgs) {
  const { request } = args;
  const here = (title: string) => () => ({ redirectTo: pagePath(request), toast: { title } });
  return {
    setRunDriver: button(setRunDriver, here('Driver saved'), { undo: true }),
    closeRun: button(closeRunNow, here('Run closed')),
    runOut: button(sendRunOut, here('The run is out'), { undo: true }),
    cancelRun: button(cancelRunNow, here('Run cancelled'), { undo: true }),
    moveToRun: listButtons(args).moveToRun,
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
