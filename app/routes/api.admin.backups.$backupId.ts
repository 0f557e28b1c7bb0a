import { getBackup } from '~/domain/administration/backups/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getBackup });
