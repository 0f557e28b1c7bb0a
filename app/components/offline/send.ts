/** Sends the outbox in order, one entry at a time, from one tab. It repeats attempts until the outbox is empty. */
import type { OrderChange } from '~/domain/tasks/model/order-changes';
import { outbox as words } from '~/words/en/outbox';
import { callFor, failureMessage, noteClock, onServerClock, type DriverAction } from './driver-action';
import type { OutboxEntry } from './database';
import { project } from './project';
import {
  nextOf,
  noteStuck,
  noteUploaded,
  readOutbox,
  refuse,
  sendAgain,
  settle,
  type Refusal,
} from './outbox';
import { isHeld } from '~/domain/tasks/model/statuses';

const RETRY_MS = 1_500;
const LONGEST_RETRY_MS = 15_000;

const state: { running: Promise<void> | null; isPending: boolean } = {
  running: null,
  isPending: false,
};
let timer: number | undefined;
let wait = RETRY_MS;
let signedOut: () => void = () => undefined;

/** Sets the function to call when the session has ended. */
export const onSignedOut = (listener: () => void) => {
  signedOut = listener;
};

/** Resolves when the outbox is empty, or an attempt has failed. */
export function drain(driverId: number): Promise<void> {
  if (state.running) state.isPending = true;
  else state.running = run(driverId);
  return state.running;
}

async function run(driverId: number): Promise<void> {
  window.clearTimeout(timer);
  do {
    await exclusively(() => sendAll(driverId)).catch(() => {
      later(driverId, null);
    });
  } while (consumePending());
  state.running = null;
}

function consumePending(): boolean {
  const { isPending } = state;
  state.isPending = false;
  return isPending;
}

/** Browsers without locks may send from two tabs. The server applies each Idempotency-Key once. */
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
      await settle(entry, attempt.changes, (tasks) => project(tasks, [entry.act]));
      continue;
    }
    if (attempt.kind === 'later') {
      await refuse(entry, { refusal: failureMessage(entry.act) });
      continue;
    }
    if (entry.isPutRight && attempt.code === KEY_USED) {
      // The attempt before the correction arrived after all, and was accepted.
      await settle(entry, [], (tasks) => project(tasks, [entry.act]));
      continue;
    }
    const better = attempt.clock ? correctTimestamp(entry) : null;
    if (better) await sendAgain(better);
    else if (attempt.code === IN_FUTURE && !isHopeless(entry)) {
      // The server's clock has just been set back, and the time that it tells is up to a second old.
      later(driverId, null);
      break;
    } else await refuse(entry, attempt);
  }
  await readOutbox();
}

/** The code of the refusal of a time in the future. */
const IN_FUTURE = 'tappedInFuture';
/** The code of the refusal of a key that came with other contents before. */
const KEY_USED = 'keyUsed';

const MOST_BREAKS = 8;
const breaks = new Map<number, number>();

/** An entry that is answered in this way again and again must not block the entries after it. */
function isHopeless({ id }: OutboxEntry): boolean {
  const count = (breaks.get(id) ?? 0) + 1;
  breaks.set(id, count);
  return count >= MOST_BREAKS;
}

function later(driverId: number, waitMs: number | null): void {
  state.isPending = false;
  noteStuck(true);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void drain(driverId), waitMs ?? wait);
  wait = Math.min(wait * 2, LONGEST_RETRY_MS);
}

/**
 * Corrects the time of an action that was made while the phone's clock was wrong; null when it was corrected before.
 */
function correctTimestamp(entry: OutboxEntry): OutboxEntry | null {
  const { act } = entry;
  if (!('occurred_at' in act) || entry.isPutRight) return null;
  const right = onServerClock(Date.parse(entry.madeAt));
  return right === act.occurred_at
    ? null
    : { ...entry, act: { ...act, occurred_at: right }, isPutRight: true };
}

/** Sends now. Called, for example, when the connection may be back. */
export function sendNow(driverId: number): void {
  wait = RETRY_MS;
  void drain(driverId);
}

type Attempt =
  | { kind: 'sent'; /** Changes by others that were merged with an order. */ changes: OrderChange[] }
  | ({ kind: 'refused'; /** True when the phone's clock is the reason. */ clock: boolean } & Refusal)
  /** No answer, or an answer that is not our server's. */
  | {
      kind: 'later';
      /** Taken from Retry-After. */ waitMs: number | null;
      /** True for status 500. This entry may be the cause. */ broke: boolean;
    }
  | { kind: 'signedOut' };

/** Makes one attempt. */
async function send({ act, key, driverId }: OutboxEntry): Promise<Attempt> {
  const { method, path, body } = callFor(act, driverId);
  try {
    const response = await ask(act, path, {
      method,
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        // Asks for the sentence in the language of the driver as well.
        Prefer: 'language',
        // Someone else may have signed in in another tab. The server then refuses the entry.
        'X-User-Id': String(driverId),
      },
    });
    noteClock(response);
    const answer = await read(response);
    if (!answer || response.status >= 500 || response.status === 429 || response.status === 408)
      return {
        kind: 'later',
        waitMs: Number(response.headers.get('Retry-After')) * 1_000 || null,
        broke: answer !== null && response.status === 500,
      };
    if (response.status === 401 || answer.mustChangePassword === true) return { kind: 'signedOut' };
    if (!response.ok) {
      const fields = answer.fields as Refusal['fields'];
      const clock = fields !== undefined && 'occurred_at' in Object(fields);
      return {
        kind: 'refused',
        refusal: reason(act, response.status, answer.detail ?? answer.error),
        code: typeof answer.code === 'string' ? answer.code : undefined,
        fields,
        clock,
      };
    }
    // The stop had been changed before, so the report changed no task and got lost.
    const isLost = act.kind === 'status' && isHeld(act) && answer.updatedCount === 0;
    return isLost
      ? { kind: 'refused', refusal: words.stopChanged, clock: false }
      : { kind: 'sent', changes: changesIn(answer) };
  } catch {
    return { kind: 'later', waitMs: null, broke: false };
  }
}

type Init = { method: string; body: string; headers: Record<string, string> };

/** Sending photos takes so long that its progress is shown. */
async function ask(act: DriverAction, path: string, init: Init): Promise<Response> {
  const upload =
    act.kind === 'status' && act.photos?.length
      ? await import('./upload').then(
          (island) => island.default,
          () => null,
        )
      : null;
  if (!upload) return fetch(path, init);
  try {
    return await upload(path, init, noteUploaded);
  } finally {
    noteUploaded(null);
  }
}

const changesIn = ({ changes }: Record<string, unknown>) =>
  Array.isArray(changes) ? (changes as OrderChange[]) : [];

/** Null for anything but a JSON object, such as a public network's sign-in page or a proxy's error page. */
async function read(response: Response): Promise<Record<string, unknown> | null> {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson && !response.redirected ? await response.json() : null;
  return typeof body === 'object' && body !== null ? { ...body } : null;
}

/** The message to show. The server's messages are about tasks, but the driver sees stops. */
function reason(act: DriverAction, status: number, said: unknown): string {
  const isReport = act.kind === 'status' && isHeld(act);
  if (status === 404 || (status === 409 && isReport)) return words.stopChanged;
  return typeof said === 'string' && said !== '' ? said : failureMessage(act);
}
