import { listDeliveries } from '~/domain/notifications/webhooks/commands.server';
import { api } from '~/http/api.server';

export const { loader, action } = api({ GET: listDeliveries });
