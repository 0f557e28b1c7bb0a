/** A Nominatim server: one's own, or a public one with a usage limit. */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/v4';
import { row } from 'db/connection';
import { bareHost, isNearby } from '~/domain/platform/ip-address.server';
import { fetchJson, type Res } from '~/domain/platform/fetch-json.server';
import { type Found, type Geocoder, isOnEarth, type Precision } from '~/domain/geography/geocoder';
import { GEOCODER_QUEUE_TIMEOUT_MS } from '~/lib/time-limits';

/** Limits the requests per second to a provider, of all instances together. */

// Jitter, so that not all waiting requests try at the same time.
const SPREAD_MS = 50;

type Gate = { isOpen: boolean; opensInMs: number | null };

/**
 * Waits for a turn. Turns are not reserved in advance, so a delayed process never sends at the wrong time.
 * @returns false when the wait would exceed 3 s. Throws when `signal` aborts.
 */
async function turnAt(provider: string, perSecond: number, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + GEOCODER_QUEUE_TIMEOUT_MS;
  for (;;) {
    const gate = await tryGate(provider, 1 / perSecond);
    if (gate?.isOpen) return true;
    const opensInMs = Math.max(0, gate?.opensInMs ?? 0) + Math.random() * SPREAD_MS;
    if (performance.now() + opensInMs > until) return false;
    await wait(opensInMs, undefined, { signal });
  }
}

/** Takes the turn and closes the gate for that many seconds, or tells when it opens. */
const tryGate = (provider: string, seconds: number) =>
  row<Gate>(
    `with turn as (
       insert into geocode_gates as gate (provider, free_at)
       values ($provider, clock_timestamp() + make_interval(secs => $seconds))
       on conflict (provider) do update set free_at = excluded.free_at where gate.free_at <= clock_timestamp()
       returning 1
     )
     select exists (select from turn) as "isOpen",
       (select 1000 * extract(epoch from free_at - clock_timestamp())::float8 from geocode_gates
        where provider = $provider) as "opensInMs"`,
    { provider, seconds },
  );

// Ranks of Nominatim: 30 is a house, 26 and 27 are streets, 13 to 25 towns and their parts; lower ones are
// counties and larger.
const HOUSE = 30;
const STREET = 26;
const TOWN = 13;

const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d+)?$/)
  .transform(Number);
const Answer = z.array(
  z
    .object({
      lat: degrees,
      lon: degrees,
      place_rank: z.number(),
      type: z.string().default(''),
      address: z.object({ house_number: z.string().optional() }).default({}),
    })
    .refine(({ lat, lon }) => isOnEarth({ lat, lng: lon })),
);

type Options = {
  url: string;
  /** Its usage policy requires one. */
  userAgent: string;
  /** Undefined: the limit of public servers, or none on one's own network. */
  perSecond?: number | undefined;
};

export function nominatim({ url, userAgent, perSecond }: Options): Geocoder {
  const limit = perSecond ?? (isOwnNetwork(new URL(url).hostname) ? Infinity : 1);
  return {
    id: 'nominatim',
    geocode: async (address, { signal }) => {
      const endpoint = new URL(`${url.replace(/\/$/, '')}/search`);
      endpoint.search = new URLSearchParams({
        q: address,
        format: 'jsonv2',
        countrycodes: 'us',
        addressdetails: '1',
        limit: '1',
      }).toString();
      if (limit !== Infinity && !(await turnAt('nominatim', limit, signal)))
        return { ok: false, kind: 'busy', afterMs: 3_000 };
      const answer = await fetchJson(endpoint, {
        signal,
        headers: { 'user-agent': userAgent, 'accept-language': 'en-US' },
      });
      return answer.ok ? read(answer.body, address) : answer;
    },
  };
}

function read(body: unknown, address: string): Res<Found> {
  const { data: answer } = Answer.safeParse(body);
  if (!answer) return { ok: false, kind: 'retry', detail: 'the answer is not one of Nominatim' };
  const [first] = answer;
  if (!first || first.place_rank < TOWN) return { ok: false, kind: 'not_found' };
  return { ok: true, value: { lat: first.lat, lng: first.lon, precision: precisionOf(first, address) } };
}

function precisionOf(
  { place_rank, type, address: { house_number } }: z.output<typeof Answer>[number],
  address: string,
): Precision {
  if (type === 'postcode') return 'postcode';
  // A shop or bus stop whose name contains the number is not the house.
  const isHouse = house_number ? mentions(address, house_number) : type === 'house';
  if (place_rank >= HOUSE && isHouse) return 'rooftop';
  return place_rank >= STREET ? 'street' : 'city';
}

const mentions = (address: string, word: string) =>
  address
    .toLowerCase()
    .split(/[\s,]+/)
    .includes(word.toLowerCase());

const INTERNAL_NAME = /^[^.:]+$|\.(local|internal|lan|home\.arpa)$/;

/** True for hosts that can only be reached from nearby. */
function isOwnNetwork(hostname: string): boolean {
  const host = bareHost(hostname);
  return isNearby(host) || INTERNAL_NAME.test(host);
}
