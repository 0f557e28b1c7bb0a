import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { schedulePath, weekPath } from '~/components/runs/runs-links';
import { ScheduleTrouble } from '~/components/runs/schedule-trouble';
import { deleteSchedule, getSchedule } from '~/domain/network/runs/commands.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(args, getSchedule, ({ id, name }) => ({ id, name }));

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    deleteSchedule: button(deleteSchedule, () => ({
      redirectTo: weekPath(),
      toast: { title: 'Schedule deleted' },
    })),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete Schedule',
  text: ({ name }) =>
    `The runs of ${name} that have not left are cancelled. Their tasks find another run or are unassigned. This can’t be undone.`,
  intent: 'deleteSchedule',
  pending: 'Deleting...',
  back: ({ id }) => schedulePath(id),
  failure: 'Failed to delete the schedule',
  size: 'form',
});

export { ConfirmDialog as default, meta, clientAction, ScheduleTrouble as ErrorBoundary };
