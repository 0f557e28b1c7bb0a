/** Registers the service worker, and offers a new version of the program. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { later as words } from '~/words/en/later';
import { keepPageOf } from './owner';
import * as css from './outbox-notice.css';

export type UpdateProps = {
  driverId: number;
  /** True while no one signs or types. */
  isIdle: boolean;
};

/** Offers a new version. It is activated only when the driver asks for it. */
export default function UpdateNotice({ driverId, isIdle }: UpdateProps) {
  const update = useServiceWorker(driverId);
  return (
    <div role="status">
      {update && isIdle && (
        <div className={css.waiting}>
          <span>{words.newVersion}</span>
          <Button type="button" size="touch" onClick={update}>
            {words.update}
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
