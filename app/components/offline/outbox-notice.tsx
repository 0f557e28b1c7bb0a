import { useEffect, useState } from 'react';
import { orderSaved } from '~/domain/tasks/model/order-changes';
import { SECOND_STOP } from '~/domain/tasks/model/transitions';
import { Button } from '~/ui/button';
import { useToast } from '~/ui/toast';
import { Banner } from '~/ui/banner';
import { Time } from '~/ui/time';
import { actionName, REPORTED, ROUTE_ENDED, ROUTE_STARTED } from './driver-action';
import type { OutboxEntry } from './database';
import { drain, sendNow } from './send';
import { discard, onOutcome, sendAgain, type Outcome } from './outbox';
import * as css from './outbox-notice.css';

type Props = {
  driverId: number;
  waiting: OutboxEntry[];
  refused: (OutboxEntry & { refusal: string })[];
  /** True when entries have waited long enough to be mentioned. */
  isLate: boolean;
  /** The part of the photos that has been sent, from 0 to 1; null while no photos are sent. */
  uploaded: number | null;
};

/** Shows entries that wait or were refused. */
export function OutboxNotice({ driverId, waiting, refused, isLate, uploaded }: Props) {
  useSaid();
  const count = waiting.length === 1 ? '1 action is' : `${String(waiting.length)} actions are`;
  return (
    <>
      {refused.map((entry) => (
        <RefusedEntry key={entry.id} entry={entry} />
      ))}
      {uploaded !== null && (
        <label className={css.waiting}>
          Sending photos <progress value={uploaded} />
        </label>
      )}
      <div role="status">
        {isLate && uploaded === null && (
          <div className={css.waiting}>
            <span>
              <strong>Waiting to send.</strong> {count} kept on this phone and will be sent when the
              connection is back.
            </span>
            <Button
              type="button"
              size="touch"
              onClick={() => {
                sendNow(driverId);
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

/**
 * An entry that was refused after the driver had continued. It shows the reason, and buttons to send it again or
 * discard it.
 */
function RefusedEntry({ entry }: { entry: OutboxEntry & { refusal: string } }) {
  const { act, place, madeAt, refusal, driverId } = entry;
  const [isSure, setSure] = useState(false);
  const signature = act.kind === 'status' ? act.signature_image : undefined;
  const isProof = act.kind === 'status' && Boolean(signature ?? act.typed_name ?? act.photos?.length);
  return (
    <Banner tone="error" title={`Not accepted: ${actionName(act)}${place ? ` · ${place}` : ''}`}>
      <p>
        <Time iso={madeAt} /> · {refusal}
      </p>
      <p>
        {isProof && 'The proof is kept on this phone. '}
        {refusal === SECOND_STOP ? 'Complete that one' : 'Ask the dispatcher'}, then send it again or discard
        it.
      </p>
      {signature && <img src={signature} alt="The signature" className={css.signature} />}
      <div className={css.choices}>
        <Button
          type="button"
          size="touch"
          onClick={() => {
            void sendAgain(entry).then(() => drain(driverId));
          }}
        >
          Send again
        </Button>
        <Button
          type="button"
          size="touch"
          variant="quiet"
          onClick={() => {
            if (isSure) void discard(entry);
            setSure(true);
          }}
        >
          {isSure ? 'Discard for good' : 'Discard'}
        </Button>
      </div>
    </Banner>
  );
}
