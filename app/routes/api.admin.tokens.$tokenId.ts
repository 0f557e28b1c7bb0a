import { revokeAnybodysToken } from '~/domain/network/users/tokens.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ DELETE: revokeAnybodysToken });
