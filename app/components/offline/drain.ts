/** Sends the outbox: in order, one entry at a time, from one tab, with retries until it is empty. */
import { failureMessage, onServerClock } from './driver-action';
import type { OutboxEntry } from './database';
import { nextOf, noteStuck, readOutbox, refuse, sendAgain, settle } from './outbox';
import { send } from './send';

const RETRY_MS = 1_500;
const LONGEST_RETRY_MS = 15_000;

const state: { running: Promise<void> | null; isWantedAgain: boolean } = {
  running: null,
  isWantedAgain: false,
};
let timer: number | undefined;
let wait = RETRY_MS;
let signedOut: () => void = () => undefined;

/** Sets the callback for an ended session. */
export const onSignedOut = (listener: () => void) => {
  signedOut = listener;
};

/** Resolves when the outbox is empty, or an attempt has failed. */
export function drain(driverId: number): Promise<void> {
  if (state.running) state.isWantedAgain = true;
  else state.running = run(driverId);
  return state.running;
}

async function run(driverId: number): Promise<void> {
  window.clearTimeout(timer);
  do {
    await exclusively(() => sendAll(driverId)).catch(() => {
      later(driverId, null);
    });
  } while (takeWish());
  state.running = null;
}

function takeWish(): boolean {
  const { isWantedAgain } = state;
  state.isWantedAgain = false;
  return isWantedAgain;
}

/** Browsers without locks may send from two tabs; the server counts each Idempotency-Key once. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('parts-dispatch-outbox', work);
  else await work();
}

async function sendAll(driverId: number): Promise<void> {
  for (;;) {
    const entry = await nextOf(driverId);
    if (!entry) break;
    const attempt = await send(entry);
    if (attempt.kind === 'later' && !(attempt.broke && isHopeless(entry))) {
      later(driverId, attempt.waitMs);
      break;
    }
    if (attempt.kind === 'signedOut') {
      signedOut();
      break;
    }
    wait = RETRY_MS;
    noteStuck(false);
    if (attempt.kind === 'sent') {
      await settle(entry, attempt.changes);
      continue;
    }
    if (attempt.kind === 'later') {
      await refuse(entry, failureMessage(entry.act));
      continue;
    }
    const better = attempt.clock ? putRight(entry) : null;
    if (better) await sendAgain(better);
    else await refuse(entry, attempt.refusal);
  }
  await readOutbox();
}

const MOST_BREAKS = 8;
const breaks = new Map<number, number>();

/** An entry that the server fails on again and again must not block those behind it. */
function isHopeless({ id }: OutboxEntry): boolean {
  const count = (breaks.get(id) ?? 0) + 1;
  breaks.set(id, count);
  return count >= MOST_BREAKS;
}

function later(driverId: number, waitMs: number | null): void {
  state.isWantedAgain = false;
  noteStuck(true);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void drain(driverId), waitMs ?? wait);
  wait = Math.min(wait * 2, LONGEST_RETRY_MS);
}

/** Corrects the time of an action made while the phone's clock was wrong; null when it was corrected before. */
function putRight(entry: OutboxEntry): OutboxEntry | null {
  const { act } = entry;
  if (!('occurred_at' in act) || entry.isPutRight) return null;
  const right = onServerClock(Date.parse(entry.madeAt));
  return right === act.occurred_at
    ? null
    : { ...entry, act: { ...act, occurred_at: right }, isPutRight: true };
}

/** Tries now, for example when the connection may be back. */
export function hurry(driverId: number): void {
  wait = RETRY_MS;
  void drain(driverId);
}
