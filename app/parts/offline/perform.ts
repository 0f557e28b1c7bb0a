/** For clientActions: does what a form asks for by way of the outbox. */
import { redirect } from '@remix-run/react';
import type { Act } from './act';
import type { Entry } from './database';
import { offerUndo, withdrawOffer } from './completed';
import { drain } from './drain';
import { discard, onOutcome, put } from './outbox';
import { rememberedRoute } from './shown-route';
import { answerInPlace, jsonAnswer, orUnreachable } from './unreachable';

type Options<Result> = {
  /** null for what can't wait in the outbox. */
  act: Act | null;
  /** The form's own way, for what can't. */
  ask: () => Promise<Result>;
  /** What to say when that way leads to nobody. */
  failure: string;
  /** Where the page goes; without it, it stays. */
  redirectTo?: string;
  /** In milliseconds: how long a form is kept waiting for an answer. */
  patience: number;
};

/** Status of an answer that says: kept, and on its way. */
export const KEPT = 202;

/**
 * Answers as the form's action would: a redirect, or the refusal beside the form. What takes too long goes on by itself,
 * and the page shows it as waiting.
 */
export async function perform<Result>(request: Request, options: Options<Result>) {
  const { act, ask, failure, redirectTo, patience } = options;
  const isNew = act !== null && completes(act);
  const entry = act && (await keep(act));
  if (entry && isNew) offerUndo(entry);
  if (!entry) return orUnreachable(request, ask, failure);
  const outcome = await answerOf(entry, patience);
  if (typeof outcome === 'object') {
    withdrawOffer(entry);
    await discard(entry); // said where it was asked
    return answerInPlace(outcome.refusal, { status: 409 });
  }
  if (redirectTo) return redirect(redirectTo);
  return jsonAnswer(null, outcome === 'sent' ? 200 : KEPT);
}

/** Whether it completes what is under way; a signature may also be added to what is completed. */
function completes(act: Act): boolean {
  if (act.kind !== 'status' || act.status !== 'completed') return false;
  const going = rememberedRoute()?.tasks.filter(({ status }) => status === 'going') ?? [];
  return going.some(({ id }) => act.taskIds.includes(id));
}

/** null when this browser keeps nothing, or nobody knows whose it is. */
async function keep(act: Act): Promise<Entry | null> {
  const route = rememberedRoute();
  if (!route) return null;
  const ids = act.kind === 'status' || act.kind === 'undo' ? act.taskIds : [];
  const place = route.tasks.find(({ id }) => ids.includes(id))?.location ?? '';
  try {
    return await put({ driverId: route.driverId, act, place });
  } catch {
    return null;
  }
}

/** `waiting` as soon as an attempt has come to nothing, or patience has come to its end. */
export async function answerOf(entry: Entry, patience: number) {
  type Answer = 'sent' | 'waiting' | { refusal: string };
  let answer: Answer = 'waiting';
  const stop = onOutcome((outcome) => {
    if (outcome.entry.id === entry.id) answer = 'sent' in outcome ? 'sent' : { refusal: outcome.refusal };
  });
  let timer: number | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = window.setTimeout(resolve, patience);
  });
  await Promise.race([drain(entry.driverId), enough]);
  window.clearTimeout(timer);
  stop();
  return answer as Answer;
}
