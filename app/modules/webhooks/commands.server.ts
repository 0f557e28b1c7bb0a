/** Admins choose who is told of changes. The secret is shown once, when it is made. */
import { randomBytes } from 'node:crypto';
import { fn } from 'sequelize';
import * as z from 'zod/v4';
import { row, rows } from 'db/connection';
import { Webhook as StoredWebhook } from 'db/models/notifications';
import { printed } from 'db/models/table';
import { forgetLane, runAgain, wakeKind } from '~/domain/platform/jobs/change-jobs.server';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { Deleted } from '~/domain/kernel/schema';
import { command, query } from '~/domain/kernel/command.server';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { requirePerson } from '~/domain/kernel/permissions';
import { refusedLiteral } from './deliver.server';
import {
  atDelivery,
  atWebhook,
  CreateWebhook,
  type Delivery,
  DeliveryAnswer,
  ListDeliveries,
  NewWebhookAnswer,
  UpdateWebhook,
  type Webhook,
  WebhookAnswer,
} from './schema';
import { DELIVERY, TEST_EVENT } from '~/domain/platform/webhook-events';
import { untranslated } from '~/domain/kernel/sentence';

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

async function requireWebhook(id: number) {
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

async function requireDelivery(webhookId: number, id: string) {
  const delivery = await row<Delivery>(`${DELIVERIES} and subject = $id`, { lane: String(webhookId), id });
  if (!delivery) throw notFound('Delivery');
  return delivery;
}

const MOST_WEBHOOKS = 20;
const SECRET_PREFIX = 'whsec_';

/** The answer to a repeated request leaves the secret out. */
const repeated = ({ secret: _, ...webhook }: Webhook & { secret?: string | undefined }) => webhook;

const newSecret = () => SECRET_PREFIX + randomBytes(24).toString('base64');

const targetOf = ({ id, url }: Pick<Webhook, 'id' | 'url'>) => ({ id, name: new URL(url).host });

export const createWebhook = command(
  {
    summary: 'Creates a webhook',
    about:
      'The secret that its deliveries are signed with is returned only in this response. Not for API tokens.',
    may: 'manageWebhooks',
    input: CreateWebhook,
    answer: NewWebhookAnswer,
    creates: true,
    repeated,
  },
  async ({ actor, input }) => {
    requirePerson(actor);
    return administer(actor, async () => {
      refuseForbidden(input.url);
      if ((await StoredWebhook.count()) >= MOST_WEBHOOKS)
        throw conflict(
          untranslated(
            'tooManyWebhooks',
            `There are already ${String(MOST_WEBHOOKS)} webhooks. Delete one first`,
          ),
        );
      const secret = newSecret();
      const { url, events, active } = input;
      const { id } = await StoredWebhook.create({ url, secret, events, active }, { returning: ['id'] });
      const webhook = await requireWebhook(id);
      await recordAdminEvent(actor, {
        act: 'webhook.created',
        target: targetOf(webhook),
        changes: { url: [null, url], events: [null, events], active: [null, active] },
      });
      return { ...webhook, secret };
    });
  },
);

/** Switching a webhook on again clears its failures. */
export const updateWebhook = command(
  {
    summary: 'Changes a webhook',
    about:
      'Any subset of the fields. When it is turned on again, events that are still waiting are sent. API tokens can’t change the address.',
    may: 'manageWebhooks',
    at: atWebhook,
    input: UpdateWebhook,
    answer: WebhookAnswer,
  },
  ({ actor, webhookId: id, input }) =>
    administer(actor, async () => {
      const stored = await requireWebhook(id);
      const { url = stored.url, events = stored.events, active = stored.active } = input;
      if (url !== stored.url) {
        requirePerson(actor);
        refuseForbidden(url);
      }
      const isOnAgain = active && !stored.active;
      await StoredWebhook.update(
        {
          url,
          events,
          active,
          updatedAt: fn('now'),
          ...(active && { note: null }),
          ...(isOnAgain && { failingSince: null }),
        },
        { where: { id } },
      );
      if (isOnAgain) await wakeKind(DELIVERY);
      const changes = differences(stored, { url, events, active });
      if (Object.keys(changes).length > 0)
        await recordAdminEvent(actor, { act: 'webhook.changed', target: targetOf({ id, url }), changes });
      return requireWebhook(id);
    }),
);

export const deleteWebhook = command(
  {
    summary: 'Deletes a webhook',
    about: 'Events still waiting to be sent are discarded.',
    may: 'manageWebhooks',
    at: atWebhook,
    answer: Deleted,
  },
  ({ actor, webhookId: id }) =>
    administer(actor, async () => {
      const webhook = await requireWebhook(id);
      // The jobs are locked first, in the same order as when a delivery ends: another order could deadlock.
      await forgetLane(DELIVERY, String(id));
      await StoredWebhook.destroy({ where: { id } });
      await recordAdminEvent(actor, {
        act: 'webhook.deleted',
        target: targetOf(webhook),
        changes: { url: [webhook.url, null] },
      });
      return { id };
    }),
);

/** The old secret is invalid from now on, also for deliveries that still wait. */
export const renewSecret = command(
  {
    summary: 'Replaces the secret',
    about:
      'The new secret is returned only in this response. The old one stops working at once. Not for API tokens.',
    may: 'manageWebhooks',
    at: atWebhook,
    answer: NewWebhookAnswer,
    repeated,
  },
  async ({ actor, webhookId: id }) => {
    requirePerson(actor);
    return administer(actor, async () => {
      const webhook = await requireWebhook(id);
      const secret = newSecret();
      await StoredWebhook.update({ secret, updatedAt: fn('now') }, { where: { id } });
      await recordAdminEvent(actor, { act: 'webhook.secret', target: targetOf(webhook) });
      return { ...(await requireWebhook(id)), secret };
    });
  },
);

/** Sends a test event. On a webhook that is switched off, it waits. */
export const sendTest = command(
  {
    summary: 'Sends a test',
    about: 'The result appears in the deliveries.',
    may: 'manageWebhooks',
    at: atWebhook,
    answer: DeliveryAnswer,
    creates: true,
  },
  ({ actor, webhookId: id }) =>
    administer(actor, async () => {
      const webhook = await requireWebhook(id);
      if (!webhook.active) throw conflict(untranslated('webhookOff', 'Turn the webhook on first'));
      const made = await row<{ id: string }>(
        `insert into jobs (kind, subject, lane, payload)
         select $kind, d.id, $lane, jsonb_build_object('event', $event::text, 'body', json_build_object(
           'id', d.id, 'event', $event::text, 'occurred_at', to_json(now()), 'actor', $actor::json, 'task', null)::text)
         from (select gen_random_uuid() as id) d returning subject as id`,
        {
          kind: DELIVERY,
          lane: String(id),
          event: TEST_EVENT,
          actor: JSON.stringify({ id: actor.id, name: actor.name, username: actor.username }),
        },
      );
      await recordAdminEvent(actor, { act: 'webhook.tested', target: targetOf(webhook) });
      return requireDelivery(id, made?.id ?? '');
    }),
);

/** Sends the same delivery again, under its id, and keeps its earlier tries. */
export const redeliver = command(
  {
    summary: 'Sends a delivery again',
    about: 'Uses the same id. A delivery that is waiting for its next attempt is sent now.',
    may: 'manageWebhooks',
    at: atDelivery,
    answer: DeliveryAnswer,
  },
  ({ actor, webhookId: id, deliveryId }) =>
    administer(actor, async () => {
      const webhook = await requireWebhook(id);
      const delivery = await requireDelivery(id, deliveryId);
      if (!webhook.active) throw conflict(untranslated('webhookOff', 'Turn the webhook on first'));
      await runAgain(DELIVERY, deliveryId);
      await recordAdminEvent(actor, {
        act: 'webhook.redelivered',
        target: targetOf(webhook),
        changes: { delivery: [delivery.state, deliveryId] },
      });
      return requireDelivery(id, deliveryId);
    }),
);

/** The address behind a name is checked at each call; a literal address can be refused at once. */
function refuseForbidden(url: string): void {
  const refusal = refusedLiteral(new URL(url).hostname);
  if (refusal) throw fieldRefusal('url', untranslated('privateUrl', refusal));
}
