import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listTaskCards } from '~/domain/tasks/board.server';
import { STATUS_LABELS } from '~/domain/tasks/task';
import { load } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { TaskCard } from '~/parts/task-card/task-card';
import { RouteDialog } from '~/ui/dialog';
import { EmptyState } from '~/ui/empty';
import { Stack } from '~/ui/layout';

export const meta: MetaFunction = () => [{ title: 'My Tasks · Parts Dispatch' }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'driver');
  const { status } = params;
  if (status !== 'next-route' && status !== 'hold')
    throw Response.json({ error: 'There is no such page' }, { status: 404 });
  const { tasks, liveVersion } = await load(() => listTaskCards(actor, actor.id));
  return {
    title: STATUS_LABELS[status],
    status,
    tasks: tasks.filter((task) => task.status === status),
    liveVersion,
  };
}

export default function TasksOfStatus() {
  const { title, status, tasks } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title={title} closeTo="/driver">
      <Stack gap={3}>
        {tasks.map((task) => (
          <TaskCard key={task.id} task={task} to={`/driver/tasks/${String(task.id)}?list=${status}`} />
        ))}
        {tasks.length === 0 && <EmptyState>No tasks for this status</EmptyState>}
      </Stack>
    </RouteDialog>
  );
}
