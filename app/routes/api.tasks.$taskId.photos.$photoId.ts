import { Gone } from '~/domain/answers';
import { NoInput } from '~/domain/schema';
import { getPhoto, removePhoto } from '~/domain/tasks/photos.server';
import { api, pathId, read, write } from '~/http/api.server';
import { IMAGE } from '~/http/call';
import { imageResponse } from '~/http/image.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'A photo', may: 'readTasks', input: NoInput, answer: IMAGE },
    async ({ actor, params, request }) => {
      const id = pathId(params.photoId);
      return imageResponse(request, await getPhoto(actor, pathId(params.taskId), id), `photo-${String(id)}`);
    },
  ),
  DELETE: write(
    { summary: 'Removes a photo', may: 'removePhoto', input: NoInput, answer: Gone },
    ({ actor, params }) => removePhoto(actor, pathId(params.taskId), pathId(params.photoId)),
  ),
});
