import { getMoveIn, rejectsFile } from '~/modules/move-in/commands.server';
import { NoInput } from '~/domain/kernel/schema';
import { api, pathId, read } from '~/http/api.server';
import { CSV } from '~/http/call';
import { csvResponse } from '~/http/downloads.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'The rejected rows of a file, to be fixed and imported again',
      may: getMoveIn.spec.may,
      input: NoInput,
      answer: CSV,
    },
    async ({ actor, params }) => {
      const id = pathId(params.moveInId);
      return csvResponse(`rejected-rows-${String(id)}.csv`, await rejectsFile(actor, id));
    },
  ),
});
