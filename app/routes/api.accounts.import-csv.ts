import { ImportedAnswer } from '~/domain/accounts/answers';
import { importCsv } from '~/domain/accounts/import/commands.server';
import { ImportCsv } from '~/domain/accounts/import/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: 'Imports accounts from the text of a CSV file',
      about:
        'Good rows go in, bad ones are listed by line. The same file twice adds nothing. `accountType` is what the rows are that name no type (`shop` unless given).',
      may: 'editAccounts',
      input: ImportCsv,
      answer: ImportedAnswer,
    },
    ({ actor, input }) => importCsv(actor, input),
  ),
});
