import { useEffect, useState, useRef } from 'react';
import { orderSaved } from '~/domain/tasks/model/order-changes';
import { Button } from '~/ui/button';
import { useToast } from '~/ui/toast';
import { lazyOr } from '~/ui/lazy-or';
import { driver } from '~/words/en/driver';
import { reported, routeEnded, routeStarted, runStarted } from './driver-action';
import type { OutboxEntry } from './database';
import { sendNow } from './send';
import { onOutcome, type Outcome } from './outbox';
import { keepPageOf } from './owner';
import type { RefusedProps } from './refused-entries';
import * as css from './outbox-notice.css';

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
  return act.kind === 'status' && act.status === 'hold' ? reported() : null;
}

/** It is loaded later, because it is rare. */
export const RefusedEntries = lazyOr<RefusedProps>(() => import('./refused-entries'));

type UpdateProps = {
  driverId: number;
  /** True while no one signs or types. */
  isIdle: boolean;
};

/** Offers a new version. It is activated only when the driver asks for it. */
export function UpdateNotice({ driverId, isIdle }: UpdateProps) {
  const update = useServiceWorker(driverId);
  return (
    <div role="status">
      {update && isIdle && (
        <div className={css.waiting}>
          <span>{driver.newVersion}</span>
          <Button type="button" size="touch" onClick={update}>
            {driver.update}
          </Button>
        </div>
      )}
    </div>
  );
}

const LOOK_EVERY_MS = 30 * 60_000;

/**
 * Registers the service worker, which opens the page offline.
 * @returns a function that activates the new version; null while there is none.
 */
function useServiceWorker(driverId: number): (() => void) | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return; // only on https and localhost
    const workers = navigator.serviceWorker;
    let registered: ServiceWorkerRegistration | null = null;
    const look = () => {
      // The first worker replaces no other, so there is nothing to offer.
      setWaiting(workers.controller ? (registered?.waiting ?? null) : null);
    };
    const found = () => {
      registered?.installing?.addEventListener('statechange', look);
    };
    const changed = () => {
      if (isWanted.current) window.location.reload();
      else look();
    };
    const update = () => void registered?.update().catch(() => undefined);
    workers
      .register('/sw.js', { updateViaCache: 'none' })
      .then((registration) => {
        registered = registration;
        registration.addEventListener('updatefound', found);
        look();
        return keepPageOf(driverId);
      })
      .catch(() => undefined); // the page opens online only
    const timer = window.setInterval(update, LOOK_EVERY_MS);
    workers.addEventListener('controllerchange', changed);
    return () => {
      window.clearInterval(timer);
      workers.removeEventListener('controllerchange', changed);
      registered?.removeEventListener('updatefound', found);
    };
  }, [driverId]);
  return (
    waiting &&
    (() => {
      isWanted.current = true;
      waiting.postMessage('activate');
    })
  );
}
