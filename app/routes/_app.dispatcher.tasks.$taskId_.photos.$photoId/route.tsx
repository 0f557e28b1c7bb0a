import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData, useLocation, useNavigation } from '@remix-run/react';
import { Nothing } from '~/domain/tasks/form/inputs.server';
import { listPhotos, removePhoto } from '~/domain/tasks/proof/photos.server';
import { getTask } from '~/domain/tasks/board/queries.server';
import { undoable } from '~/domain/tasks/undo/undo.server';
import { redirectWithToast } from '~/http/flash.server';
import { intent, submit } from '~/http/form.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requireRole } from '~/http/session.server';
import { TaskTrouble } from '~/components/board/task-trouble';
import { undoOffer } from '~/components/board/undo-offer.server';
import { withView } from '~/components/board/view';
import { inPlace } from '~/forms/in-place';
import * as css from '~/components/photos/photos.css';
import { Banner } from '~/ui/banner';
import { Button, LinkButton } from '~/ui/button';
import { RouteDialog } from '~/ui/dialog';
import { Inline, Stack } from '~/ui/layout';
import { useAnswer } from '~/ui/use-answer';

export const meta: MetaFunction = () => [{ title: 'Remove Photo · Parts Dispatch' }];

const pathOf = (taskId: number) => `/dispatcher/tasks/${String(taskId)}`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const [taskId, photoId] = [pathIdOr404(params.taskId), pathIdOr404(params.photoId)];
  const [task, photos] = await load(() =>
    Promise.all([getTask({ actor, taskId }), listPhotos({ actor, taskId })]),
  );
  const photo = photos.find(({ id }) => id === photoId);
  if (photo) return { task: { id: task.id, location: task.location }, photo };
  throw await redirectWithToast(withView(pathOf(taskId), new URL(request.url).search), {
    title: 'This photo is gone',
    description: 'Somebody else has removed it.',
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireRole(request, 'dispatcher');
  const [taskId, photoId] = [pathIdOr404(params.taskId), pathIdOr404(params.photoId)];
  return submit(request, actor, {
    removePhoto: intent(Nothing, async () => {
      const { undoId } = await undoable(actor, () => removePhoto({ actor, taskId, photoId }));
      const redirectTo = withView(pathOf(taskId), new URL(request.url).search);
      return { redirectTo, toast: { title: 'Photo removed', ...undoOffer(undoId) } };
    }),
  });
}

export const clientAction = inPlace('Failed to remove photo');

export default function RemovePhoto() {
  const { task, photo } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const isPending = useNavigation().state !== 'idle';
  const { search } = useLocation();
  const back = pathOf(task.id) + search;
  return (
    <RouteDialog title="Remove Photo" closeTo={back} size="small">
      <Form method="post" preventScrollReset>
        <Stack gap={4}>
          {answer?.problem && <Banner tone="error">{answer.problem.error}</Banner>}
          <img src={photo.url} alt={`Taken at ${task.location}`} className={css.whole} />
          <p>
            Remove this photo from the task at <strong>{task.location}</strong>? You can undo this for a
            minute.
          </p>
          <Inline>
            <LinkButton to={back} preventScrollReset>
              Keep it
            </LinkButton>
            <Button variant="danger" name="intent" value="removePhoto" pending={isPending && 'Removing...'}>
              Remove Photo
            </Button>
          </Inline>
        </Stack>
      </Form>
    </RouteDialog>
  );
}

/** The board behind it stays as it is. */
export const ErrorBoundary = TaskTrouble;
