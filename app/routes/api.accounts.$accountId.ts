import { deleteAccount, updateAccount } from '~/domain/accounts/commands.server';
import { getAccount } from '~/domain/accounts/queries.server';
import { UpdateAccount } from '~/domain/accounts/schema';
import { NoInput } from '~/domain/schema';
import { api, expectedVersion, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(NoInput, ({ actor, params }) => getAccount(actor, pathId(params.accountId))),
  PATCH: write(UpdateAccount, ({ actor, input, params, request }) =>
    updateAccount(actor, pathId(params.accountId), input, { expectedVersion: expectedVersion(request) }),
  ),
  DELETE: write(NoInput, ({ actor, params }) => deleteAccount(actor, pathId(params.accountId))),
});
