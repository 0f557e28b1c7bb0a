/** Webhooks: other programs are told of events. */
import { Webhook } from 'db/models/notifications';
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { runAgain } from '~/domain/platform/jobs/change-jobs.server';
import { EVENT_LABELS, TEST_EVENT, type WebhookEvent } from '~/domain/platform/webhook-events';
import type { Module } from '../module';
import { deliveries, webhookSubscriber } from './deliver.server';

export const webhooks: Module = {
  name: 'webhooks',
  subscribers: [webhookSubscriber],
  kinds: [
    {
      ...deliveries,
      label: 'Webhook delivery',
      // The host is shown without the rest of the address.
      facts: `json_build_object('event', j.payload ->> 'event', 'taskId', (j.payload ->> 'taskId')::integer,
        'host', (select substring(w.url from '://([^/?#]+)') from webhooks w where w.id = j.lane::integer))`,
      about: ({ facts: { event, taskId, host } }) => {
        const label = event === TEST_EVENT ? 'Test' : EVENT_LABELS[event as WebhookEvent];
        return `${label}${taskId == null ? '' : `, task ${String(taskId)}`}, to ${String(host ?? 'a deleted webhook')}`;
      },
      again: async ({ kind, subject, lane }) => {
        const webhook = await Webhook.findRow(['active'], { where: { id: Number(lane) } });
        if (!webhook) throw conflict(untranslated('webhookDeleted', 'The webhook was deleted'));
        if (!webhook.active) throw conflict(untranslated('webhookOff', 'Turn the webhook on first'));
        return runAgain(kind, subject);
      },
    },
  ],
  settings: {
    '/settings/background-work': [{ to: '/settings/webhooks', label: 'Webhooks', may: 'manageWebhooks' }],
  },
  // Earlier versions kept deliveries here, before there were jobs.
  expired: [{ table: 'webhook_deliveries', isOver: "created_at < now() - interval '30 days'" }],
  endedServices: [
    `service like 'webhook %' and not exists (select from webhooks w where w.active and service = 'webhook ' || w.id)`,
  ],
  corrections: [
    "update webhooks set failing_since = now() where failing_since > now() + interval '5 minutes'",
  ],
  figures: [
    {
      name: 'webhook_deliveries_waiting',
      help: 'Deliveries waiting to be sent or retried',
      sql: "(select count(*) from jobs where kind = 'webhook' and run_at is not null)",
    },
    {
      name: 'webhook_oldest_delivery_seconds',
      help: 'Age of the oldest waiting delivery',
      sql: `(select coalesce(extract(epoch from now() - min(created_at)), 0) from jobs
        where kind = 'webhook' and run_at is not null)`,
    },
  ],
};
