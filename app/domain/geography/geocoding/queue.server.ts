/** Asks the provider, once per address for all tasks and instances, and works off the queue of addresses. */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fn, Op } from 'sequelize';
import { execute, outsideOfTransactions, row, rows } from 'db/connection';
import { GeocodeQueue } from 'db/models/places';
import { FETCH_TIMEOUT_MS, GEOCODE_TIMEOUT_MS } from '~/lib/time-limits';
import {
  claimRows,
  dueIn,
  leaseEnd,
  releasedClaim,
  retries,
  stillClaimed,
  workOff,
} from '~/domain/platform/lease.server';
import { log } from '~/process/log.server';
import type { ProviderFail } from '~/domain/platform/fetch-json.server';
import { env } from '~/process/env.server';
import {
  type AddressQuery,
  type Anew,
  fallbackFor,
  known,
  nearest,
  type Place,
  placeAt,
  placeFrom,
  remember,
} from './places.server';
import { askProvider, provider } from './provider.server';

/** The queue of addresses to be geocoded: claims, retries and giving up. */

/** The right of one instance to ask for an address until the lease ends. */
type Claim = AddressQuery & { attempts: number; wanted: number };

const QUEUE = {
  table: 'geocode_queue',
  key: 'address_key',
  // A request that times out still belongs to its claim.
  leaseSeconds: (3 * FETCH_TIMEOUT_MS) / 1_000,
  set: 'asking = true',
  returning: 'q.address_key as key, q.address, q.attempts, q.wanted',
};

/** Claims an address; null while it is claimed or postponed. */
export async function claim({ key, address }: AddressQuery): Promise<Claim | null> {
  return row<Claim>(
    `insert into geocode_queue as q (address_key, address, wanted, attempts, next_try_at, asking)
     values ($key, $address, 0, 1, ${leaseEnd(QUEUE)}, true)
     on conflict (address_key) do update
       set attempts = case when q.next_try_at is null then 1 else q.attempts + 1 end,
           next_try_at = excluded.next_try_at, asking = true
       where q.next_try_at is null or q.next_try_at <= now()
     returning ${QUEUE.returning}`,
    { key, address },
  );
}

/** Claims addresses that are due. */
export const claimDue = (limit: number): Promise<Claim[]> =>
  claimRows(QUEUE, { orderBy: 'q.next_try_at', limit });

/** True while an instance is asking for this address. */
export const isAsked = (key: string): Promise<boolean> =>
  GeocodeQueue.exists({ addressKey: key, asking: true, nextTryAt: { [Op.gt]: fn('now') } });

/** Puts an address in the queue, in the transaction of its task. An address that was given up is tried again. */
export async function enqueueLookup(address: string): Promise<void> {
  await execute(
    `insert into geocode_queue as q (address_key, address) values (address_key($address), askable_address($address))
     on conflict (address_key) do update
       set wanted = q.wanted + 1,
           attempts = case when q.next_try_at is null then 0 else q.attempts end,
           next_try_at = coalesce(q.next_try_at, now())`,
    { address },
  );
}

const RETRIES = retries({
  firstSeconds: env.GEOCODE_RETRY_SECONDS,
  multiples: [1, 2, 4, 8, 16, 32, 60],
  spread: 0.25,
});
/** True when a failure of this try is final. */
const isLastTry = RETRIES.isLast;
/** The longest wait between two tries, in seconds. */
const longestBackOff = RETRIES.longestSeconds;

/** Stores the error and the time of the next try: none after the last one. */
export async function postpone(
  claimed: Claim,
  { detail, seconds = 0 }: { detail: string; seconds?: number },
): Promise<void> {
  const again = isLastTry(claimed) ? null : Math.max(seconds, RETRIES.secondsAfter(claimed));
  await GeocodeQueue.update(
    { asking: false, lastError: detail, ...dueIn(again) },
    { where: { addressKey: claimed.key, ...stillClaimed(claimed) } },
  );
}

/** Returns a claim to the queue without counting the try, due after that many seconds. */
async function releaseClaim(claimed: Claim, seconds = 0): Promise<void> {
  await GeocodeQueue.update(
    { asking: false, ...releasedClaim(claimed, seconds) },
    { where: { addressKey: claimed.key, ...stillClaimed(claimed) } },
  );
}

/**
 * Takes an answered address out of the queue. If it was wanted again meanwhile it stays, and the next round
 * finds the answer.
 */
export async function finish({ key, wanted }: Claim): Promise<void> {
  const [left] = await rows<{ wanted: number }>(
    `with done as (delete from geocode_queue where address_key = $key and wanted = $wanted returning 1)
     select wanted from geocode_queue where address_key = $key and not exists (select from done)`,
    { key, wanted },
  );
  if (left)
    await GeocodeQueue.update({ asking: false, nextTryAt: fn('now') }, { where: { addressKey: key } });
}

/** A place, null when the provider found none, or the reason for having no answer yet. */
export type Answer =
  { place: Place | null; missing?: never } | { place?: never; missing: 'slow' | 'misconfigured' };

/** Stores the coordinates of an address everywhere it is used. */
type Receiver = (key: string, place: Place, options: { onlyWorse: boolean }) => Promise<void>;
let giveCoordinates: Receiver = () => Promise.reject(new Error('Nobody receives coordinates'));

/** Call it once, before the first address is looked up. */
export function receiveCoordinates(receiver: Receiver): void {
  giveCoordinates = receiver;
}

