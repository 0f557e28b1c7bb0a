/** Formats addresses, and words how precisely a place is known. Safe in the browser. */
import type { GeoPrecision } from '~/domain/kernel/schema';
import { placeNotes } from '~/words/en/place';

/** The parts of an address that say where it is. */
export type Street = { address: string; city: string; state: string; zipCode: string };

/** Returns `address, city, state zip`, without missing parts. */
export function formatAddress({ address, city, state, zipCode }: Street): string {
  const region = [state, zipCode].filter(Boolean).join(' ');
  return [address, city, region].filter(Boolean).join(', ');
}

/**
 * SQL: the same as `formatAddress`, for people. `address_line` leaves out suites and is what providers are asked.
 * @param of the alias of a table that keeps an address in parts.
 */
export const shownAddress = (of: string) =>
  `concat_ws(', ', nullif(${of}.address, ''), nullif(${of}.city, ''),
    nullif(concat_ws(' ', nullif(${of}.state, ''), nullif(${of}.zip_code, '')), ''))`;

/** Notes for a place of geo_precision `approximate` and `street`, which is not known to the house. */
export const APPROXIMATE = 'Location is approximate (ZIP)';
export const ON_STREET = 'Location is approximate (street)';
/**
 * The note for a place of geo_precision `interpolated`, which is precise enough to be shown without a mark.
 */
export const ESTIMATED_NUMBER = 'House number estimated along the street';

/** The warning beside an address whose ZIP code and state disagree (geo_precision `doubtful`). */
export const DOUBTFUL =
  'Check the address: its ZIP code and state don’t match, so its location is based on the city.';

const PLACE_NOTES: Partial<Record<GeoPrecision, string>> = {
  interpolated: ESTIMATED_NUMBER,
  street: ON_STREET,
  approximate: APPROXIMATE,
  doubtful: DOUBTFUL,
};
/** The note about a place that is known less precisely than to the house. */
export const placeNoteOf = (precision: GeoPrecision | null): string | undefined =>
  precision === null ? undefined : (placeNotes[precision] ?? PLACE_NOTES[precision]);
