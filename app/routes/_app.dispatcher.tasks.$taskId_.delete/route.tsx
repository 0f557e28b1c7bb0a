import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { deleteTask } from '~/domain/tasks/commands.server';
import { getTask } from '~/domain/tasks/queries.server';
import { TYPE_LABELS } from '~/domain/tasks/task';
import { Nothing } from '~/domain/tasks/form-inputs.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';

export const meta: MetaFunction = () => [{ title: 'Delete Task · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const { id, type, location } = await load(() => getTask(actor, pathIdOr404(params.taskId)));
  return { id, type, location };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const taskId = pathIdOr404(params.taskId);
  return submit(request, actor, {
    deleteTask: intent(Nothing, async () => {
      await deleteTask(actor, taskId);
      return { redirectTo: '/dispatcher', toast: { title: 'Task deleted successfully' } };
    }),
  });
}

export default function DeleteTask() {
  const { id, type, location } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const pending = useNavigation().state !== 'idle';
  const back = `/dispatcher/tasks/${String(id)}`;
  return (
    <RouteDialog title="Delete Task" closeTo={back} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
          <p>
            Delete the {TYPE_LABELS[type].toLowerCase()} task at <strong>{location}</strong>? This can&apos;t
            be undone.
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
