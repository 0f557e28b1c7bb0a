import { deleteUser } from '~/domain/administration/users/access.server';
import { getManagedUser } from '~/domain/network/users/queries.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getManagedUser, DELETE: deleteUser });
