/**
 * Actions of the driver that the server has not accepted yet. IndexedDB stores them, the page shows a copy in memory,
 * and changes are broadcast to other tabs.
 */
import type { TaskCard } from '~/domain/tasks/model/task';
import type { OrderChange } from '~/domain/tasks/model/order-changes';
import type { DriverAction } from './driver-action';
import { isSameAction } from './same-action';
import { newKey } from '~/forms/new-key';
import { phone, type OutboxEntry } from './database';

type Sent = { act: DriverAction; driverId: number; /** performance.now() */ at: number };
export type Refusal = {
  refusal: string;
  /** Names the sentence, which is in the language of the driver. */
  code?: string | undefined;
  /** Sentences by field, for a form that is still open. */
  fields?: Record<string, string[]> | undefined;
};
export type Outcome = { entry: OutboxEntry } & ({ sent: true; changes: OrderChange[] } | Refusal);

type Shown = {
  entries: OutboxEntry[];
  sent: Sent[];
  /** True when the last attempt failed. */ isStuck: boolean;
  /** The part of the photos that has been sent, from 0 to 1; null while no photos are sent. */ uploaded:
    number | null;
};

let shown: Shown = { entries: [], sent: [], isStuck: false, uploaded: null };
const watchers = new Set<() => void>();
const listeners = new Set<(outcome: Outcome) => void>();
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('parts-dispatch-outbox');

/** For useSyncExternalStore. */
export const outboxStore = {
  subscribe: (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: () => shown,
};

/** Calls back when the server has accepted or refused an entry. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  for (const watcher of watchers) watcher();
}

/** Reads the stored entries, including changes by other tabs. */
export async function readOutbox(): Promise<void> {
  try {
    show({ entries: (await (await phone()).getAll('outbox')) as OutboxEntry[] });
  } catch {
    // without IndexedDB the outbox is empty
  }
}
tabs?.addEventListener('message', () => void readOutbox());

async function changed(): Promise<void> {
  await readOutbox();
  tabs?.postMessage('changed');
}

type NewEntry = Pick<OutboxEntry, 'driverId' | 'act' | 'place'>;

/** Resolves when the entry is stored. An action that equals the last unsent one is not stored again. */
export async function put({ driverId, act, place }: NewEntry): Promise<OutboxEntry> {
  const database = await phone();
  const writing = database.transaction('outbox', 'readwrite', { durability: 'strict' });
  const waiting = (await writing.store.getAll()) as OutboxEntry[];
  const last = waiting.filter((each) => each.driverId === driverId && each.refusal === null).at(-1);
  if (last && isSameAction(last.act, act)) {
    await writing.done;
    return last;
  }
  const entry = { driverId, act, place, key: newKey(), madeAt: new Date().toISOString(), refusal: null };
  const id = await writing.store.add(entry);
  await writing.done;
  await changed();
  return { ...entry, id };
}

/** The next entry to send. It is marked as tried, because it may reach the server from now on. */
export async function nextOf(driverId: number): Promise<OutboxEntry | undefined> {
  const writing = (await phone()).transaction('outbox', 'readwrite', { durability: 'strict' });
  const all = (await writing.store.getAll()) as OutboxEntry[];
  const next = all.find((each) => each.driverId === driverId && each.refusal === null);
  // Without a network the entry can't reach the server.
  const tried = next && !next.isTried && navigator.onLine ? { ...next, isTried: true } : next;
  if (tried && tried !== next) await writing.store.put(tried);
  await writing.done;
  return tried;
}

/** Deletes an entry that was not tried yet. @returns false when it may have reached the server. */
export async function withdraw({ id }: Pick<OutboxEntry, 'id'>): Promise<boolean> {
  const writing = (await phone()).transaction('outbox', 'readwrite', { durability: 'strict' });
  const stored = await writing.store.get(id);
  const isHere = stored !== undefined && !stored.isTried;
  if (isHere) await writing.store.delete(id);
  await writing.done;
  if (isHere) await changed();
  return isHere;
}

/**
 * Applies an entry that the server has accepted to the kept route, and removes it from the outbox.
 * @param apply applies the entry to a list. The caller has it, because every page loads this file.
 */
export async function settle(
  entry: OutboxEntry,
  changes: OrderChange[],
  apply: (tasks: TaskCard[]) => TaskCard[],
): Promise<void> {
  const writing = (await phone()).transaction(['outbox', 'routes'], 'readwrite');
  await writing.objectStore('outbox').delete(entry.id);
  const routes = writing.objectStore('routes');
  const route = await routes.get(entry.driverId);
  if (route) await routes.put({ ...route, tasks: apply(route.tasks) });
  await writing.done;
  show({
    entries: shown.entries.filter(({ id }) => id !== entry.id),
    sent: [...shown.sent, { act: entry.act, driverId: entry.driverId, at: performance.now() }],
  });
  tell({ entry, sent: true, changes });
  await changed();
}

/**
 * Forgets entries that were sent before a list was requested, because the list contains them.
 * @param askedAt performance.now()
 */
export function forgetSentBefore(askedAt: number): void {
  if (shown.sent.some(({ at }) => at < askedAt)) show({ sent: shown.sent.filter(({ at }) => at >= askedAt) });
}

/** Keeps a refused entry until the driver sends it again or discards it. */
export async function refuse(entry: OutboxEntry, { refusal, code, fields }: Refusal): Promise<void> {
  await (await phone()).put('outbox', { ...entry, refusal, refusalCode: code });
  await changed();
  tell({ entry, refusal, fields });
}

/** Queues a refused entry again. It gets a new key when the server has refused it, because that repeats its answer. */
export const sendRefusedAgain = (entry: OutboxEntry) =>
  sendAgain(entry.refusalCode === undefined ? entry : { ...entry, key: newKey() });

/** Queues an entry whose time was corrected. */
export async function sendAgain(entry: OutboxEntry): Promise<void> {
  await (await phone()).put('outbox', { ...entry, refusal: null });
  await changed();
}

export async function discard({ id }: Pick<OutboxEntry, 'id'>): Promise<void> {
  await (await phone()).delete('outbox', id);
  await changed();
}

function tell(outcome: Outcome): void {
  for (const listener of [...listeners]) listener(outcome);
}

/** Notes that the last attempt failed because of the connection or the server. */
export const noteStuck = (isStuck: boolean) => {
  if (shown.isStuck !== isStuck) show({ isStuck });
};

const STEPS = 20;

/** Notes which part of the photos has been sent, in visible steps. */
export function noteUploaded(part: number | null): void {
  const uploaded = part === null ? null : Math.round(part * STEPS) / STEPS;
  if (shown.uploaded !== uploaded) show({ uploaded });
}
