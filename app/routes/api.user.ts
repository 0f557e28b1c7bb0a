import { getCurrentUser } from '~/domain/network/users/queries.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getCurrentUser });
