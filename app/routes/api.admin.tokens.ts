import { listEverybodysTokens } from '~/domain/network/users/tokens.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listEverybodysTokens });
