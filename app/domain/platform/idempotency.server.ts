/** Makes repeated requests harmless: the key is committed together with its effect. */
import { row, rows, send, transaction } from 'db/connection';
import { prepared } from 'db/statement';
import { createHash } from 'node:crypto';
import type { Actor } from '~/domain/kernel/actor';
import { invalid } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';

export type Answer = {
  status: number;
  body: unknown;
  /** The answer to a repeated request, when the first answer holds something that must not be stored. */
  repeated?: unknown;
};
export type Work = () => Promise<Answer>;
/** A key that this user sent before, and its answer. */
export type Earlier = { requestHash: string; status: number | null; response: unknown };

/**
 * Runs `work` once for this user and key; a repetition gets the first answer again. Keys are kept for 7 days.
 * A parallel copy waits for the first and gets the same answer. Only successes are kept: a refusal rolls back
 * together with its key, so that a later retry is decided anew.
 * @param request identifies the request: method, path and body.
 * @param prepare does the slow part before the transaction opens, and is not run for a repetition.
 * @param known the row that was read together with the session; without it the key is looked up here, if that
 * saves work.
 * @throws invalid when the key came with another request before.
 */
export async function once(
  actor: Pick<Actor, 'id'>,
  key: string,
  request: string,
  work: Work | { prepare: () => Promise<Work> },
  known?: Earlier | null,
): Promise<Answer & { replayed: boolean }> {
  if (!isKey(key))
    throw invalid(untranslated('invalidKey', 'The Idempotency-Key must be 1 to 200 visible characters'));
  const requestHash = createHash('sha256').update(request).digest();
  if (known) return replay(known, requestHash);
  if (typeof work !== 'function') {
    const earlier = known === null ? null : await find(actor.id, key);
    if (earlier) return replay(earlier, requestHash);
    let ready: Work;
    try {
      ready = await work.prepare();
    } catch (refusal) {
      // A parallel copy may have done the work meanwhile, which may be the reason for the refusal.
      const meanwhile = await find(actor.id, key);
      if (!meanwhile) throw refusal;
      return replay(meanwhile, requestHash);
    }
    return once(actor, key, request, ready);
  }
  return transaction(async () => {
    const claimed = await rows(CLAIM, { userId: actor.id, key, requestHash });
    if (claimed.length === 0) return replay(await find(actor.id, key), requestHash);
    const { repeated, ...answer } = await work();
    const body = repeated ?? answer.body ?? null;
    const response = body === null ? null : JSON.stringify(body);
    await send(KEEP, { userId: actor.id, key, status: answer.status, response });
    return { ...answer, replayed: false };
  });
}

const CLAIM = prepared(
  `insert into idempotency_keys (user_id, key, request_hash) values ($userId, $key, $requestHash)
   on conflict do nothing returning key`,
);
const KEEP = prepared(
  `update idempotency_keys set status = $status, response = $response::jsonb where user_id = $userId and key = $key`,
);

export const isKey = (key: string) => /^[\x21-\x7e]{1,200}$/.test(key);

/** SQL: the stored answer for $key and this user, as `Earlier`. */
export const earlierOf = (userId: string) => `(
  select json_build_object('requestHash', encode(request_hash, 'hex'), 'status', status, 'response', response)
  from idempotency_keys where user_id = ${userId} and key = $key) as earlier`;

const FIND = prepared(`select ${earlierOf('$userId')}`);

async function find(userId: number, key: string): Promise<Earlier | null> {
  const found = await row<{ earlier: Earlier | null }>(FIND, { userId, key });
  return found?.earlier ?? null;
}

function replay(stored: Earlier | null, requestHash: Buffer): Answer & { replayed: true } {
  if (stored?.requestHash !== requestHash.toString('hex')) {
    throw invalid(untranslated('keyUsed', 'This Idempotency-Key was used for a different request'));
  }
  // A key is always stored together with its answer.
  return { status: stored.status ?? 200, body: stored.response, replayed: true };
}
