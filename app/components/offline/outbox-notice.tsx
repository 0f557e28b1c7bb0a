import { useEffect } from 'react';
import { orderSaved } from '~/domain/tasks/ordering/order-changes';
import { Button } from '~/ui/button';
import { useToast } from '~/ui/toast';
import { REPORTED, ROUTE_ENDED, ROUTE_STARTED } from './driver-action';
import type { OutboxEntry } from './database';
import { hurry } from './drain';
import { onOutcome, type Outcome } from './outbox';
import * as css from './outbox-notice.css';
import { RefusedEntry } from './refused-entry';

type Props = {
  driverId: number;
  waiting: OutboxEntry[];
  refused: (OutboxEntry & { refusal: string })[];
  /** The entries have waited long enough to be mentioned. */
  isLate: boolean;
};

/** Shows the entries that wait and those that were refused. */
export function OutboxNotice({ driverId, waiting, refused, isLate }: Props) {
  useSaid();
  const count = waiting.length === 1 ? '1 action is' : `${String(waiting.length)} actions are`;
  return (
    <>
      {refused.map((entry) => (
        <RefusedEntry key={entry.id} entry={entry} />
      ))}
      <div role="status">
        {isLate && (
          <div className={css.waiting}>
            <span>
              <strong>Waiting to send.</strong> {count} kept on this phone and will be sent when the
              connection is back.
            </span>
            <Button
              type="button"
              size="thumb"
              onClick={() => {
                hurry(driverId);
              }}
            >
              Try now
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Confirms actions when the server has accepted them. */
function useSaid(): void {
  const show = useToast();
  useEffect(
    () =>
      onOutcome((outcome) => {
        const message = messageOf(outcome);
        if (message) show(message);
      }),
    [show],
  );
}

function messageOf(outcome: Outcome) {
  if (!('sent' in outcome)) return null;
  const { act } = outcome.entry;
  if (act.kind === 'endRoute') return ROUTE_ENDED;
  if (act.kind === 'startRoute') return ROUTE_STARTED;
  if (act.kind === 'order')
    return outcome.changes.length > 0 ? { ...orderSaved(outcome.changes), stays: false } : null;
  return act.kind === 'status' && act.status === 'hold' ? REPORTED : null;
}
