import { sendTestPush } from '~/modules/push/subscriptions.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ POST: sendTestPush });
