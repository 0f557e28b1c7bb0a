import { NoInput } from '~/domain/kernel/schema';
import { getPhoto, removePhoto } from '~/domain/tasks/evidence/photos.server';
import { api, pathId, read } from '~/http/api.server';
import { IMAGE } from '~/http/call';
import { imageResponse } from '~/http/downloads.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'A photo', may: 'readTasks', scoped: true, input: NoInput, answer: IMAGE },
    async ({ actor, params, request }) => {
      const id = pathId(params.photoId);
      return imageResponse(request, await getPhoto(actor, pathId(params.taskId), id), `photo-${String(id)}`);
    },
  ),
  DELETE: removePhoto,
});
