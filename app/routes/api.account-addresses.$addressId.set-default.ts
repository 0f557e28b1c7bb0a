import { AddressAnswer } from '~/domain/accounts/answers';
import { setDefaultAddress } from '~/domain/accounts/addresses.server';
import { NoInput } from '~/domain/schema';
import { api, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  POST: write(
    {
      summary: "Makes it its account's default address",
      may: 'editAccounts',
      input: NoInput,
      answer: AddressAnswer,
    },
    ({ actor, params }) => setDefaultAddress(actor, pathId(params.addressId)),
  ),
});
