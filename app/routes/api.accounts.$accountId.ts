import { deleteAccount, updateAccount } from '~/domain/network/accounts/commands.server';
import { getAccount } from '~/domain/network/accounts/queries.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getAccount, PATCH: updateAccount, DELETE: deleteAccount });
