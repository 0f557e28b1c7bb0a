import * as z from 'zod/v4';
import { listArchivedOn } from '~/domain/tasks/queries.server';
import { api, JsonText, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    z.strictObject({}),
    async ({ actor, params }) => new JsonText(await listArchivedOn(actor, params.date ?? '')),
  ),
});
