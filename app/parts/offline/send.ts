/** One attempt to send one entry, and what came of it. */
import type { OrderChange } from '~/domain/tasks/order-changes';
import { STOP_CHANGED } from '~/parts/going-stop/going-stop';
import { callFor, failureMessage, type DriverAction } from './driver-action';
import type { OutboxEntry } from './database';

export type Attempt =
  | { kind: 'sent'; /** For an order: what others have changed in it. */ changes: OrderChange[] }
  | { kind: 'refused'; refusal: string; /** The phone's clock was the reason. */ clock: boolean }
  /** Nobody, or nobody who matters, has answered. */
  | {
      kind: 'later';
      /** What the server has asked for. */ waitMs: number | null;
      /** It broke over this. */ broke: boolean;
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
        // Nobody who has signed in meanwhile in another tab sends it as theirs.
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
    // A report that has changed nothing has reached nobody.
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

/** Our own answers are JSON objects; what a hotel's sign-in page or a broken proxy says is none. */
async function read(response: Response): Promise<Record<string, unknown> | null> {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson && !response.redirected ? await response.json() : null;
  return typeof body === 'object' && body !== null ? { ...body } : null;
}

/** The server speaks of a task; the driver thinks of a stop. */
function reason(act: DriverAction, status: number, said: unknown): string {
  const isReport = act.kind === 'status' && act.status === 'hold';
  if (status === 404 || (status === 409 && isReport)) return STOP_CHANGED;
  return typeof said === 'string' && said !== '' ? said : failureMessage(act);
}

let serverAheadMs = 0;
const NOTABLE_MS = 30_000;

/** Phones may have a wrong time: the server's is what counts. */
function noteClock(response: Response): void {
  const date = Date.parse(response.headers.get('Date') ?? '');
  if (Number.isNaN(date)) return;
  const ahead = date - Date.now();
  serverAheadMs = Math.abs(ahead) > NOTABLE_MS ? ahead : 0;
}

/** A moment of this phone, as ISO 8601 on the server's clock as far as it is known. */
export const onServerClock = (moment: number) => new Date(moment + serverAheadMs).toISOString();
