import {
  createWebhook,
  deleteWebhook,
  redeliver,
  renewSecret,
  sendTest,
  updateWebhook,
} from '~/domain/webhooks/commands.server';
import { getWebhook, listDeliveries, listWebhooks } from '~/domain/webhooks/queries.server';

export const webhookCalls = {
  'GET /api/admin/webhooks': listWebhooks,
  'POST /api/admin/webhooks': createWebhook,
  'GET /api/admin/webhooks/:webhookId': getWebhook,
  'PATCH /api/admin/webhooks/:webhookId': updateWebhook,
  'DELETE /api/admin/webhooks/:webhookId': deleteWebhook,
  'POST /api/admin/webhooks/:webhookId/secret': renewSecret,
  'POST /api/admin/webhooks/:webhookId/test': sendTest,
  'GET /api/admin/webhooks/:webhookId/deliveries': listDeliveries,
  'POST /api/admin/webhooks/:webhookId/deliveries/:deliveryId/redeliver': redeliver,
};
