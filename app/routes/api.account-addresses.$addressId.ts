import { deleteAddress, updateAddress } from '~/domain/accounts/addresses.server';
import { AddressAnswer } from '~/domain/accounts/answers';
import { UpdateAddress } from '~/domain/accounts/schema';
import { Gone } from '~/domain/answers';
import { NoInput } from '~/domain/schema';
import { api, expectedVersion, pathId, write } from '~/http/api.server';

export const { loader, action } = api({
  PATCH: write(
    {
      summary: 'Changes an address',
      about:
        'Any subset. Another street is looked up, and so is the same one with `latitude: null, longitude: null`.',
      may: 'editAccounts',
      input: UpdateAddress,
      answer: AddressAnswer,
      guarded: true,
    },
    ({ actor, input, params, request }) =>
      updateAddress(actor, pathId(params.addressId), input, { expectedVersion: expectedVersion(request) }),
  ),
  DELETE: write(
    {
      summary: 'Deletes an address',
      about: 'The only address of an account stays: 409.',
      may: 'editAccounts',
      input: NoInput,
      answer: Gone,
    },
    ({ actor, params }) => deleteAddress(actor, pathId(params.addressId)),
  ),
});
