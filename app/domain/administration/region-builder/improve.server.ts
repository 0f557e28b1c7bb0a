/**
 * After house numbers have been installed, looks up places that were only known approximately along their
 * streets, once.
 */
import { rows, transaction } from 'db/connection';
import { StreetCounty, StreetRange } from 'db/models/geocoding';
import { placeAlongStreet, type AddressQuery, type Place } from '~/domain/geography/geocoding/places.server';
import { giveCoordinates } from '~/domain/tasks/lifecycle/located.server';

const ROUGH = "(latitude is null or geo_precision in ('street', 'approximate', 'doubtful'))";
const LINE = 'address_line(address, city, state, zip_code)';
const ADDRESSES = `
  select address_key(address) as key, min(askable_address(address)) as address from (
    select address from tasks where not archived and ${ROUGH}
    union all select ${LINE} from account_addresses where ${ROUGH}
    union all select ${LINE} from dealership_locations where ${ROUGH}
  ) as rough
  where address_key(address) <> '' group by 1 order by 1`;

/** Open boards load again once after each batch. */
const AT_ONCE = 50;

/**
 * Keeps pins set by hand and exact places of a provider. @returns the number of addresses that are on a known
 * street.
 */
export async function improvePlaces(
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<number> {
  const addresses = await rows<AddressQuery>(ADDRESSES);
  let improved = 0;
  for (let from = 0; from < addresses.length && !signal.aborted; from += AT_ONCE) {
    improved += await improve(addresses.slice(from, from + AT_ONCE));
    onProgress(Math.min(1, (from + AT_ONCE) / addresses.length));
  }
  return improved;
}

async function improve(batch: AddressQuery[]): Promise<number> {
  const found = new Map<string, Place>();
  for (const { key, address } of batch) {
    const place = await placeAlongStreet(address);
    if (place) found.set(key, place);
  }
  if (found.size === 0) return 0;
  await transaction(async () => {
    for (const [key, place] of found) await giveCoordinates(key, place, { onlyWorse: true });
  });
  return found.size;
}

/** Places that were found by house numbers stay. */
export async function removeHouseNumbers(): Promise<void> {
  await transaction(async () => {
    await StreetCounty.destroy({ where: {} });
    await StreetRange.destroy({ where: {} });
  });
}
