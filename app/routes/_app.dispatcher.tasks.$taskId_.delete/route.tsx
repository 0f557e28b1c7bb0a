import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { deleteTask } from '~/domain/tasks/lifecycle/commands.server';
import { getTask } from '~/domain/tasks/board/queries.server';
import { TYPE_LABELS } from '~/domain/tasks/task';
import { Nothing } from '~/domain/tasks/form/inputs.server';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { TaskTrouble } from '~/components/board/task-trouble';
import { undoOffer } from '~/components/board/undo-offer.server';
import { boardView } from '~/components/board/view';
import { inPlace } from '~/forms/in-place';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Delete Task · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const { id, type, location } = await load(() => getTask({ actor, taskId: pathIdOr404(params.taskId) }));
  return { id, type, location };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const taskId = pathIdOr404(params.taskId);
  return submit(request, actor, {
    deleteTask: intent(Nothing, async () => {
      const { undoId } = await undoable(actor, () => deleteTask({ actor, taskId }));
      const toast = { title: 'Task deleted successfully', ...undoOffer(undoId) };
      return { redirectTo: `/dispatcher${boardView(new URL(request.url).search)}`, toast };
    }),
  });
}

export const clientAction = inPlace('Failed to delete task');

export default function DeleteTask() {
  const { id, type, location } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const pending = useNavigation().state !== 'idle';
  const { search } = useLocation();
  const back = `/dispatcher/tasks/${String(id)}${search}`;
  return (
    <RouteDialog title="Delete Task" closeTo={back} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
          <p>
            Delete the {TYPE_LABELS[type].toLowerCase()} task at <strong>{location}</strong>? You can undo
            this for a minute.
          </p>
          <Inline>
            <LinkButton to={back} preventScrollReset>
              Keep it
            </LinkButton>
            <Button variant="danger" name="intent" value="deleteTask" pending={pending && 'Deleting...'}>
              Delete Task
            </Button>
          </Inline>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The board behind it stays as it is. */
export const ErrorBoundary = TaskTrouble;
