import { EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from '~/domain/platform/webhook-events';
import type { Webhook } from './schema';
import type { FieldDescription } from '~/forms/described-form';
import { Badge } from '~/ui/badge';
import { ShownOnce } from '~/ui/shown-once';
import * as table from '~/ui/table.css';
import { Time } from '~/ui/time';

type Stored = { url: string; events: readonly WebhookEvent[]; active: boolean };

export const webhookFields = ({ url, events, active }: Stored): FieldDescription[] => [
  {
    name: 'url',
    label: 'URL',
    hint: 'Receives a POST request with JSON for every event',
    type: 'url',
    inputMode: 'url',
    maxLength: 2_000,
    required: true,
    value: url,
  },
  {
    kind: 'boxes',
    name: 'events',
    label: 'Events',
    checked: events,
    options: WEBHOOK_EVENTS.map((event) => ({ value: event, label: EVENT_LABELS[event] })),
  },
  { kind: 'box', name: 'active', label: 'On', checked: active },
];

export type Made = { id: number; secret: string };

/** Shows a new secret. It can't be shown again. */
export function MadeSecret({ id, secret }: Made) {
  return (
    <ShownOnce
      title="Webhook Secret"
      label="Secret"
      name="secret"
      value={secret}
      doneTo={`/settings/webhooks/${String(id)}`}
    >
      Every delivery is signed with this secret. Copy it now. It won’t be shown again.
    </ShownOnce>
  );
}

/** The webhook's state, and the state of its deliveries. */
export function WebhookState({ webhook: { active, note, failingSince } }: { webhook: Webhook }) {
  if (!active)
    return (
      <span>
        <Badge tone="inactive">Off</Badge> {note && <span className={table.note}>{note}</span>}
      </span>
    );
  if (failingSince === null) return <Badge tone="completed">On</Badge>;
  return (
    <span>
      <Badge tone="urgent">Failing</Badge>{' '}
      <span className={table.note}>
        since <Time iso={failingSince} />
      </span>
    </span>
  );
}
