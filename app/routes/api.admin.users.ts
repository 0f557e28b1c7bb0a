import { addUser } from '~/domain/network/users/commands.server';
import { listManagedUsers } from '~/domain/network/users/queries.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listManagedUsers, POST: addUser });
