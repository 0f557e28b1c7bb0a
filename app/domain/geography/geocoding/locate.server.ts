/** Finds the coordinates of an address within 1.5 s: from stored answers, from the provider, or later from the queue. */
import { currentTransaction } from 'db/connection';
import { GEOCODE_TIMEOUT_MS, inTime } from '~/lib/time-limits';
import { type Answer, ask, enqueueLookup } from './queue.server';
import { fallbackFor, known, NOWHERE, placeFrom, type Anew, type Place } from './places.server';
import { provider } from './provider.server';

type Located = {
  place: Place;
  /** Call `enqueueLookup` in the transaction that stores the place. */
  pending: boolean;
};

/**
 * Locates an address, as far as that is possible within 1.5 s. Never fails because of a provider.
 * @param anew the task or address to be located again, whose present coordinates are ignored.
 */
export async function locate(address: string, anew: Anew = {}): Promise<Located> {
  const startedAt = performance.now();
  const found = await known(address, anew);
  if (found.key === '') return { place: NOWHERE, pending: false };
  const place = placeFrom(found);
  if (place) return { place, pending: false };
  if (!provider) return { place: fallbackFor(found), pending: false };
  const answer = await within(GEOCODE_TIMEOUT_MS - (performance.now() - startedAt), ask(found, anew));
  if (!answer.missing) return { place: answer.place ?? NOWHERE, pending: false };
  const isRefused = answer.missing === 'misconfigured';
  return { place: isRefused ? fallbackFor(found) : NOWHERE, pending: true };
}

/** Locates an address from stored answers only. @returns null when a provider has to be asked. */
export async function locateStored(address: string): Promise<Place | null> {
  const found = await known(address);
  if (found.key === '') return NOWHERE;
  return placeFrom(found) ?? (provider ? null : fallbackFor(found));
}

/** Locates an address from stored answers only; otherwise enqueues it, in the transaction under way. */
export async function locateLater(address: string): Promise<Place> {
  const place = await locateStored(address);
  if (!place) await enqueueLookup(address);
  return place ?? NOWHERE;
}

/**
 * Locates an address that belongs to no task. When `pending`, call `enqueueLookup`: the queue fills it in later.
 * @param addressId the account's address to be located again.
 */
export async function locateAddress(
  address: string,
  addressId?: number,
): Promise<{
  latitude: string | null;
  longitude: string | null;
  precision: Place['geo_precision'];
  pending: boolean;
}> {
  const { place, pending } = await locate(address, { addressId });
  const { latitude, longitude, geo_precision: precision } = place;
  return { latitude, longitude, precision, pending };
}

// Requests with an Idempotency-Key wait within their transaction, which holds a database connection.
const MAY_WAIT_INSIDE = 3;
let waitingInside = 0;
const SLOW: Answer = { missing: 'slow' };

async function within(ms: number, answer: Promise<Answer>): Promise<Answer> {
  if (!currentTransaction()) return race(ms, answer);
  if (waitingInside >= MAY_WAIT_INSIDE) return SLOW;
  waitingInside += 1;
  try {
    return await race(ms, answer);
  } finally {
    waitingInside -= 1;
  }
}

const race = (ms: number, answer: Promise<Answer>): Promise<Answer> =>
  inTime(answer, SLOW, Math.max(0, ms)).catch(() => SLOW);
