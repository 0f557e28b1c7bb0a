import { sendTest } from '~/modules/webhooks/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: sendTest });
