import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getTask } from '~/domain/tasks/store/queries.server';
import { deleteTask } from '~/domain/tasks/lifecycle/commands.server';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';
import { TaskTrouble } from '~/components/board/dialog-trouble';
import { boardView } from '~/components/board/board-links';

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(args, getTask, ({ id, type, location }) => ({ id, type, location }), deleteTask.spec.may);

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    deleteTask: button(
      deleteTask,
      () => ({
        redirectTo: `/dispatcher${boardView(new URL(args.request.url).search)}`,
        toast: { title: 'Task deleted successfully' },
      }),
      { undo: true },
    ),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete Task',
  text: ({ type, location }) => (
    <>
      Delete the {TYPE_LABELS[type].toLowerCase()} task at <strong>{location}</strong>? You can undo this for
      a minute.
    </>
  ),
  intent: 'deleteTask',
  cancel: 'Keep it',
  pending: 'Deleting...',
  back: ({ id }, search) => `/dispatcher/tasks/${String(id)}${search}`,
  failure: 'Failed to delete task',
});

/** Replaces only the dialog. The board behind it stays. */
export { ConfirmDialog as default, meta, clientAction, TaskTrouble as ErrorBoundary };
