import * as z from 'zod/v4';
import { NoInput } from '~/domain/schema';
import { PhotoAnswer } from '~/domain/tasks/answers';
import { addPhoto, listPhotos } from '~/domain/tasks/photos.server';
import { proofOf } from '~/domain/tasks/proof.server';
import { AddPhoto } from '~/domain/tasks/schema';
import { api, pathId, read, writePrepared } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'The photos of a task', may: 'readTasks', input: NoInput, answer: z.array(PhotoAnswer) },
    ({ actor, params }) => listPhotos(actor, pathId(params.taskId)),
  ),
  POST: writePrepared(
    {
      summary: 'Adds a photo as proof',
      about: 'At most 3 a task.',
      may: 'editTask',
      input: AddPhoto,
      answer: PhotoAnswer,
      status: 201,
    },
    ({ actor, params, input }) => proofOf(actor, pathId(params.taskId), { photos: [input.image] }),
    ({ actor, params }, proof) => addPhoto(actor, pathId(params.taskId), proof),
  ),
});
