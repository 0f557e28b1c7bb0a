/** Addresses that are still to be asked for: who asks now, who asks again, and when nobody does any more. */
import { execute, row, rows } from 'db/connection';
import { GeocodeQueue } from 'db/models/geocoding';
import { fn, Op } from 'sequelize';
import { env } from '~/env.server';
import { claimRows, dueIn, givenBack, leaseEnd, retries, stillClaimed } from '~/domain/lease.server';
import type { Asked } from './store.server';

/** The right to ask for an address until the lease is over, for one instance at a time. */
export type Claim = Asked & { attempts: number; wanted: number };

const QUEUE = {
  table: 'geocode_queue',
  key: 'address_key',
  leaseSeconds: 15,
  set: 'asking = true',
  returning: 'q.address_key as key, q.address, q.attempts, q.wanted',
};

/** Claims one address, unless somebody is asking or has been told to come back later. */
export async function claim({ key, address }: Asked): Promise<Claim | null> {
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

/** Whether somebody is asking for this address at this moment. */
export const isAsked = (key: string): Promise<boolean> =>
  GeocodeQueue.exists({ addressKey: key, asking: true, nextTryAt: { [Op.gt]: fn('now') } });

/** Puts an address in the queue, in the transaction of the task that wants it. One that was given up gets another chance. */
export async function want(address: string): Promise<void> {
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
/** Whether nobody asks again when this one fails. */
export const isLastTry = RETRIES.isLast;
/** As long as it gets between two tries, in seconds. */
export const longestBackOff = RETRIES.longestSeconds;

/** Notes what went wrong, and when to try again: never, when that was the last try. */
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

/** Gives a claim back as if it had not been taken, to be tried after that many seconds. */
export async function giveBack(claimed: Claim, seconds = 0): Promise<void> {
  await GeocodeQueue.update(
    { asking: false, ...givenBack(claimed, seconds) },
    { where: { addressKey: claimed.key, ...stillClaimed(claimed) } },
  );
}

/** Takes an answered address out of the queue; wanted again meanwhile, it stays, and the next round finds the answer. */
export async function finish({ key, wanted }: Claim): Promise<void> {
  const [left] = await rows<{ wanted: number }>(
    `with done as (delete from geocode_queue where address_key = $key and wanted = $wanted returning 1)
     select wanted from geocode_queue where address_key = $key and not exists (select from done)`,
    { key, wanted },
  );
  if (left)
    await GeocodeQueue.update({ asking: false, nextTryAt: fn('now') }, { where: { addressKey: key } });
}
