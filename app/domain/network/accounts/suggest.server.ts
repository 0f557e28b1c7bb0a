import { rows } from 'db/connection';
import * as z from 'zod/v4';
import { query } from '~/domain/kernel/command.server';
import { locationsOffered } from '~/domain/network/dealerships/dealerships.server';
import type { DealershipLocation } from '~/domain/network/dealerships/schema';
import { isSameName, placeInName } from './address';
import { formatAddress } from '~/domain/geography/address';
import { PlaceAnswer, type SuggestedPlace, SuggestPlaces } from './schema';
import type { Street } from '~/domain/geography/address';
import type { AccountType } from './fields';
import { prefixPattern } from './queries.server';

type Found = { id: number; name: string; accountType: AccountType; phone: string; addresses: Street[] };

/** An account with more addresses has them on a page of its own. */
const MOST_ADDRESSES = 100;

export const suggestPlaces = query(
  {
    summary: "Finds accounts and the network's dealerships by any word of their name",
    about:
      'Names that begin with `search` come first, then names that contain another word beginning with it.',
    may: 'readAccounts',
    input: SuggestPlaces,
    answer: z.array(PlaceAnswer),
  },
  async ({ input: { search, limit } }) => {
    if (search.trim() === '') return [];
    const [accounts, dealerships] = await Promise.all([accountsNamed(search, limit), locationsOffered()]);
    const found = accounts.map(accountPlace);
    const own = dealerships
      .map(dealershipPlace)
      .filter(
        ({ name }) => placeInName(name, search) >= 0 && !found.some((each) => isSameName(each.name, name)),
      );
    const rank = ({ name }: SuggestedPlace) => (placeInName(name, search) === 0 ? 0 : 1);
    return [...found, ...own]
      .sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name))
      .slice(0, limit);
  },
);

async function accountsNamed(search: string, limit: number): Promise<Found[]> {
  const words =
    search
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return rows<Found>(
    `with beginning as (
       select id, name from accounts where lower(name) like $pattern and deleted_at is null
       order by lower(name) using ~<~, id limit $limit
     ), within as (
       select id, name from accounts
       where deleted_at is null and name_words(name) @@ $words::tsquery and lower(name) not like $pattern
         and lower(name) ~ $wordPattern
       order by lower(name) using ~<~, id limit $limit - (select count(*) from beginning)
     )
     select a.id, a.name, a.account_type as "accountType", a.phone,
       coalesce((
         select json_agg(d order by d.is_default desc, lower(d.name), d.id)
         from (
           select address, city, state, zip_code as "zipCode", is_default, name, id from account_addresses
           where account_id = a.id order by is_default desc, lower(name), id limit $most
         ) d), '[]') as addresses
     from (select id from beginning union all select id from within) found join accounts a using (id)
     order by a.id`,
    {
      limit,
      most: MOST_ADDRESSES,
      pattern: prefixPattern(search),
      words: words.map((word) => `'${word}':*`).join(' & '),
      wordPattern: `(^|[^[:alnum:]])${patternOf(search)}`,
    },
  );
}

/** Escapes a text for a regular expression of PostgreSQL. */
const patternOf = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, (character) => `\\${character}`);

const accountPlace = ({ id, name, accountType, phone, addresses }: Found): SuggestedPlace => ({
  accountId: id,
  name,
  accountType,
  phone,
  addresses: addresses.map(formatAddress),
});

function dealershipPlace(location: DealershipLocation): SuggestedPlace {
  const address = formatAddress(location);
  return {
    accountId: null,
    name: location.fullname || location.name,
    accountType: 'dealership',
    phone: '',
    addresses: address === '' ? [] : [address],
  };
}

const compareNames = (one: string, other: string) => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
};
