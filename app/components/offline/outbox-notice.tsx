import { useEffect } from 'react';
import { orderSaved } from '~/domain/tasks/model/order-changes';
import { Button } from '~/ui/button';
import { useToast } from '~/ui/toast';
import { lazyOr } from '~/ui/lazy-or';
import { driver } from '~/words/en/driver';
import { reported, routeEnded, routeStarted, runStarted } from './driver-action';
import type { OutboxEntry } from './database';
import { sendNow } from './send';
import { onOutcome, type Outcome } from './outbox';
import type { RefusedProps } from './refused-entries';
import type { UpdateProps } from './update-notice';
import * as css from './outbox-notice.css';
import { isHeld } from '~/domain/tasks/model/statuses';

type Props = {
  driverId: number;
  waiting: OutboxEntry[];
  /** True when entries have waited long enough to be mentioned. */
  isLate: boolean;
  /** The part of the photos that has been sent, from 0 to 1; null while no photos are sent. */
  uploaded: number | null;
};

/** Shows that entries wait. */
export function OutboxNotice({ driverId, waiting, isLate, uploaded }: Props) {
  useSaid();
  return (
    <>
      {uploaded !== null && (
        <label className={css.waiting}>
          {driver.sendingPhotos}
          <progress value={uploaded} />
        </label>
      )}
      <div role="status">
        {isLate && uploaded === null && (
          <div className={css.waiting}>
            <span>
              <strong>{driver.waitingToSend}</strong> {driver.kept(waiting.length)}
            </span>
            <Button
              type="button"
              size="touch"
              onClick={() => {
                sendNow(driverId);
              }}
            >
              {driver.tryNow}
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
  if (act.kind === 'endRoute') return routeEnded();
  if (act.kind === 'startRoute') return routeStarted();
  if (act.kind === 'startRun') return runStarted();
  if (act.kind === 'order')
    return outcome.changes.length > 0 ? { ...orderSaved(outcome.changes), stays: false } : null;
  return act.kind === 'status' && isHeld(act) ? reported() : null;
}

/** It is loaded later, because it is rare. */
export const RefusedEntries = lazyOr<RefusedProps>(() => import('./refused-entries'));

/** It is loaded later, because the page does not need it to work. */
export const UpdateNotice = lazyOr<UpdateProps>(() => import('./update-notice'));
