/** Stored places of an address: manual pins, other tasks' places, answers of the provider. */
import { fn } from 'sequelize';
import { row } from 'db/connection';
import { Geocode } from 'db/models/places';
import type { GeoPrecision } from '~/domain/kernel/schema';
import { centreOf, isDoubtful } from '~/domain/geography/streets/zip-codes.server';
import {
  alongStreet,
  type AlongStreet,
  findAlongStreet,
  RANGES,
  rangeValues,
  type StoredRange,
} from '~/domain/geography/streets/ranges.server';
import { geoPrecisionOf, type Found, type Precision } from '~/domain/geography/geocoder';
import { provider } from './provider.server';

/** The coordinates as tasks and addresses store them, as text. */
export type Place = {
  latitude: string | null;
  longitude: string | null;
  geo_precision: GeoPrecision | null;
};

/** An address: `key` is the same for all spellings, `address` is the spelling sent to providers. */
export type AddressQuery = { key: string; address: string };

type Known = AddressQuery & {
  /** A manual pin, or the exact place of another task. */
  own: { latitude: string; longitude: string; geo_precision: 'exact' | 'manual' } | null;
  /** The provider's answer; precision is null when it found nothing. */
  cached: { lat: number; lng: number; precision: Precision } | { precision: null } | null;
  /** The place along its street, where ranges of house numbers are installed. */
  along: Place | null;
};

const PLACE =
  "jsonb_build_object('latitude', o.latitude, 'longitude', o.longitude, 'geo_precision', o.geo_precision)";
const OF_ACCOUNT = `latitude::float8::text, longitude::float8::text, geo_precision, updated_at from account_addresses
  where address_key(address_line(address, city, state, zip_code)) = a.key and latitude is not null
    and longitude is not null and id <> $addressId`;

/** The task, or the address of an account, to be located again. */
export type Anew = { taskId?: number | undefined; addressId?: number | undefined };

/** @param anew the task or address whose present coordinates are ignored. */
export async function known(address: string, { taskId = 0, addressId = 0 }: Anew = {}): Promise<Known> {
  const found = await row<Omit<Known, 'along'> & { ranges: StoredRange[] }>(
    `select a.key, a.address,
       coalesce(
         (select ${PLACE} from (
            select latitude, longitude, geo_precision, updated_at from tasks
            where address_key(address) = a.key and geo_precision = 'manual' and id <> $taskId
            union all select ${OF_ACCOUNT} and geo_precision = 'manual'
          ) as o order by o.updated_at desc limit 1),
         (select ${PLACE} from (select ${OF_ACCOUNT} and geo_precision = 'exact') as o order by o.updated_at desc limit 1),
         (select ${PLACE} from tasks o
          where address_key(o.address) = a.key and o.geo_precision = 'exact' and o.id <> $taskId
          order by address_key(o.address), o.id desc limit 1)
       ) as own,
       (select jsonb_build_object('lat', g.latitude, 'lng', g.longitude, 'precision', g.precision)
        from geocodes g
        where g.address_key = a.key and g.use_until > now()
          and (g.provider = $provider or g.precision in ('rooftop', 'interpolated'))) as cached,
       ${RANGES} as ranges
     from (select address_key($address) as key, askable_address($address) as address) as a`,
    { address, taskId, addressId, provider: provider?.id ?? '', ...rangeValues(address) },
  );
  const { ranges = [], ...rest } = found ?? { key: '', address, own: null, cached: null };
  return { ...rest, along: placeOn(alongStreet(address, ranges)) };
}

// An address that was not found may be a new building, so it is asked for again soon.
const UNKNOWN_KEPT_DAYS = 1;
const FOUND_KEPT_DAYS = 365;
const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);

/** Stores a provider's answer, as each request may cost money. @param found null when it found nothing. */
export async function remember(key: string, found: Found | null): Promise<void> {
  await Geocode.upsert(
    {
      addressKey: key,
      provider: provider?.id ?? '',
      latitude: found?.lat ?? null,
      longitude: found?.lng ?? null,
      precision: found?.precision ?? null,
      answeredAt: fn('now'),
      useUntil: found?.storeUntil ?? days(found ? FOUND_KEPT_DAYS : UNKNOWN_KEPT_DAYS),
    },
    { returning: false },
  );
}

export const NOWHERE: Place = { latitude: null, longitude: null, geo_precision: null };

/**
 * Approximate coordinates are doubtful when ZIP code and state of the address disagree; exact ones are not.
 */
export function placeAt(address: string, { lat, lng, precision }: Omit<Found, 'storeUntil'>): Place {
  const known = geoPrecisionOf(precision);
  const geo_precision = known === 'approximate' && isDoubtful(address) ? 'doubtful' : known;
  return { latitude: String(lat), longitude: String(lng), geo_precision };
}

const placeOn = (found: AlongStreet | null): Place | null =>
  found && {
    latitude: found.lat.toFixed(6),
    longitude: found.lng.toFixed(6),
    geo_precision: found.precision,
  };

/** Returns the place along the street, where ranges of house numbers are installed. */
export const placeAlongStreet = async (address: string): Promise<Place | null> =>
  placeOn(await findAlongStreet(address));

/**
 * The best place without a provider: the house number along its street, else the street, else the center of the ZIP code
 * or city, marked as approximate. NOWHERE when none of them is known.
 */
export const fallbackFor = ({ address, along }: Pick<Known, 'address' | 'along'>): Place =>
  along ?? centreFor(address);

/** The center of the ZIP code or city, marked as approximate; NOWHERE when the table does not contain it. */
export function centreFor(address: string): Place {
  const centre = centreOf(address);
  return centre.ok ? placeAt(address, centre.value) : NOWHERE;
}

/**
 * Returns the best stored place, in this order: a manual pin, an exact answer, another task's place, any
 * answer. A place along the street may be better than the provider's approximate answer. Null: ask the
 * provider.
 */
export function placeFrom(stored: Known): Place | null {
  const { address, own, cached } = stored;
  if (own?.geo_precision === 'manual') return own;
  const found = cached?.precision ? placeAt(address, cached) : null;
  if (found?.geo_precision === 'exact') return found;
  if (own) return own;
  if (found) return nearest(stored, found);
  return cached ? fallbackFor(stored) : null;
}

/** Prefers the place along the street, where one is known, to an answer that is not exact. */
export const nearest = ({ along }: Pick<Known, 'along'>, found: Place): Place =>
  found.geo_precision === 'exact' ? found : (along ?? found);
