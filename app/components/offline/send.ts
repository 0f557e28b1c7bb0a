/** One attempt to send one entry, and its result. */
import type { OrderChange } from '~/domain/tasks/ordering/order-changes';
import { STOP_CHANGED } from '~/domain/tasks/lifecycle/transitions';
import { callFor, failureMessage, noteClock, type DriverAction } from './driver-action';
import type { OutboxEntry } from './database';

type Attempt =
  | { kind: 'sent'; /** For an order: the changes of others that were merged. */ changes: OrderChange[] }
  | { kind: 'refused'; refusal: string; /** Refused because of the phone's clock. */ clock: boolean }
  /** No answer, or not one of our server's. */
  | {
      kind: 'later';
      /** From Retry-After. */ waitMs: number | null;
      /** Status 500: this entry may be the cause. */ broke: boolean;
    }
  | { kind: 'signedOut' };

export async function send({ act, key, driverId }: OutboxEntry): Promise<Attempt> {
  const { method, path, body } = callFor(act, driverId);
  try {
    const response = await fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        // Another user may have signed in in another tab. The server refuses the entry then.
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
      const clock = answer.fields !== undefined && 'occurred_at' in Object(answer.fields);
      return { kind: 'refused', refusal: reason(act, response.status, answer.error), clock };
    }
    // A report that changed no task was lost: the stop had been changed before.
    const isLost = act.kind === 'status' && act.status === 'hold' && answer.updatedCount === 0;
    return isLost
      ? { kind: 'refused', refusal: STOP_CHANGED, clock: false }
      : { kind: 'sent', changes: changesIn(answer) };
  } catch {
    return { kind: 'later', waitMs: null, broke: false };
  }
}

const changesIn = ({ changes }: Record<string, unknown>) =>
  Array.isArray(changes) ? (changes as OrderChange[]) : [];

/** null for anything but a JSON object, such as the sign-in page of a public network or a proxy's error page. */
async function read(response: Response): Promise<Record<string, unknown> | null> {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson && !response.redirected ? await response.json() : null;
  return typeof body === 'object' && body !== null ? { ...body } : null;
}

/** Messages of the server are about a task; the driver sees stops. */
function reason(act: DriverAction, status: number, said: unknown): string {
  const isReport = act.kind === 'status' && act.status === 'hold';
  if (status === 404 || (status === 409 && isReport)) return STOP_CHANGED;
  return typeof said === 'string' && said !== '' ? said : failureMessage(act);
}
