/**
 * The IndexedDB of a driver's phone. It has the outbox, and the last loaded route for a page that is opened offline.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { TaskCard } from '~/domain/tasks/model/task';
import type { DriverAction } from './driver-action';

export type OutboxEntry = {
  /** Entries are sent in ascending order of their ids. */
  id: number;
  driverId: number;
  /** The Idempotency-Key, which is the same for every attempt. */
  key: string;
  act: DriverAction;
  /** The location that the driver sees. */
  place: string;
  /** ISO 8601. */
  madeAt: string;
  /** The server's refusal; null while the entry waits to be sent. */
  refusal: string | null;
  /** Names the sentence of the refusal. */
  refusalCode?: string | undefined;
  /** True when an attempt may have reached the server. */
  isTried?: boolean;
  /** True when the action's time was corrected because the phone's clock was wrong. */
  isPutRight?: boolean;
};

type KeptRoute = {
  driverId: number;
  tasks: TaskCard[];
  /** ISO 8601, the server's clock. */
  loadedAt: string;
};

type Phone = DBSchema & {
  outbox: { key: number; value: Omit<OutboxEntry, 'id'> & { id?: number } };
  routes: { key: number; value: KeptRoute };
};

const NAME = 'parts-dispatch';

let opened: Promise<IDBPDatabase<Phone>> | null = null;

/** Rejects in browsers without IndexedDB. */
export function phone(): Promise<IDBPDatabase<Phone>> {
  opened ??= openDB<Phone>(NAME, 1, {
    upgrade: (database) => {
      database.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
      database.createObjectStore('routes', { keyPath: 'driverId' });
    },
    // Another tab needs a newer version, or the browser has closed the database. The next call opens it again.
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

/** Stores this driver's newest route and deletes those of other drivers, because phones are shared. */
export async function keepRoute(route: KeptRoute): Promise<void> {
  try {
    const writing = (await phone()).transaction('routes', 'readwrite');
    const stored = await writing.store.get(route.driverId);
    if (!stored || stored.loadedAt < route.loadedAt) {
      await writing.store.clear();
      await writing.store.put(route);
    }
    await writing.done;
  } catch {
    // without IndexedDB the route is shown online only
  }
}

export async function findKeptRoute(driverId: number): Promise<KeptRoute | null> {
  try {
    return (await (await phone()).get('routes', driverId)) ?? null;
  } catch {
    return null;
  }
}

export async function forgetKeptRoutes(): Promise<void> {
  try {
    await (await phone()).clear('routes');
  } catch {
    // without IndexedDB nothing is stored
  }
}
