import { EVENT_LABELS, WEBHOOK_EVENTS, type WebhookEvent } from '~/domain/webhooks/events';
import * as css from '~/components/administration/choice.css';
import { Box, Checkbox, Errors, Field, HasBox, Input } from '~/ui/field';
import { Inline, Stack } from '~/ui/layout';

type Errors = Record<string, string[] | null> | null | undefined;

type Props = {
  typed: { url: string; events: WebhookEvent[]; active: boolean };
  errors: Errors;
};

/** What a webhook is made of. */
export function WebhookFields({ typed: { url, events, active }, errors }: Props) {
  return (
    <>
      <Field
        label="Address"
        name="url"
        id="webhook-url"
        required
        hint="Gets a POST with JSON for every event"
        errors={errors?.url ?? undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            maxLength={2_000}
            defaultValue={url}
            data-autofocus
          />
        )}
      </Field>
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
        <Errors id="events-error" errors={errors?.events ?? undefined} />
      </fieldset>
      <Box name="active" label="On" defaultChecked={active} />
    </>
  );
}
