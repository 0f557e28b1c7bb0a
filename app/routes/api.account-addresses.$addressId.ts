import { deleteAddress, updateAddress } from '~/domain/network/accounts/addresses.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ PATCH: updateAddress, DELETE: deleteAddress });
