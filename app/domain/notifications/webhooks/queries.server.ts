import { printed } from 'db/models/table';
import { Webhook as StoredWebhook } from 'db/models/webhooks';
import { row, rows } from 'db/connection';
import * as z from 'zod/v4';
import { query } from '~/domain/kernel/command.server';
import { notFound } from '~/domain/kernel/errors';
import { DELIVERY } from './events';
import { atWebhook, DeliveryAnswer, ListDeliveries, WebhookAnswer, type Delivery } from './schema';

const WEBHOOK = [
  ...(['id', 'url', 'events', 'active', 'note'] as const),
  printed('failingSince'),
  printed('createdAt'),
  printed('updatedAt'),
] as const;

const DELIVERIES = `
  select subject as id, id as place, payload ->> 'event' as event, (payload ->> 'taskId')::integer as "taskId",
    case state when 'done' then 'delivered' when 'running' then 'waiting' else state end as state, attempts,
    to_json(run_at) #>> '{}' as "nextTryAt", to_json(tried_at) #>> '{}' as "triedAt",
    (result ->> 'status')::integer as status, result ->> 'answer' as answer, error,
    to_json(created_at) #>> '{}' as "createdAt"
  from jobs where kind = '${DELIVERY}' and lane = $lane`;

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
    return rows<Delivery>(
      `${DELIVERIES} and ($before::bigint is null or id < $before) order by place desc limit $limit`,
      { lane: String(webhookId), before: before ?? null, limit },
    );
  },
);

export async function requireDelivery(webhookId: number, id: string) {
  const delivery = await row<Delivery>(`${DELIVERIES} and subject = $id`, { lane: String(webhookId), id });
  if (!delivery) throw notFound('Delivery');
  return delivery;
}
