import { AccountAnswer } from '~/domain/accounts/answers';
import { deleteAccount, updateAccount } from '~/domain/accounts/commands.server';
import { getAccount } from '~/domain/accounts/queries.server';
import { UpdateAccount } from '~/domain/accounts/schema';
import { Gone } from '~/domain/answers';
import { NoInput } from '~/domain/schema';
import { api, expectedVersion, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    { summary: 'One account', may: 'readAccounts', input: NoInput, answer: AccountAnswer },
    ({ actor, params }) => getAccount(actor, pathId(params.accountId)),
  ),
  PATCH: write(
    {
      summary: 'Changes an account',
      about: 'Any of `name`, `phone`, `accountType`.',
      may: 'editAccounts',
      input: UpdateAccount,
      answer: AccountAnswer,
      guarded: true,
    },
    ({ actor, input, params, request }) =>
      updateAccount(actor, pathId(params.accountId), input, { expectedVersion: expectedVersion(request) }),
  ),
  DELETE: write(
    {
      summary: 'Deletes an account',
      about: 'Its addresses go as well; tasks keep its name.',
      may: 'editAccounts',
      input: NoInput,
      answer: Gone,
    },
    ({ actor, params }) => deleteAccount(actor, pathId(params.accountId)),
  ),
});
