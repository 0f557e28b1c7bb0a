/** Stores what is printed: the documents of each source in order, and no faster than its turns come. */
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from 'db/connection';
import { inTime, PRINT_STORE_TIMEOUT_MS } from '~/lib/time-limits';
import { storeDocument } from '~/domain/intake/inbox/documents.server';
import { asDomainError } from '~/domain/kernel/faults.server';
import { log } from '~/process/log.server';
import { keepCopy } from './copies.server';

/** The most for one source. More wait for their turn: a spooler may take a reset behind the last byte for success. */
const MOST_A_MINUTE = 200;
const MINUTE_MS = 60_000;
const TURN_MS = MINUTE_MS / MOST_A_MINUTE;
/** Documents of senders who do not wait for the acknowledgment are stored as soon as the database is back. */
const STORE_AGAIN_MS = 1_000;
const STORE_FOR_MS = 300_000;
const MOST_UNSTORED_BYTES = 40_000_000;

type Options = {
  /** At the end of the process, waits are over. */
  signal: AbortSignal;
  /** Called when the database does not take a document. */
  isAway: () => void;
};

type PrintStore = {
  /** @returns true when the document is stored; false when its source gets nothing stored for a second. */
  arrive: (sourceId: number, bytes: Buffer, waits: () => void) => Promise<boolean>;
  /** Everything that has arrived is stored, or can not be. */
  ended: () => Promise<void>;
};

export function printStore({ signal, isAway }: Options): PrintStore {
  /** By source, the time of the last turn that was given. */
  const turns = new Map<number, number>();
  const arriving = new Set<Promise<unknown>>();
  const storing = new Map<number, Promise<unknown>>();
  /** By source, how many were stored. */
  const stored = new Map<number, number>();
  let unstoredBytes = 0;

  async function untilTurn(sourceId: number, waits: () => void): Promise<void> {
    const now = performance.now();
    const at = Math.max(turns.get(sourceId) ?? -Infinity, now - MINUTE_MS) + TURN_MS;
    turns.set(sourceId, at);
    if (at <= now) return;
    waits();
    await sleep(at - now, undefined, { signal }).catch(() => undefined);
  }

  /** Others of the source may be before it. */
  async function untilStored(sourceId: number, work: Promise<boolean>): Promise<boolean> {
    for (;;) {
      const before = stored.get(sourceId);
      const isStored = await inTime<boolean | null>(work, null, PRINT_STORE_TIMEOUT_MS);
      if (isStored !== null) return isStored;
      if (stored.get(sourceId) === before) return false;
    }
  }

  function inOrder(sourceId: number, bytes: Buffer): Promise<boolean> {
    const work = (storing.get(sourceId) ?? Promise.resolve()).then(() => storeAtLast(sourceId, bytes));
    storing.set(sourceId, work);
    void work.finally(() => {
      if (storing.get(sourceId) === work) storing.delete(sourceId);
    });
    return work;
  }

  /** Tries again while the database is away. The sender is refused meanwhile; the same bytes are one document. */
  async function storeAtLast(sourceId: number, bytes: Buffer): Promise<boolean> {
    const until = performance.now() + STORE_FOR_MS;
    unstoredBytes += bytes.length;
    try {
      for (;;) {
        try {
          await storePrinted(sourceId, bytes);
          stored.set(sourceId, (stored.get(sourceId) ?? 0) + 1);
          return true;
        } catch (error) {
          const isGone = asDomainError(error)?.kind === 'unavailable';
          const isTriedAgain = isGone && performance.now() < until && unstoredBytes <= MOST_UNSTORED_BYTES;
          if (isGone) isAway();
          if (!isTriedAgain || signal.aborted) {
            log.error({ err: error, source: sourceId }, 'a printed document could not be stored');
            return false;
          }
          await sleep(STORE_AGAIN_MS);
        }
      }
    } finally {
      unstoredBytes -= bytes.length;
    }
  }

  return {
    arrive: (sourceId, bytes, waits) => {
      const arrived = untilTurn(sourceId, waits).then(() => untilStored(sourceId, inOrder(sourceId, bytes)));
      arriving.add(arrived);
      void arrived.finally(() => arriving.delete(arrived));
      return arrived;
    },
    ended: async () => {
      await Promise.all(arriving);
      await Promise.all(storing.values());
    },
  };
}

/** Stores a document and keeps a copy for the printer: both, or neither. */
export const storePrinted = (sourceId: number, bytes: Buffer) =>
  transaction(async () => {
    const stored = await storeDocument(sourceId, bytes);
    await keepCopy(sourceId, bytes);
    return stored;
  });