const underWay = new Map<string, Promise<Answer>>();
const unfinished = new Set<Promise<void>>();
const stopping = new AbortController();
// Each request adds a listener, and there may be many, so the warning about leaks is switched off.
setMaxListeners(0, stopping.signal);

/**
 * Asks for an address, or joins a request under way. The answer is stored even when no caller waits for it
 * any more.
 * @param anew the task or address to be located again, whose present coordinates are ignored.
 */
export function ask(query: AddressQuery, anew: Anew = {}): Promise<Answer> {
  const joined = underWay.get(query.key);
  if (joined) return joined;
  // The request under way outlives its caller, so it must not run in the caller's transaction.
  const answer = outsideOfTransactions(() => askOrWait(query, anew));
  underWay.set(query.key, answer);
  finishLater(
    answer.then(
      () => void underWay.delete(query.key),
      (error: unknown) => {
        underWay.delete(query.key);
        log.error({ err: error }, 'an address lookup failed; the queue will try again');
      },
    ),
  );
  return answer;
}

async function askOrWait(query: AddressQuery, anew: Anew): Promise<Answer> {
  const claimed = await claim(query);
  return claimed ? answerClaim(claimed, anew) : waitForOthers(query, anew);
}

const LOOK_EVERY_MS = 100;

/** For an address that another instance is asking for, or that is postponed. */
async function waitForOthers({ key, address }: AddressQuery, anew: Anew): Promise<Answer> {
  for (let waited = 0; waited < GEOCODE_TIMEOUT_MS && (await isAsked(key)); waited += LOOK_EVERY_MS)
    await wait(LOOK_EVERY_MS);
  const place = placeFrom(await known(address, anew));
  return place ? { place } : { missing: 'slow' };
}

/** Answers a claimed address from stored answers or by asking, and updates all tasks with this address. */
async function answerClaim(claimed: Claim, anew: Anew = {}): Promise<Answer> {
  const found = await known(claimed.address, anew);
  const place = placeFrom(found);
  if (place) {
    finishLater(land(claimed, place, { onlyWorse: !found.own && !found.cached?.precision }));
    return { place };
  }
  const said = await askProvider(claimed.address, stopping.signal);
  if (!said.ok && stopping.signal.aborted) {
    await releaseClaim(claimed);
    return { missing: 'slow' };
  }
  if (!said.ok && said.kind === 'busy') {
    await releaseClaim(claimed, said.afterMs / 1_000);
    return { missing: 'slow' };
  }
  if (!said.ok && said.kind !== 'not_found') return postponeClaim(claimed, said, fallbackFor(found));
  await remember(claimed.key, said.ok ? said.value : null);
  const answer = said.ok ? nearest(found, placeAt(claimed.address, said.value)) : fallbackFor(found);
  finishLater(land(claimed, answer, { onlyWorse: !said.ok }));
  return { place: answer };
}

type NoAnswer = Extract<ProviderFail, { detail: string }>;

/** Postpones a claim. While a setting is wrong, and after the last try, tasks get the center of the ZIP code. */
async function postponeClaim(claimed: Claim, said: NoAnswer, fallback: Place): Promise<Answer> {
  const isRefused = said.kind === 'misconfigured';
  const seconds = isRefused ? longestBackOff() : (said.afterMs ?? 0) / 1_000;
  if (isRefused || isLastTry(claimed)) await giveCoordinates(claimed.key, fallback, { onlyWorse: true });
  await postpone(claimed, { detail: `${said.kind}: ${said.detail}`, seconds });
  return { missing: isRefused ? 'misconfigured' : 'slow' };
}

async function land(claimed: Claim, place: Place, options: { onlyWorse: boolean }): Promise<void> {
  try {
    await giveCoordinates(claimed.key, place, options);
    await finish(claimed);
  } catch (error) {
    // No rethrow: the answer is stored, and the claim is due again after its lease.
    log.error({ err: error }, 'coordinates could not be saved to their tasks; the queue will try again');
  }
}

function finishLater(work: Promise<void>): void {
  unfinished.add(work);
  void work.finally(() => unfinished.delete(work));
}

/** Aborts the requests under way; their claims return to the queue. */
export const stopAsking = () => stopping.abort();

/** Waits for the writes under way. */
export async function askingHasEnded(): Promise<void> {
  while (unfinished.size > 0) await Promise.all(unfinished);
}

const AT_ONCE = 4;

/** Answers the due addresses. Never throws because of a provider. */
export const answerDue = (isStopped: () => boolean): Promise<void> =>
  workOff(() => claimDue(AT_ONCE), answerOne, isStopped);

/** After an error on our side the claim is due again when its lease ends. */
async function answerOne(claimed: Claim): Promise<void> {
  try {
    await answerClaim(claimed);
  } catch (error) {
    log.error({ err: error }, 'an address lookup failed; the queue will try again');
  }
}

/** Enqueues the addresses of tasks that were created without a provider. */
export async function enqueueMissingLookups(): Promise<void> {
  if (!provider) return;
  await execute(
    `insert into geocode_queue (address_key, address)
     select distinct on (1) address_key(address), askable_address(address) from tasks
     where not archived and address_key(address) <> '' and (latitude is null or geo_precision in ('interpolated', 'street', 'approximate', 'doubtful'))
     on conflict do nothing`,
  );
}
