import { rejectsFile } from '~/domain/accounts/import/rejects.server';
import { NoInput } from '~/domain/schema';
import { api, pathId, read } from '~/http/api.server';
import { csvResponse } from '~/http/csv.server';

export const { loader, action } = api({
  GET: read(NoInput, async ({ actor, params }) => {
    const id = pathId(params.importId);
    return csvResponse(`rejected-rows-${String(id)}.csv`, await rejectsFile(actor, id));
  }),
});
