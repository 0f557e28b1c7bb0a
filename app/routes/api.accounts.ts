import { createAccount } from '~/domain/accounts/commands.server';
import { cursorAfter, listAccounts } from '~/domain/accounts/queries.server';
import { CreateAccount, ListAccounts } from '~/domain/accounts/schema';
import { api, nextPage, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(ListAccounts, async ({ actor, input, request }) =>
    nextPage(request, await listAccounts(actor, input), input.limit, cursorAfter),
  ),
  POST: write(CreateAccount, ({ actor, input }) => createAccount(actor, input), { status: 201 }),
});
