/** Finds an address in the ranges of house numbers that `npm run region` has stored. */
import { rows } from 'db/connection';
import { zipCodesOf } from '~/domain/geocoding/embedded.server';
import { placeAlong, REACH, type AlongStreet, type StreetRange } from './interpolate';
import { streetAddressOf, type StreetAddress } from './street-name';

type Stored = StreetRange & { name: string };

/** @returns null for a street that is not there. */
export async function findAlongStreet(address: string): Promise<AlongStreet | null> {
  const wanted = streetAddressOf(address);
  if (!wanted) return null;
  const { own, ofCity } = zipCodesOf(address);
  const found = await findIn(own, wanted);
  if (found) return found;
  // Another street of this name may be meant.
  const nearby = await findIn(ofCity, wanted);
  return nearby && { ...nearby, precision: 'street' };
}

const RANGES = `
  select name, from_number as "from", to_number as "to", parity, side, line from street_ranges
  where name = any($names) and zip = any($zips) and prefix = $prefix
    and least(from_number, to_number) <= $number + ${String(REACH)}
    and greatest(from_number, to_number) >= $number - ${String(REACH)}`;

async function findIn(zips: string[], { names, prefix, number }: StreetAddress): Promise<AlongStreet | null> {
  if (zips.length === 0) return null;
  const stored = await rows<Stored>(RANGES, { names, zips, prefix, number });
  const there = names.find((name) => stored.some((range) => range.name === name));
  return placeAlong(
    stored.filter(({ name }) => name === there),
    number,
  );
}
