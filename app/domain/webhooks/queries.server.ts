import { printed } from 'db/models/table';
import { Webhook as StoredWebhook, WebhookDelivery } from 'db/models/webhooks';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import type { Delivery, Webhook } from './answers';
import type { ListDeliveries } from './schema';

const WEBHOOK = [
  ...(['id', 'url', 'events', 'active', 'note'] as const),
  ...[printed('failingSince'), printed('createdAt'), printed('updatedAt')],
] as const;

const DELIVERY = [
  ...(['id', 'place', 'event', 'taskId', 'state', 'attempts', printed('nextTryAt')] as const),
  ...([printed('triedAt'), 'status', 'answer', 'error', printed('createdAt')] as const),
] as const;

export async function listWebhooks(actor: Actor): Promise<Webhook[]> {
  authorize(actor, 'manageWebhooks');
  return StoredWebhook.findRows(WEBHOOK, { order: ['id'] });
}

export async function getWebhook(actor: Actor, id: number): Promise<Webhook> {
  authorize(actor, 'manageWebhooks');
  return requireWebhook(id);
}

export async function requireWebhook(id: number): Promise<Webhook> {
  const webhook = await StoredWebhook.findRow(WEBHOOK, { where: { id } });
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

/** Latest first. */
export async function listDeliveries(
  actor: Actor,
  webhookId: number,
  { before, limit }: ListDeliveries,
): Promise<Delivery[]> {
  await getWebhook(actor, webhookId);
  return WebhookDelivery.findRows(DELIVERY, {
    where: { webhookId, ...(before !== undefined && { place: { [Op.lt]: before } }) },
    order: [['place', 'desc']],
    limit,
  });
}

export async function requireDelivery(webhookId: number, id: string): Promise<Delivery> {
  const delivery = await WebhookDelivery.findRow(DELIVERY, { where: { id, webhookId } });
  if (!delivery) throw notFound('Delivery');
  return delivery;
}
