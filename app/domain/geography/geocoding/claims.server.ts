/** The queue of addresses to be geocoded: claims, retries and giving up. */
import { execute, row, rows } from 'db/connection';
import { GeocodeQueue } from 'db/models/geocoding';
import { fn, Op } from 'sequelize';
import { env } from '~/process/env.server';
import {
  claimRows,
  dueIn,
  releasedClaim,
  leaseEnd,
  retries,
  stillClaimed,
} from '~/domain/platform/lease.server';
import type { AddressQuery } from './places.server';

/** The right of one instance to ask for an address until the lease ends. */
export type Claim = AddressQuery & { attempts: number; wanted: number };

const QUEUE = {
  table: 'geocode_queue',
  key: 'address_key',
  leaseSeconds: 15,
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
export const isLastTry = RETRIES.isLast;
/** The longest wait between two tries, in seconds. */
export const longestBackOff = RETRIES.longestSeconds;

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
export async function releaseClaim(claimed: Claim, seconds = 0): Promise<void> {
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
