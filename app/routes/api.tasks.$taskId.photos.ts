import * as z from 'zod/v4';
import { addPhoto, listPhotos } from '~/domain/tasks/photos.server';
import { AddPhoto } from '~/domain/tasks/schema';
import { api, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(z.strictObject({}), ({ actor, params }) => listPhotos(actor, pathId(params.taskId))),
  POST: write(AddPhoto, ({ actor, input, params }) => addPhoto(actor, pathId(params.taskId), input), {
    status: 201,
  }),
});
