import * as z from 'zod/v4';
import { NoInput } from '~/domain/schema';
import { PhotoAnswer } from '~/domain/tasks/answers';
import { addPhoto, listPhotos } from '~/domain/tasks/photos.server';
import { AddPhoto } from '~/domain/tasks/schema';
import { api, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'The photos of a task', may: 'readTasks', input: NoInput, answer: z.array(PhotoAnswer) },
    ({ actor, params }) => listPhotos(actor, pathId(params.taskId)),
  ),
  POST: write(
    {
      summary: 'Adds a photo as proof',
      about: 'At most 3 a task.',
      may: 'editTask',
      input: AddPhoto,
      answer: PhotoAnswer,
      status: 201,
    },
    ({ actor, input, params }) => addPhoto(actor, pathId(params.taskId), input),
  ),
});
