import { restoreUser } from '~/domain/administration/users/access.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: restoreUser });
