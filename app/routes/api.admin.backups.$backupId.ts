import { getBackup } from '~/modules/backups/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: getBackup });
