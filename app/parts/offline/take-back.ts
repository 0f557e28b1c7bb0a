/** Undo of a completion, sent or not. */
import { withdrawOffer } from './completed';
import type { Entry } from './database';
import { discard, put, withdraw } from './outbox';
import { answerOf } from './perform';
import { onServerClock } from './send';

// A refusal is said at once; on a slow line it goes on by itself.
const PATIENCE_MS = 8_000;

/** @returns why it could not be, where the server has said so. */
export async function takeBack(entry: Entry): Promise<string | null> {
  const { driverId, place, act } = entry;
  withdrawOffer(entry);
  if (act.kind !== 'status' || (await withdraw(entry))) return null;
  const undo = await put({
    driverId,
    place,
    act: { kind: 'undo', taskIds: act.taskIds, occurred_at: onServerClock(Date.now()) },
  });
  const outcome = await answerOf(undo, PATIENCE_MS);
  if (typeof outcome !== 'object') return null;
  await discard(undo);
  return outcome.refusal;
}
