import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { TaskList } from '~/domain/views/board/board';
import { listTaskCards } from '~/domain/views/board/board.server';
import { STATUS_LABELS, TASK_STATUSES, type TaskStatus } from '~/domain/tasks/model/task';
import { load } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { cachedRoute, withCachedRoute } from '~/components/offline/cached-route';
import { TaskCard } from '~/components/task-card/task-card';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { EmptyState } from '~/ui/banner';
import { proof } from '~/words/en/proof';
import { isQueued } from '~/domain/tasks/model/statuses';
import { isSetAside } from '~/domain/tasks/model/office-statuses';

export const meta: MetaFunction = () => [{ title: proof.listTitle }];

const listOf = (status: string | undefined) =>
  TASK_STATUSES.find((each) => each === status && isSetAside({ status }));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'driveRoute');
  const status = listOf(params.status);
  if (!status) throw Response.json({ error: proof.noPage }, { status: 404 });
  return pageOf(status, await load(() => listTaskCards(actor, actor.id)));
}

const pageOf = (status: TaskStatus, { tasks, liveVersion }: TaskList) => ({
  title: STATUS_LABELS[status],
  status,
  tasks: tasks.filter((task) => task.status === status),
  liveVersion,
});

export function clientLoader({ params, serverLoader }: ClientLoaderFunctionArgs) {
  const [status, route] = [listOf(params.status), cachedRoute()];
  return withCachedRoute<ReturnType<typeof pageOf>>(
    () => serverLoader<typeof loader>(),
    status && route ? pageOf(status, route) : null,
  );
}

export default function TasksOfStatus() {
  const { title, status, tasks } = useLoaderData<ReturnType<typeof pageOf>>();
  const forRun = isQueued({ status }) ? tasks.filter(({ run_id }) => run_id).length : 0;
  return (
    <RouteDialog title={title} closeTo="/driver">
      <Stack gap={3}>
        {forRun > 0 && <p>{proof.nextRoute(forRun, tasks.length - forRun)}</p>}
        {tasks.map((task) => (
          <TaskCard key={task.id} task={task} to={`/driver/tasks/${String(task.id)}?list=${status}`} />
        ))}
        {tasks.length === 0 && <EmptyState>{proof.noTasksOfStatus}</EmptyState>}
      </Stack>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The route behind it stays. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo="/driver" />;
}
