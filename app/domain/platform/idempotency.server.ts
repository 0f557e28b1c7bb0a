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
/** Returns the answer to a refusal; null when it must not be kept. */
type AnswerTo = (refusal: unknown) => Promise<Answer | null>;
/** A key that this user sent before, and its answer. */
export type Earlier = { requestHash: string; status: number | null; response: unknown };

type Options = {
  /** The row that was read together with the session; without it the key is looked up here, if that saves work. */
  known?: Earlier | null;
  /** Without it, no refusal keeps its key, and a repetition is decided anew. */
  answerTo?: AnswerTo;
};

/**
 * Runs `work` once for this user and key; a repetition gets the first answer again. Keys are kept for 7 days.
 * A parallel copy waits for the first and gets the same answer. A refusal keeps its key too: an attempt that arrives
 * late must not do what the person was told is not done. Only another request may use the key of a refusal again.
 * @param request identifies the request: method, path and body.
 * @param prepare does the slow part before the transaction opens, and is not run for a repetition.
 * @throws invalid when the key came with another request before.
 */
export async function once(
  actor: Pick<Actor, 'id'>,
  key: string,
  request: string,
  work: Work | { prepare: () => Promise<Work> },
  { known, answerTo }: Options = {},
): Promise<Answer & { replayed: boolean }> {
  if (!isKey(key))
    throw invalid(untranslated('invalidKey', 'The Idempotency-Key must be 1 to 200 visible characters'));
  const requestHash = createHash('sha256').update(request).digest();
  const claim = { userId: actor.id, key, requestHash };
  const isRepetition = (earlier: Earlier) => !isRefusal(earlier) || earlier.requestHash === hex(requestHash);
  const isSlow = typeof work !== 'function';
  const earlier = known === undefined && isSlow ? await find(actor.id, key) : known;
  if (earlier && isRepetition(earlier)) return replay(earlier, requestHash);
  try {
    const ready = isSlow ? await work.prepare() : work;
    return await transaction(async () => {
      const claimed = await rows(CLAIM, claim);
      if (claimed.length === 0) return replay(await find(actor.id, key), requestHash);
      const { repeated, ...answer } = await ready();
      await send(KEEP, { userId: actor.id, key, ...columnsOf({ ...answer, body: repeated ?? answer.body }) });
      return { ...answer, replayed: false };
    });
  } catch (refusal) {
    const answer = await answerTo?.(refusal);
    const isKept = answer ? (await rows(REFUSE, { ...claim, ...columnsOf(answer) })).length > 0 : false;
    if (isKept) throw refusal;
    // A parallel copy may have done the work meanwhile, which may be the reason for the refusal.
    const meanwhile = answer || isSlow ? await find(actor.id, key) : null;
    if (!meanwhile || !isRepetition(meanwhile)) throw refusal;
    return replay(meanwhile, requestHash);
  }
}

const columnsOf = ({ status, body }: Answer) => ({
  status,
  response: body === undefined || body === null ? null : JSON.stringify(body),
});
const FIRST_REFUSAL = 400;
const isRefusal = ({ status }: Earlier) => (status ?? 0) >= FIRST_REFUSAL;
const hex = (hash: Buffer) => hash.toString('hex');

/** SQL: takes the key if it is free, or if it belongs to another request that was refused. */
const take = (status: string, response: string) => `
  insert into idempotency_keys as k (user_id, key, request_hash, status, response)
  values ($userId, $key, $requestHash, ${status}, ${response})
  on conflict (user_id, key) do update
  set request_hash = excluded.request_hash, status = excluded.status, response = excluded.response, created_at = now()
  where k.status >= ${String(FIRST_REFUSAL)} and k.request_hash <> excluded.request_hash
  returning key`;
const CLAIM = prepared(take('null', 'null'));
const REFUSE = prepared(take('$status', '$response::jsonb'));
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
  if (stored?.requestHash !== hex(requestHash)) {
    throw invalid(untranslated('keyUsed', 'This Idempotency-Key was used for a different request'));
  }
  // A key is always stored together with its answer.
  return { status: stored.status ?? 200, body: stored.response, replayed: true };
}
