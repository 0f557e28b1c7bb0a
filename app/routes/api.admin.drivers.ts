import { addDriver } from '~/domain/network/users/sign-in-links.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: addDriver });
