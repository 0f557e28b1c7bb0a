import { WEBHOOK_EVENTS, type WebhookEvent } from '~/domain/webhooks/events';

type Webhook = { url: string; events: WebhookEvent[]; active: boolean };

/** The fields of a refused form as they were sent; of one that was not sent, what is stored. */
export function typedWebhook(sent: Record<string, unknown> | null | undefined, stored: Webhook): Webhook {
  if (!sent) return stored;
  const chosen = new Set([sent.events].flat());
  return {
    url: typeof sent.url === 'string' ? sent.url : '',
    events: WEBHOOK_EVENTS.filter((event) => chosen.has(event)),
    active: sent.active === 'on',
  };
}
