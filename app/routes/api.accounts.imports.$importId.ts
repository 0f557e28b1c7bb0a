import { getImport } from '~/domain/accounts/import/jobs.server';
import { NoInput } from '~/domain/schema';
import { api, pathId, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(NoInput, ({ actor, params }) => getImport(actor, pathId(params.importId))),
});
