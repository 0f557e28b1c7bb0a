/** For clientActions: performs a form's action through the outbox. */
import { redirect } from '@remix-run/react';
import { answerInPlace, jsonAnswer, orUnreachable } from '~/forms/unreachable';
import { actionOf, onServerClock, type DriverAction } from './driver-action';
import type { OutboxEntry } from './database';
import { drain } from './send';
import { discard, onOutcome, put, withdraw, type Refusal } from './outbox';
import { cachedRoute } from './cached-route';
import { whereNow } from './where';

type Options<Result> = {
  /** null when the action can not wait in the outbox. */
  act: DriverAction | null;
  /** Sends the form itself, when `act` is null or can not be stored. */
  ask: () => Promise<Result>;
  /** The message when sending the form itself fails. */
  failure: string;
  /** Without it the page stays. */
  redirectTo?: string;
  /** How long the form waits for an answer, in milliseconds. */
  timeout: number;
};

/** The status when the entry is stored and not answered yet. */
export const KEPT = 202;

/**
 * Answers as the form's action would: a redirect, or the refusal beside the form. When there is no answer in time, the
 * entry is sent later and the page shows it as waiting.
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

/** Sends an action of a form whose page is being left. */
export async function enqueue(form: FormData): Promise<void> {
  const act = actionOf(form);
  const entry = act && (await storeAct(act));
  if (entry) await drain(entry.driverId);
}

/** True when the stop under way is completed; false when a signature is added to a completed one. */
function completes(act: DriverAction): boolean {
  if (act.kind !== 'status' || act.status !== 'completed') return false;
  const going = cachedRoute()?.tasks.filter(({ status }) => status === 'going') ?? [];
  return going.some(({ id }) => act.taskIds.includes(id));
}

/** null without IndexedDB, or when the driver is not known. */
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

/** Empty unless the driver has agreed. */
async function positionOfTap() {
  const fix = await whereNow();
  if (!fix) return {};
  const { latitude, longitude, accuracy, at } = fix;
  return { latitude, longitude, accuracy, position_at: at };
}

/** `waiting` after a failed attempt, or when there is no answer in time. */
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

// Long enough for a refusal to be shown at once; on a slow connection it is sent later.
const UNDO_TIMEOUT_MS = 8_000;

/** Takes back a completion, sent or not. @returns the refusal of the server, or null. */
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

/** The last completion, while its undo is offered. For useSyncExternalStore. */
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

/** For a completion that was undone or refused. */
function withdrawOffer({ id }: Pick<OutboxEntry, 'id'>): void {
  if (offered?.id === id) show(null);
}

function show(entry: OutboxEntry | null): void {
  window.clearTimeout(timer);
  offered = entry;
  for (const watcher of watchers) watcher();
}
