import * as z from 'zod/v4';
import { AccountAnswer } from '~/domain/accounts/answers';
import { createAccount } from '~/domain/accounts/commands.server';
import { cursorAfter, listAccounts } from '~/domain/accounts/queries.server';
import { CreateAccount, ListAccounts } from '~/domain/accounts/schema';
import { api, nextPage, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: 'Accounts in the order of their names',
      about: '`search` is the beginning of a name.',
      may: 'readAccounts',
      input: ListAccounts,
      answer: z.array(AccountAnswer),
      paged: true,
    },
    async ({ actor, input, request }) =>
      nextPage(request, await listAccounts(actor, input), input.limit, cursorAfter),
  ),
  POST: write(
    {
      summary: 'Makes an account',
      about: "A street address becomes the account's default address.",
      may: 'editAccounts',
      input: CreateAccount,
      answer: AccountAnswer,
      status: 201,
    },
    ({ actor, input }) => createAccount(actor, input),
  ),
});
