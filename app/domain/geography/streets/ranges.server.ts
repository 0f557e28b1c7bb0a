/** Finds an address in the ranges of house numbers that `npm run region` has stored. */
import { row } from 'db/connection';
import { zipCodesOf } from './zip-codes.server';
import { placeAlong, REACH, type AlongStreet, type StreetRange } from './interpolate';
import { streetAddressOf } from './street-name';

export type StoredRange = StreetRange & { name: string; zip: string };

/** The ranges of an address as JSON, for a statement with the values of `rangeValues`. */
export const RANGES = `(
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'zip', zip, 'from', from_number, 'to', to_number,
    'parity', parity, 'side', side, 'line', line)), '[]')
  from street_ranges
  where name = any($streets) and zip = any($zips) and prefix = $prefix
    and least(from_number, to_number) <= $number + ${String(REACH)}
    and greatest(from_number, to_number) >= $number - ${String(REACH)})`;

export function rangeValues(address: string) {
  const wanted = streetAddressOf(address);
  const { own, ofCity } = zipCodesOf(address);
  return {
    streets: wanted?.names ?? [],
    zips: [...own, ...ofCity],
    prefix: wanted?.prefix ?? '',
    number: wanted?.number ?? 0,
  };
}

/** @returns null for a street that is not among the ranges. */
export function alongStreet(address: string, ranges: readonly StoredRange[]): AlongStreet | null {
  const wanted = streetAddressOf(address);
  if (!wanted) return null;
  const { own, ofCity } = zipCodesOf(address);
  const within = (zips: string[]) => {
    const there = ranges.filter(({ zip }) => zips.includes(zip));
    const stored = wanted.names.find((name) => there.some((range) => range.name === name));
    return placeAlong(
      there.filter(({ name }) => name === stored),
      wanted.number,
    );
  };
  const found = within(own);
  if (found) return found;
  // The precision is only `street`, because another street of the same name may be meant.
  const nearby = within(ofCity);
  return nearby && { ...nearby, precision: 'street' };
}

/** For callers that need nothing else about the address. */
export async function findAlongStreet(address: string): Promise<AlongStreet | null> {
  const values = rangeValues(address);
  if (values.streets.length === 0) return null;
  const found = await row<{ ranges: StoredRange[] }>(`select ${RANGES} as ranges`, values);
  return alongStreet(address, found?.ranges ?? []);
}
