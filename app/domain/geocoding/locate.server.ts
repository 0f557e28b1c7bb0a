/** From an address to coordinates, within a second and a half: what is known, what the provider says, what the queue will say. */
import { currentTransaction } from 'db/connection';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, type Answer } from './ask.server';
import { want } from './claims.server';
import { fallbackFor, NOWHERE, placeFrom } from './places.server';
import { provider } from './provider.server';
import { known, type Anew, type Place } from './store.server';

export type Located = {
  place: Place;
  /** Whether the queue has to ask: say so with `want` in the transaction that stores the place. */
  pending: boolean;
};

const WAIT_MS = 1_500;

/**
 * Where the address is, as far as that can be said in 1.5 s. Never fails because of a provider.
 * @param anew what is to be located anew, whose own coordinates don't count.
 */
export async function locate(address: string, anew: Anew = {}): Promise<Located> {
  const startedAt = performance.now();
  const found = await known(address, anew);
  if (found.key === '') return { place: NOWHERE, pending: false };
  const place = placeFrom(found);
  if (place) return { place, pending: false };
  if (!provider) return { place: fallbackFor(found.address), pending: false };
  const answer = await within(WAIT_MS - (performance.now() - startedAt), ask(found, anew));
  if (!answer.missing) return { place: answer.place ?? NOWHERE, pending: false };
  const isRefused = answer.missing === 'misconfigured';
  return { place: isRefused ? fallbackFor(found.address) : NOWHERE, pending: true };
}

/** Where the address is, from what is known already; else the queue is told, in the transaction under way. */
export async function locateLater(address: string): Promise<Place> {
  const found = await known(address);
  if (found.key === '') return NOWHERE;
  const place = placeFrom(found) ?? (provider ? null : fallbackFor(found.address));
  if (!place) await want(address);
  return place ?? NOWHERE;
}

/**
 * Where an address is that is no task's. When `pending`, the queue has to be told by `want`, and fills it in later.
 * @param addressId the account's address that is to be located anew.
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

// A request that is safe to repeat waits inside of its transaction, and keeps a connection from everybody else.
const MAY_WAIT_INSIDE = 3;
let waitingInside = 0;

async function within(ms: number, answer: Promise<Answer>): Promise<Answer> {
  if (!currentTransaction()) return race(ms, answer);
  if (waitingInside >= MAY_WAIT_INSIDE) return { missing: 'slow' };
  waitingInside += 1;
  try {
    return await race(ms, answer);
  } finally {
    waitingInside -= 1;
  }
}

async function race(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const late = new AbortController();
  const slow = wait(Math.max(0, ms), { missing: 'slow' } as const, { signal: late.signal });
  try {
    return await Promise.race([answer, slow]);
  } catch {
    return { missing: 'slow' };
  } finally {
    late.abort();
    slow.catch(() => undefined);
  }
}
