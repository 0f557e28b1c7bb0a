import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import type { Delivery, Webhook } from './answers';
import type { ListDeliveries } from './schema';

const time = (column: string, name: string) => `to_json(${column}) #>> '{}' as "${name}"`;

const WEBHOOK = `id, url, events, active, note, ${time('failing_since', 'failingSince')},
  ${time('created_at', 'createdAt')}, ${time('updated_at', 'updatedAt')}`;

const DELIVERY = `id, place, event, task_id as "taskId", state, attempts, ${time('next_try_at', 'nextTryAt')},
  ${time('tried_at', 'triedAt')}, status, answer, error, ${time('created_at', 'createdAt')}`;

export async function listWebhooks(actor: Actor): Promise<Webhook[]> {
  authorize(actor, 'manageWebhooks');
  return rows<Webhook>(`select ${WEBHOOK} from webhooks order by id`);
}

export async function getWebhook(actor: Actor, id: number): Promise<Webhook> {
  authorize(actor, 'manageWebhooks');
  return requireWebhook(id);
}

export async function requireWebhook(id: number): Promise<Webhook> {
  const webhook = await row<Webhook>(`select ${WEBHOOK} from webhooks where id = $id`, { id });
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
  return rows<Delivery>(
    `select ${DELIVERY} from webhook_deliveries
     where webhook_id = $webhookId and ($before::bigint is null or place < $before)
     order by place desc limit $limit`,
    { webhookId, before: before ?? null, limit },
  );
}

export async function requireDelivery(webhookId: number, id: string): Promise<Delivery> {
  const delivery = await row<Delivery>(
    `select ${DELIVERY} from webhook_deliveries where id = $id::uuid and webhook_id = $webhookId`,
    { id, webhookId },
  );
  if (!delivery) throw notFound('Delivery');
  return delivery;
}
