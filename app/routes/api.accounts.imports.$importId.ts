import { getImport } from '~/domain/network/account-import/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getImport });
