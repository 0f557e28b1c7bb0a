import { listAddresses } from '~/domain/network/accounts/queries.server';
import { api, paged } from '~/http/api.server';

export const { loader, action } = api({ GET: paged(listAddresses, ({ id }) => String(id)) });
