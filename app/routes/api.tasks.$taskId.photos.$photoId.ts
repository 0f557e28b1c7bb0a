import * as z from 'zod/v4';
import { getPhoto, removePhoto } from '~/domain/tasks/photos.server';
import { api, pathId, read, write } from '~/http/api.server';
import { imageResponse } from '~/http/image.server';

const Nothing = z.strictObject({});

export const { loader, action } = api({
  GET: read(Nothing, async ({ actor, params, request }) => {
    const id = pathId(params.photoId);
    return imageResponse(request, await getPhoto(actor, pathId(params.taskId), id), `photo-${String(id)}`);
  }),
  DELETE: write(Nothing, ({ actor, params }) =>
    removePhoto(actor, pathId(params.taskId), pathId(params.photoId)),
  ),
});
