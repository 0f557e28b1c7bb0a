/** Finds former addresses of an account in its activity. */
import { rows } from 'db/connection';
import { formatAddress, type Street } from '~/domain/geography/address';
import { addressKey } from '~/domain/geography/place-key';
import { findAddresses } from './queries.server';

type FormerAddress = {
  line: string;
  /** The address that replaces it: the same one as it is now, or the default one if it was deleted. */
  addressId: number;
  now: string;
};

type Changed = { addressId: number; changes: Partial<Record<string, [unknown, unknown]>> };

const MOST_CHANGES = 200;
const CHANGED = `
  select address_id as "addressId", changes from account_events
  where account_id = $accountId and address_id is not null and action in ('updated', 'deleted')
  order by id desc limit ${String(MOST_CHANGES)}`;

const NOTHING: Street = { address: '', city: '', state: '', zipCode: '' };

/** Returns the addresses that the account no longer has, the latest first. */
export async function formerAddresses(accountId: number): Promise<FormerAddress[]> {
  const [addresses, changed] = await Promise.all([
    findAddresses({ accountId }),
    rows<Changed>(CHANGED, { accountId }),
  ]);
  const lines = new Map(addresses.map((address) => [address.id, formatAddress(address)]));
  const heir = addresses.find(({ isDefault }) => isDefault);
  if (!heir) return [];
  const streets = new Map<number, Street>(addresses.map((address) => [address.id, address]));
  const known = new Set([...lines.values()].map(addressKey));
  return changed.flatMap(({ addressId, changes }) => {
    const street = streetBefore(streets.get(addressId) ?? NOTHING, changes);
    streets.set(addressId, street);
    const line = formatAddress(street);
    const key = addressKey(line);
    if (street.address === '' || known.has(key)) return [];
    known.add(key);
    const now = lines.has(addressId) ? addressId : heir.id;
    return [{ line, addressId: now, now: lines.get(now) ?? '' }];
  });
}

function streetBefore(after: Street, changes: Changed['changes']): Street {
  const before = (key: keyof Street) => {
    const value = changes[key]?.[0];
    return typeof value === 'string' ? value : after[key];
  };
  return {
    address: before('address'),
    city: before('city'),
    state: before('state'),
    zipCode: before('zipCode'),
  };
}
