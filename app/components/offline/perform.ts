/** For clientActions. Performs a form's action through the outbox. */
import { redirect } from '@remix-run/react';
import { answerInPlace, jsonAnswer, orUnreachable } from '~/forms/unreachable';
import { actionOf, onServerClock, type DriverAction } from './driver-action';
import type { OutboxEntry } from './database';
import { drain } from './send';
import { discard, onOutcome, put, withdraw, type Refusal } from './outbox';
import { cachedRoute } from './cached-route';
import { whereNow } from './where';
import { isOpen, isUnderWay } from '~/domain/tasks/model/statuses';

type Options<Result> = {
  /** Null when the action can't wait in the outbox. */
  act: DriverAction | null;
  /** Sends the form itself. Used when `act` is null or can't be stored. */
  ask: () => Promise<Result>;
  /** The message for a failure to send the form itself. */
  failure: string;
  /** The page to go to. Without it the page stays. */
  redirectTo?: string;
  /** The time that the form waits for an answer, in milliseconds. */
  timeout: number;
};

/** The status of an entry that is stored but not answered yet. */
export const KEPT = 202;

/**
 * Answers like the form's action: a redirect, or the refusal beside the form. Without an answer in time, the entry is
 * sent later and the page shows it as waiting.
 */
export async function perform<Result>(request: Request, options: Options<Result>) {
  const { act, ask, failure, redirectTo, timeout } = options;
  const isNew = act !== null && completes(act);
  const entry = act && (await storeAct(act));
  if (entry && isNew) offerUndo(entry);
  if (!entry) return orUnreachable(request, ask, failure);
  const outcome = await answerOf(entry, timeout);
  if (typeof outcome === 'object') {
    withdrawOffer(entry);
    await discard(entry); // the form itself shows the refusal
    return answerInPlace(outcome.refusal, { status: 409, fields: outcome.fields });
  }
  if (redirectTo) return redirect(redirectTo);
  return jsonAnswer(null, outcome === 'sent' ? 200 : KEPT);
}

/** Stores and sends the action of a form while the page is being left. */
export async function enqueue(form: FormData): Promise<void> {
  const act = actionOf(form);
  const entry = act && (await storeAct(act));
  if (entry) await drain(entry.driverId);
}

/** True when the action completes the stop under way; false when it adds a signature to a completed stop. */
function completes(act: DriverAction): boolean {
  if (act.kind !== 'status' || isOpen(act)) return false;
  const going = cachedRoute()?.tasks.filter(isUnderWay) ?? [];
  return going.some(({ id }) => act.taskIds.includes(id));
}

/** Null without IndexedDB, or when the driver is unknown. */
async function storeAct(act: DriverAction): Promise<OutboxEntry | null> {
  const route = cachedRoute();
  if (!route) return null;
  if (act.kind === 'status') act = { ...act, ...(await positionOfTap()) };
  const ids = act.kind === 'status' || act.kind === 'undo' ? act.taskIds : [];
  const place = route.tasks.find(({ id }) => ids.includes(id))?.location ?? '';
  try {
    return await put({ driverId: route.driverId, act, place });
  } catch {
    return null;
  }
}

/** Empty without the driver's agreement. */
async function positionOfTap() {
  const fix = await whereNow();
  if (!fix) return {};
  const { latitude, longitude, accuracy, at } = fix;
  return { latitude, longitude, accuracy, position_at: at };
}

/** `waiting` after a failed attempt, or without an answer in time. */
async function answerOf(entry: OutboxEntry, timeout: number) {
  type Answer = 'sent' | 'waiting' | Refusal;
  let answer: Answer = 'waiting';
  const stop = onOutcome((outcome) => {
    if (outcome.entry.id === entry.id) answer = 'sent' in outcome ? 'sent' : outcome;
  });
  let timer: number | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = window.setTimeout(resolve, timeout);
  });
  await Promise.race([drain(entry.driverId), enough]);
  window.clearTimeout(timer);
  stop();
  return answer as Answer;
}

// Gives a refusal time to arrive and be shown. On a slow connection the undo is sent later.
const UNDO_TIMEOUT_MS = 8_000;

/** Takes a completion back, even if it is not sent yet. @returns the server's refusal, or null. */
export async function takeBack(entry: OutboxEntry): Promise<string | null> {
  const { driverId, place, act } = entry;
  withdrawOffer(entry);
  if (act.kind !== 'status' || (await withdraw(entry))) return null;
  const undo = await put({
    driverId,
    place,
    act: { kind: 'undo', taskIds: act.taskIds, occurred_at: onServerClock(Date.now()) },
  });
  const outcome = await answerOf(undo, UNDO_TIMEOUT_MS);
  if (typeof outcome !== 'object') return null;
  await discard(undo);
  return outcome.refusal;
}

const OFFERED_MS = 10_000;

let offered: OutboxEntry | null = null;
let timer: number | undefined;
const watchers = new Set<() => void>();

/** The last completion, while the page offers to undo it. For useSyncExternalStore. */
export const completedStore = {
  subscribe: (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  read: () => offered,
};

function offerUndo(entry: OutboxEntry): void {
  show(entry);
  timer = window.setTimeout(() => {
    show(null);
  }, OFFERED_MS);
}

/** Ends the offer when the completion was undone or refused. */
function withdrawOffer({ id }: Pick<OutboxEntry, 'id'>): void {
  if (offered?.id === id) show(null);
}

function show(entry: OutboxEntry | null): void {
  window.clearTimeout(timer);
  offered = entry;
  for (const watcher of watchers) watcher();
}
