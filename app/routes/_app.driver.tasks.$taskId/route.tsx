import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useOutletContext, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { ReactNode } from 'react';
import { getTaskCard } from '~/domain/views/board/cards.server';
import { listPhotos } from '~/domain/tasks/evidence/photos.server';
import { TYPE_LABELS } from '~/domain/tasks/model/task';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { DialogTrouble } from '~/components/board/dialog-trouble';
import { cachedRoute, withCachedRoute } from '~/components/offline/cached-route';
import { PhotoStrip } from '~/components/photos/photo-strip';
import { TaskCard } from '~/components/task-card/task-card';
import { RouteDialog } from '~/ui/dialog';
import { Stack } from '~/ui/layout';
import { proof } from '~/words/en/proof';
import { isSetAside } from '~/domain/tasks/model/office-statuses';

export const meta: MetaFunction = () => [{ title: proof.taskTitle }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, 'driveRoute');
  const taskId = pathIdOr404(params.taskId);
  const [task, photos] = await load(() =>
    Promise.all([getTaskCard(actor, taskId), listPhotos({ actor, taskId })]),
  );
  return { task, photos, closeTo: whereFrom(new URL(request.url).searchParams) };
}

/** Offline, it uses the data of the page behind the dialog, without pictures. */
export function clientLoader({ request, params, serverLoader }: ClientLoaderFunctionArgs) {
  const task = cachedRoute()?.tasks.find(({ id }) => id === Number(params.taskId));
  const { searchParams } = new URL(request.url);
  return withCachedRoute<Detail>(
    () => serverLoader<typeof loader>(),
    task ? { task: { ...task, signature_image: null }, photos: [], closeTo: whereFrom(searchParams) } : null,
  );
}

type Detail = ReturnType<typeof useLoaderData<typeof loader>>;

/** The path of the tab or list that the task was opened from. */
function whereFrom(search: URLSearchParams): string {
  const [list, tab] = [search.get('list'), search.get('tab')];
  if (isSetAside({ status: list })) return `/driver/list/${String(list)}`;
  return tab ? `/driver?tab=${encodeURIComponent(tab)}` : '/driver';
}

export default function TaskDetail() {
  const { task, photos, closeTo } = useLoaderData<typeof loader>();
  // The page behind the dialog provides the buttons of the task's stop.
  const actionsOf = useOutletContext<(taskId: number) => ReactNode>();
  return (
    <RouteDialog title={TYPE_LABELS[task.type]} closeTo={closeTo}>
      <Stack gap={3}>
        <TaskCard task={task}>{actionsOf(task.id)}</TaskCard>
        {task.signature_image && (
          <figure>
            <img
              src={task.signature_image}
              alt={proof.signatureOf(task.signed_by)}
              width={400}
              height={200}
            />
            {task.signed_by && <figcaption>{proof.received(task.signed_by)}</figcaption>}
          </figure>
        )}
        <PhotoStrip photos={photos} />
      </Stack>
    </RouteDialog>
  );
}

/** Replaces only the dialog. The route behind it stays. */
export function ErrorBoundary() {
  return <DialogTrouble closeTo="/driver" />;
}
