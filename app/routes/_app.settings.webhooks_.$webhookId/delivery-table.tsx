import { Form } from '@remix-run/react';
import type { Delivery } from '~/domain/webhooks/schema';
import { EVENT_LABELS, STATE_LABELS } from '~/domain/webhooks/events';
import * as css from '~/components/administration/table.css';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { Time } from '~/ui/time';

const TONES = { waiting: 'pending', delivered: 'completed', failed: 'urgent' } as const;

const eventName = ({ event, taskId }: Delivery) =>
  event === 'test' ? 'Test' : `${EVENT_LABELS[event]} · ${String(taskId)}`;

export function DeliveryTable({ deliveries, isOn }: { deliveries: Delivery[]; isOn: boolean }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Event</th>
          <th scope="col">State</th>
          <th scope="col">Answer</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} />
        ))}
      </tbody>
    </table>
  );
}

function DeliveryRow({ delivery, isOn }: { delivery: Delivery; isOn: boolean }) {
  const { id, state, attempts, nextTryAt, status, answer, error, createdAt } = delivery;
  return (
    <tr>
      <td data-label="When">
        <span>
          <Time iso={createdAt} />
        </span>
      </td>
      <td data-label="Event">
        <span>{eventName(delivery)}</span>
      </td>
      <td data-label="State">
        <span>
          <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>{' '}
          <span className={css.note}>
            {attempts} {attempts === 1 ? 'try' : 'tries'}
            {nextTryAt && attempts > 0 && (
              <>
                , next <Time iso={nextTryAt} />
              </>
            )}
          </span>
        </span>
      </td>
      <td data-label="Answer">
        <span>
          {error ?? status ?? '–'}
          {answer && <span className={css.note}> {answer.slice(0, 200)}</span>}
        </span>
      </td>
      <td data-label="Actions">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="deliveryId" value={id} />
          <Button
            name="intent"
            value="redeliver"
            unavailable={!isOn && 'Switch it on first'}
            aria-label={`Send ${eventName(delivery)} again`}
          >
            Send Again
          </Button>
        </Form>
      </td>
    </tr>
  );
}
