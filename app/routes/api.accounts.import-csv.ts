import { importCsv } from '~/domain/accounts/import/commands.server';
import { ImportCsv } from '~/domain/accounts/import/schema';
import { api, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(ImportCsv, ({ actor, input }) => importCsv(actor, input)),
});
