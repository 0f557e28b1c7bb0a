import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getTaskCard } from '~/domain/tasks/board.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { TaskCard } from '~/parts/task-card/task-card';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';

export const meta: MetaFunction = () => [{ title: 'Task · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const task = await load(() => getTaskCard(actor, pathIdOr404(params.taskId)));
  return { task };
}

export default function TaskDetail() {
  const { task } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Task" closeTo="/driver">
      <Stack gap={3}>
        <TaskCard task={task} />
        {task.signature_image && (
          <figure>
            <img
              src={task.signature_image}
              alt={`Signature of ${task.signed_by ?? 'the customer'}`}
              width={400}
              height={200}
            />
            {task.signed_by && <figcaption>Received by {task.signed_by}</figcaption>}
          </figure>
        )}
      </Stack>
    </RouteDialog>
  );
}
