import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { notFound } from '~/domain/errors';
import { asDomainError } from '~/domain/faults.server';
import { Nothing } from '~/domain/tasks/form/inputs.server';
import { deleteArchivedTask } from '~/domain/tasks/lifecycle/commands.server';
import { getTask } from '~/domain/tasks/board/queries.server';
import { TYPE_LABELS } from '~/domain/tasks/task';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { DialogTrouble } from '~/forms/dialog-trouble';
import { undoOffer } from '~/components/board/undo-offer.server';
import { historyPath, readHistoryView } from '~/components/history/view';
import { inPlace } from '~/forms/in-place';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Delete Archived Task · Parts Dispatch' }];

const GONE = { title: 'Task not found', text: 'This task is not in the archive any more.' };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  return load(async () => {
    const { id, type, location, archived } = await getTask({ actor, taskId: pathIdOr404(params.taskId) });
    if (!archived) throw notFound('Task');
    return { id, type, location };
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const taskId = pathIdOr404(params.taskId);
  const redirectTo = historyPath(readHistoryView(new URL(request.url).search));
  return submit(request, actor, {
    deleteTask: intent(Nothing, async () => {
      try {
        const { undoId } = await undoable(actor, () => deleteArchivedTask({ actor, taskId }));
        const description = 'Task deleted successfully from archive';
        return { redirectTo, toast: { title: 'Success', description, ...undoOffer(undoId) } };
      } catch (error) {
        const known = asDomainError(error);
        // Somebody was quicker: what was wanted is so.
        if (known?.code !== 'not_found') throw known ?? error;
        const description = 'Somebody else has deleted this task from the archive';
        return { redirectTo, toast: { title: 'Already deleted', description } };
      }
    }),
  });
}

export const clientAction = inPlace();

export default function DeleteArchivedTask() {
  const { id, type, location } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const pending = useNavigation().state !== 'idle';
  const back = historyPath(readHistoryView(useLocation().search), `/tasks/${String(id)}`);
  return (
    <RouteDialog title="Delete Archived Task" closeTo={back} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && (
            <Banner tone="error" title="Failed to delete task">
              {answer.problem.error}
            </Banner>
          )}
          <p>
            Permanently delete the {TYPE_LABELS[type].toLowerCase()} task at <strong>{location}</strong> from
            the archive, with its signature and photos? You can undo this for a minute.
          </p>
          <Inline>
            <LinkButton to={back} preventScrollReset>
              Keep it
            </LinkButton>
            <Button variant="danger" name="intent" value="deleteTask" pending={pending && 'Deleting...'}>
              Delete Permanently
            </Button>
          </Inline>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

export function ErrorBoundary() {
  return <DialogTrouble gone={GONE} closeTo={historyPath(readHistoryView(useLocation().search))} />;
}
