import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getTask } from '~/domain/tasks/store/queries.server';
import { listPhotos, removePhoto } from '~/domain/tasks/evidence/photos.server';
import { confirm } from '~/forms/confirm';
import { button, submit } from '~/forms/submit.server';
import { redirectWithToast } from '~/http/redirect.server';
import { load, pathIdOr404 } from '~/http/page.server';
import { requirePage } from '~/http/session.server';
import { TaskTrouble } from '~/components/board/dialog-trouble';
import { withView } from '~/components/board/board-links';
import * as css from '~/components/photos/photos.css';

const pathOf = (taskId: number) => `/dispatcher/tasks/${String(taskId)}`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requirePage(request, removePhoto.spec.may);
  const [taskId, photoId] = [pathIdOr404(params.taskId), pathIdOr404(params.photoId)];
  const [{ location }, photos] = await load(() =>
    Promise.all([getTask({ actor, taskId }), listPhotos({ actor, taskId })]),
  );
  const photo = photos.find(({ id }) => id === photoId);
  if (photo) return { taskId, location, url: photo.url };
  throw await redirectWithToast(withView(pathOf(taskId), new URL(request.url).search), {
    title: 'This photo is gone',
    description: 'Someone else removed it.',
  });
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    removePhoto: button(
      removePhoto,
      (_, { taskId }) => ({
        redirectTo: withView(pathOf(taskId), new URL(args.request.url).search),
        toast: { title: 'Photo removed' },
      }),
      { undo: true },
    ),
  });

const { ConfirmDialog, meta, clientAction } = confirm<typeof loader>({
  title: 'Remove Photo',
  text: ({ location, url }) => [
    <img key="photo" src={url} alt={`Taken at ${location}`} className={css.whole} />,
    <>
      Remove this photo from the task at <strong>{location}</strong>? You can undo this for a minute.
    </>,
  ],
  intent: 'removePhoto',
  cancel: 'Keep it',
  pending: 'Removing...',
  back: ({ taskId }, search) => pathOf(taskId) + search,
  failure: 'Failed to remove photo',
});

/** Replaces only the dialog. The board behind it stays. */
export { ConfirmDialog as default, meta, clientAction, TaskTrouble as ErrorBoundary };
