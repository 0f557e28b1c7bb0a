/** The last completion, while its undo is offered. */
import type { OutboxEntry } from './database';

const OFFERED_MS = 10_000;

let offered: OutboxEntry | null = null;
let timer: number | undefined;
const watchers = new Set<() => void>();

/** For useSyncExternalStore. */
export const completedStore = {
  subscribe: (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: () => offered,
};

export function offerUndo(entry: OutboxEntry): void {
  show(entry);
  timer = window.setTimeout(() => {
    show(null);
  }, OFFERED_MS);
}

/** For a completion that was undone or refused. */
export function withdrawOffer({ id }: Pick<OutboxEntry, 'id'>): void {
  if (offered?.id === id) show(null);
}

function show(entry: OutboxEntry | null): void {
  window.clearTimeout(timer);
  offered = entry;
  for (const watcher of watchers) watcher();
}
