import { setDefaultAddress } from '~/domain/network/accounts/addresses.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: setDefaultAddress });
