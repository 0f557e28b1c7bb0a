import * as z from 'zod/v4';
import { endRoute } from '~/domain/tasks/batches.server';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(z.strictObject({}), ({ actor, params }) => endRoute(actor, pathId(params.driverId))),
});
