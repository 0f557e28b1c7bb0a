/**
 * What was done on this phone and has not reached the server yet. IndexedDB holds it; a copy in memory is what the page
 * shows, and every tab is told of changes.
 */
import type { OrderChange } from '~/domain/tasks/order-changes';
import { isSameAction, type DriverAction } from './driver-action';
import { phone, type OutboxEntry } from './database';
import { project } from './project';

export type Sent = { act: DriverAction; driverId: number; /** As performance.now() has it. */ at: number };
export type Outcome = { entry: OutboxEntry } & ({ sent: true; changes: OrderChange[] } | { refusal: string });

type Shown = {
  entries: OutboxEntry[];
  sent: Sent[];
  /** The last attempt came to nothing. */ isStuck: boolean;
};

let shown: Shown = { entries: [], sent: [], isStuck: false };
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

/** Called when the server has taken or refused something. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  for (const watcher of watchers) watcher();
}

/** Reads what is kept, also what another tab has changed. */
export async function readOutbox(): Promise<void> {
  try {
    show({ entries: (await (await phone()).getAll('outbox')) as OutboxEntry[] });
  } catch {
    // a browser that keeps nothing has nothing waiting
  }
}
tabs?.addEventListener('message', () => void readOutbox());

async function changed(): Promise<void> {
  await readOutbox();
  tabs?.postMessage('changed');
}

type NewEntry = Pick<OutboxEntry, 'driverId' | 'act' | 'place'>;

/** Resolves when it is safe on this phone. The same act, made twice in a row before it was sent, stays one. */
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

/** Without crypto.randomUUID, which only exists on https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The next one to send, as it is kept now; from here on it may be on its way. */
export async function nextOf(driverId: number): Promise<OutboxEntry | undefined> {
  const writing = (await phone()).transaction('outbox', 'readwrite', { durability: 'strict' });
  const all = (await writing.store.getAll()) as OutboxEntry[];
  const next = all.find((each) => each.driverId === driverId && each.refusal === null);
  // Where there is no network at all, nothing leaves the phone.
  const tried = next && !next.isTried && navigator.onLine ? { ...next, isTried: true } : next;
  if (tried && tried !== next) await writing.store.put(tried);
  await writing.done;
  return tried;
}

/** Takes back what has certainly not left this phone. @returns whether that was so. */
export async function withdraw({ id }: Pick<OutboxEntry, 'id'>): Promise<boolean> {
  const writing = (await phone()).transaction('outbox', 'readwrite', { durability: 'strict' });
  const kept = await writing.store.get(id);
  const isHere = kept !== undefined && !kept.isTried;
  if (isHere) await writing.store.delete(id);
  await writing.done;
  if (isHere) await changed();
  return isHere;
}

/** The server has taken it: the kept route is as it has made it, until a newer one comes. */
export async function settle(entry: OutboxEntry, changes: OrderChange[]): Promise<void> {
  const writing = (await phone()).transaction(['outbox', 'routes'], 'readwrite');
  await writing.objectStore('outbox').delete(entry.id);
  const routes = writing.objectStore('routes');
  const route = await routes.get(entry.driverId);
  if (route) await routes.put({ ...route, tasks: project(route.tasks, [entry.act]) });
  await writing.done;
  show({
    entries: shown.entries.filter(({ id }) => id !== entry.id),
    sent: [...shown.sent, { act: entry.act, driverId: entry.driverId, at: performance.now() }],
  });
  tell({ entry, sent: true, changes });
  await changed();
}

/** Forgets what a list that was asked for at that moment, as performance.now() has it, shows already. */
export function forgetSentBefore(askedAt: number): void {
  if (shown.sent.some(({ at }) => at < askedAt)) show({ sent: shown.sent.filter(({ at }) => at >= askedAt) });
}

/** The server will not take it: it stays until somebody has decided. */
export async function refuse(entry: OutboxEntry, refusal: string): Promise<void> {
  await (await phone()).put('outbox', { ...entry, refusal });
  await changed();
  tell({ entry, refusal });
}

/** To be sent as it is now: again, or with its time put right. */
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

/** Whether the line, or the server, has failed the last attempt. */
export const noteStuck = (isStuck: boolean) => {
  if (shown.isStuck !== isStuck) show({ isStuck });
};
