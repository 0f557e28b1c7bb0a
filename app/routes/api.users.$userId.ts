import { updateProfile } from '~/domain/network/users/profile.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ PUT: updateProfile });
