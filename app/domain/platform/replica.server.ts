/**
 * Decides which reads the replica answers. An answer has everything that was committed when it was asked for, or
 * says how old it is.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { currentTransaction } from 'db/connection';
import {
  atReplica,
  connectReplica,
  disconnectReplica,
  isReplicaBusy,
  ReplicaFailed,
  replicaState,
  replicaStateBy,
  type ReplicaState,
} from 'db/replica';
import { REPLICA_CATCH_UP_TIMEOUT_MS, REPLICA_LATE_MS } from '~/lib/time-limits';
import { env } from '~/process/env.server';
import { log } from '~/process/log.server';
import { reportService } from './services.server';

const NAME = 'read replica';
const LOOK_EVERY_MS = 5_000;

/** The state that was found last. */
let state: ReplicaState | null = null;
/** Until then nobody waits for it to catch up. */
let lateUntil = 0;

/** Connects to the replica of DATABASE_READ_URL, and looks at it from now on. @returns a function that ends this. */
export function startReplica(url: string): () => Promise<void> {
  connectReplica(url);
  const look = () => void replicaState(0).then(note, () => undefined);
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await disconnectReplica();
  };
}

function note(seen: ReplicaState): void {
  state = seen;
  lateUntil = seen.kind === 'late' && seen.ms > REPLICA_LATE_MS ? performance.now() + LOOK_EVERY_MS : 0;
  reportService(NAME, seen.kind === 'unfit' ? `It ${seen.why}` : null);
}

/** Returns how many seconds the replica is behind; null when there is none, or it can't be read. */
export function secondsBehind(): number | null {
  if (!state || state.kind === 'unfit') return null;
  return state.kind === 'late' ? state.ms / 1_000 : 0;
}

/** The reads of one request. */
type Reads = {
  /** True for a reader who may have written just now, and would miss it. */
  needsAll: boolean;
  /** Until then the oldest answer was complete; null when nothing is missing. */
  asOf: Date | null;
};
const reads = new AsyncLocalStorage<Reads>();

/** @param needsAll true for a reader who may have written just now. */
export const withReads = <Result>(needsAll: boolean, work: () => Result): Result =>
  reads.run({ needsAll, asOf: null }, work);

/**
 * Returns the time until which the answers of this request are complete, in ISO 8601; null when nothing is
 * missing.
 */
export const dataAsOf = (): string | null => reads.getStore()?.asOf?.toISOString() ?? null;

/** Reads at the replica. The page or answer must show `dataAsOf()`. */
export const readOnly = <Result>(read: () => Promise<Result>): Promise<Result> =>
  readAt(reads.getStore()?.needsAll ?? true, read);

/** Reads at the replica if nothing is missing there. For an answer that can't say how old it is. */
export const readAll = <Result>(read: () => Promise<Result>): Promise<Result> => readAt(true, read);

async function readAt<Result>(needsAll: boolean, read: () => Promise<Result>): Promise<Result> {
  const usable = await usableState(needsAll);
  if (!usable) return read();
  try {
    const answer = await atReplica(read);
    const store = reads.getStore();
    if (store && usable.kind === 'late' && !(store.asOf && store.asOf < usable.asOf))
      store.asOf = usable.asOf;
    return answer;
  } catch (error) {
    if (!(error instanceof ReplicaFailed)) throw error;
    log.info({ err: error }, 'the replica could not answer; the primary does');
    if (error.isFault) note({ kind: 'unfit', why: `has failed: ${error.message}` });
    return read();
  }
}

async function usableState(needsAll: boolean) {
  if (state === null || state.kind === 'unfit' || isReplicaBusy() || currentTransaction()) return null;
  const timeoutMs = needsAll ? REPLICA_CATCH_UP_TIMEOUT_MS : REPLICA_LATE_MS;
  // If the primary fails, the read itself will say so.
  const seen = await replicaState(performance.now() < lateUntil ? 0 : timeoutMs).catch(() => null);
  if (seen) note(seen);
  return seen === null || seen.kind === 'unfit' || (seen.kind === 'late' && needsAll) ? null : seen;
}

/**
 * Returns the address of the replica if nothing is missing there, for work on a connection of its own; null
 * otherwise. @param url of the primary
 */
export async function currentReplica(url: string): Promise<string | null> {
  const replicaUrl = env.DATABASE_READ_URL;
  if (!replicaUrl) return null;
  const { kind } = await replicaStateBy(url, replicaUrl, REPLICA_LATE_MS);
  return kind === 'current' ? replicaUrl : null;
}
