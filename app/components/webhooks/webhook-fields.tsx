import type { SubmissionResult } from '@conform-to/react';
import * as css from '~/components/administration/choice.css';
import { EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from '~/domain/notifications/webhooks/events';
import type { Webhook } from '~/domain/notifications/webhooks/schema';
import { typedBox, typedList, typedText } from '~/forms/typed';
import { Badge } from '~/ui/badge';
import { Box, Checkbox, Errors, HasBox, InputField } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';
import { ShownOnce } from '~/ui/shown-once';
import * as table from '~/ui/table.css';
import { Time } from '~/ui/time';

type Props = {
  stored: { url: string; events: readonly WebhookEvent[]; active: boolean };
  /** The form as it was sent, if it was refused. */
  sent: SubmissionResult | undefined;
};

export function WebhookFields({ stored, sent }: Props) {
  const errors = sent?.error;
  const events = typedList(sent, 'events', stored.events);
  return (
    <>
      <InputField
        label="URL"
        name="url"
        id="webhook-url"
        required
        hint="Receives a POST request with JSON for every event"
        errors={errors?.url}
        type="url"
        inputMode="url"
        maxLength={2_000}
        defaultValue={typedText(sent, 'url', stored.url)}
        data-autofocus
      />
      <fieldset aria-describedby={errors?.events ? 'events-error' : undefined}>
        <legend className={css.legend}>Events</legend>
        <HasBox name="events" />
        <Stack gap={0}>
          {WEBHOOK_EVENTS.map((event) => (
            <Inline key={event}>
              <Checkbox
                name="events"
                value={event}
                label={EVENT_LABELS[event]}
                defaultChecked={events.includes(event)}
              />
            </Inline>
          ))}
        </Stack>
        <Errors id="events-error" errors={errors?.events} />
      </fieldset>
      <Box name="active" label="On" defaultChecked={typedBox(sent, 'active', stored.active)} />
    </>
  );
}

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
