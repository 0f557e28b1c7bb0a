import { addAddress } from '~/domain/network/accounts/addresses.server';
import { listAddressesOf } from '~/domain/network/accounts/queries.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listAddressesOf, POST: addAddress });
