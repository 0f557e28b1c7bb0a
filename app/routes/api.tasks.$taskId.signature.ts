import { NoInput } from '~/domain/kernel/schema';
import { getSignature } from '~/domain/tasks/store/queries.server';
import { api, pathId, read } from '~/http/api.server';
import { IMAGE } from '~/http/call';
import { imageResponse } from '~/http/downloads.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'The signature', may: 'readTasks', scoped: true, input: NoInput, answer: IMAGE },
    async ({ actor, params, request }) => {
      const id = pathId(params.taskId);
      return imageResponse(request, await getSignature(actor, id), `signature-${String(id)}`);
    },
  ),
});
