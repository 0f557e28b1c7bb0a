import * as z from 'zod/v4';
import { getSignature } from '~/domain/tasks/queries.server';
import { api, pathId, read } from '~/http/api.server';
import { imageResponse } from '~/http/image.server';

export const { loader, action } = api({
  GET: read(z.strictObject({}), async ({ actor, params, request }) => {
    const id = pathId(params.taskId);
    return imageResponse(request, await getSignature(actor, id), `signature-${String(id)}`);
  }),
});
