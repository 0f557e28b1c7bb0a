import * as z from 'zod/v4';
import { addAddress } from '~/domain/accounts/addresses.server';
import { AddressAnswer } from '~/domain/accounts/answers';
import { getAccount, listAddresses } from '~/domain/accounts/queries.server';
import { AddAddress } from '~/domain/accounts/schema';
import { NoInput } from '~/domain/schema';
import { api, pathId, read, write } from '~/http/api.server';

export const { loader, action } = api({
  GET: read(
    {
      summary: "An account's addresses, default first",
      may: 'readAccounts',
      input: NoInput,
      answer: z.array(AddressAnswer),
    },
    async ({ actor, params }) => {
      const { id } = await getAccount(actor, pathId(params.accountId));
      return listAddresses(actor, { accountId: id });
    },
  ),
  POST: write(
    {
      summary: 'Adds an address',
      about: 'The first address of an account is its default.',
      may: 'editAccounts',
      input: AddAddress,
      answer: AddressAnswer,
      status: 201,
    },
    ({ actor, input, params }) => addAddress(actor, pathId(params.accountId), input),
  ),
});
