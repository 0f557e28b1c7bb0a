import { printed } from 'db/models/table';
import { Webhook as StoredWebhook, WebhookDelivery } from 'db/models/webhooks';
import { Op } from 'sequelize';
import * as z from 'zod/v4';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { atWebhook, DeliveryAnswer, ListDeliveries, WebhookAnswer } from './schema';

const WEBHOOK = [
  ...(['id', 'url', 'events', 'active', 'note'] as const),
  ...[printed('failingSince'), printed('createdAt'), printed('updatedAt')],
] as const;

const DELIVERY = [
  ...(['id', 'place', 'event', 'taskId', 'state', 'attempts', printed('nextTryAt')] as const),
  ...([printed('triedAt'), 'status', 'answer', 'error', printed('createdAt')] as const),
] as const;

export const listWebhooks = query(
  { summary: 'Webhooks', may: 'manageWebhooks', answer: z.array(WebhookAnswer) },
  () => StoredWebhook.findRows(WEBHOOK, { order: ['id'] }),
);

export const getWebhook = query(
  { summary: 'One webhook', may: 'manageWebhooks', at: atWebhook, answer: WebhookAnswer },
  ({ webhookId }) => requireWebhook(webhookId),
);

export async function requireWebhook(id: number) {
  const webhook = await StoredWebhook.findRow(WEBHOOK, { where: { id } });
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

export const listDeliveries = query(
  {
    summary: 'Deliveries of a webhook in the last 30 days, newest first',
    about: '`before` is the `place` of the last delivery on the previous page.',
    may: 'manageWebhooks',
    at: atWebhook,
    input: ListDeliveries,
    answer: z.array(DeliveryAnswer),
  },
  async ({ webhookId, input: { before, limit } }) => {
    await requireWebhook(webhookId);
    return WebhookDelivery.findRows(DELIVERY, {
      where: { webhookId, ...(before !== undefined && { place: { [Op.lt]: before } }) },
      order: [['place', 'desc']],
      limit,
    });
  },
);

export async function requireDelivery(webhookId: number, id: string) {
  const delivery = await WebhookDelivery.findRow(DELIVERY, { where: { id, webhookId } });
  if (!delivery) throw notFound('Delivery');
  return delivery;
}
