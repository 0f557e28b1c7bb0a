import { rejectsFile } from '~/domain/accounts/import/rejects.server';
import { NoInput } from '~/domain/schema';
import { api, pathId, read } from '~/http/api.server';
import { CSV } from '~/http/call';
import { csvResponse } from '~/http/csv.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The rows that were not taken, to be mended and imported again',
      may: 'editAccounts',
      input: NoInput,
      answer: CSV,
    },
    async ({ actor, params }) => {
      const id = pathId(params.importId);
      return csvResponse(`rejected-rows-${String(id)}.csv`, await rejectsFile(actor, id));
    },
  ),
});
