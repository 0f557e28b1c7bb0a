import { ImportJobAnswer } from '~/domain/accounts/answers';
import { getImport } from '~/domain/accounts/import/jobs.server';
import { NoInput } from '~/domain/schema';
import { api, pathId, read } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'How far an import that came by the page is',
      may: 'editAccounts',
      input: NoInput,
      answer: ImportJobAnswer,
    },
    ({ actor, params }) => getImport(actor, pathId(params.importId)),
  ),
});
