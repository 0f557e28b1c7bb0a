/** What a driver's phone keeps: acts that have not been sent yet, and the route as last seen. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { DriverAction } from './driver-action';
import type { KeptRoute } from './kept-route';

export type OutboxEntry = {
  /** Grows: the order in which they are sent. */
  id: number;
  driverId: number;
  /** The Idempotency-Key of every attempt. */
  key: string;
  act: DriverAction;
  /** Where it happens, for people. */
  place: string;
  /** ISO 8601. */
  madeAt: string;
  /** Why the server did not take it; null while it waits. */
  refusal: string | null;
  /** An attempt to send it may have reached somebody. */
  isTried?: boolean;
  /** The phone's clock was wrong, and the act's time has been put right. */
  isPutRight?: boolean;
};

type Phone = DBSchema & {
  outbox: { key: number; value: Omit<OutboxEntry, 'id'> & { id?: number } };
  routes: { key: number; value: KeptRoute };
};

const NAME = 'parts-dispatch';

let opened: Promise<IDBPDatabase<Phone>> | null = null;

/** Rejects where the browser keeps nothing. */
export function phone(): Promise<IDBPDatabase<Phone>> {
  opened ??= openDB<Phone>(NAME, 1, {
    upgrade: (database) => {
      database.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
      database.createObjectStore('routes', { keyPath: 'driverId' });
    },
    // Another tab has a newer version of us, or the browser has closed it: the next call opens it anew.
    blocking: (_now, _wanted, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => {
      opened = null;
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
