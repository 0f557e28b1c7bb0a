import { NoInput } from '~/domain/schema';
import { getSignature } from '~/domain/tasks/queries.server';
import { api, pathId, read } from '~/http/api.server';
import { IMAGE } from '~/http/call';
import { imageResponse } from '~/http/image.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'The signature', may: 'readTasks', input: NoInput, answer: IMAGE },
    async ({ actor, params, request }) => {
      const id = pathId(params.taskId);
      return imageResponse(request, await getSignature(actor, id), `signature-${String(id)}`);
    },
  ),
});
