import { resetPassword } from '~/domain/network/users/change-password.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: resetPassword });
