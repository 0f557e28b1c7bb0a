import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { notFound } from '~/domain/kernel/errors';
import { getTask } from '~/domain/tasks/store/queries.server';
import { deleteArchivedTask } from '~/domain/tasks/lifecycle/commands.server';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { loadOne } from '~/http/page.server';
import { ArchivedTaskTrouble } from '~/modules/history/archived-task';
import { historyPath, readHistoryView } from '~/modules/history/history-links';

export const loader = (args: LoaderFunctionArgs) =>
  loadOne(
    args,
    getTask,
    ({ id, type, location, archived }) => {
      if (!archived) throw notFound('Task');
      return { id, type, location };
    },
    deleteArchivedTask.spec.may,
  );

const historyAt = (search: string, dialog?: string) => historyPath(readHistoryView(search), dialog);

export const action = (args: ActionFunctionArgs) => {
  const redirectTo = historyAt(new URL(args.request.url).search);
  const description = 'Task deleted successfully from archive';
  return submit(args, {
    deleteTask: button(deleteArchivedTask, () => ({ redirectTo, toast: { title: 'Success', description } }), {
      undo: true,
      // If the task no longer exists, the person's goal is reached.
      refused: ({ kind }) =>
        kind === 'not_found'
          ? {
              redirectTo,
              toast: {
                title: 'Already deleted',
                description: 'Someone else deleted this task from the archive',
              },
            }
          : undefined,
    }),
  });
};

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Delete Archived Task',
  text: ({ type, location }) => (
    <>
      Permanently delete the {TYPE_LABELS[type].toLowerCase()} task at <strong>{location}</strong> from the
      archive, with its signature and photos?
    </>
  ),
  intent: 'deleteTask',
  label: () => 'Delete Permanently',
  cancel: 'Keep it',
  pending: 'Deleting...',
  back: ({ id }, search) => historyAt(search, `/tasks/${String(id)}`),
  failure: { title: 'Failed to delete task' },
});

export { ConfirmDialog as default, meta, clientAction, ArchivedTaskTrouble as ErrorBoundary };
