/** Accounts and addresses beyond their fields: words, and the meaning of both for a task. Safe and small in the browser. */
import type { GeoPrecision } from '~/domain/answers';
import type { TaskType } from '~/domain/tasks/task';
import type { Street } from './answers';
import type { AccountType } from './fields';

/** The name of the address that an account is created with. */
export const FIRST_ADDRESS_NAME = 'Main Office';

export const INVALID_ACCOUNT_ID = 'Invalid account ID. Please refresh and try again.';
export const ONLY_ADDRESS = 'Cannot delete the only address';

/**
 * Goods come from vendors and dealerships, and go to shops. An account suggests a type only as long as nobody has chosen
 * one: while it is the one that the form began with. A transfer is always somebody's choice.
 * @param untouched the type that the form began with, or that was suggested since; null once somebody has chosen.
 */
export function suggestedType(
  type: string | undefined,
  untouched: string | null | undefined,
  accountType: AccountType,
): TaskType | null {
  if (type !== untouched || type === 'transfer') return null;
  return accountType === 'shop' ? 'delivery' : 'pickup';
}

/** Beside a place that is not known to the house (geo_precision `approximate` and `street`). */
export const APPROXIMATE = 'Location is approximate (ZIP)';
export const ON_STREET = 'Location is approximate (street)';
/** About a place of geo_precision `interpolated`, which is near enough to be shown without a mark. */
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
/** How well a place is known, where that is not to the house. */
export const placeNoteOf = (precision: GeoPrecision | null): string | undefined =>
  precision === null ? undefined : PLACE_NOTES[precision];

/** `address, city, state zip`, without what is missing. */
export function formatAddress({ address, city, state, zipCode }: Street): string {
  const region = [state, zipCode].filter(Boolean).join(' ');
  return [address, city, region].filter(Boolean).join(', ');
}

/** Places that are suggested by their name: accounts, and the network's own dealerships. Safe and small in the browser. */
const plain = (text: string) => text.normalize('NFC').trim().toLowerCase();

export const isSameName = (one: string, other: string) => plain(one) === plain(other);

/**
 * Where in the name the text begins: at its beginning, or at that of another word of it.
 * @returns -1 for nowhere.
 */
export function placeInName(name: string, text: string): number {
  const wanted = plain(text);
  const searched = name.normalize('NFC').toLowerCase();
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(searched.charAt(at - 1))) return at;
  }
  return -1;
}
