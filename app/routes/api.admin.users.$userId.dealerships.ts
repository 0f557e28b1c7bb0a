import { changeDealerships } from '~/domain/network/users/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ PUT: changeDealerships });
