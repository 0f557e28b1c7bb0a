/** The accounts that customer numbers of a source mean. Answers are remembered for number and printed address. */
import { row, rows } from 'db/connection';
import { shownAddress } from '~/domain/geography/address';
import { invalid } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { Held } from '~/domain/intake/reading/held';

/** As printed on a document. */
export type Printed = {
  sourceId: number;
  customer: string;
  name: string;
  /** Street and city; empty when they were not read. */
  place: string;
};

/** SQL: what is compared by `address_key`. */
const line = (of: string) => `address_line(${of}.address, ${of}.city, ${of}.state, ${of}.zip_code)`;

// Parts of an address are optional; the key of nothing is empty.
const KNOWN = `
  select c.name as printed, address_key(c.address) = address_key($place) as "isHere", a.id, a.name,
    coalesce((select ${shownAddress('g')} from account_addresses g where g.id = c.address_id), nullif(c.goes_to, '')) as given,
    (select ${shownAddress('h')} from account_addresses h where h.account_id = a.id and $place <> ''
       and address_key(${line('h')}) = address_key($place) order by h.is_default desc, h.id limit 1) as here,
    (select ${shownAddress('u')} from account_addresses u where u.account_id = a.id and u.is_default) as usual
  from intake_customers c join accounts a on a.id = c.account_id and a.deleted_at is null
  where c.source_id = $sourceId and c.number = $customer order by c.id`;
type Known = {
  /** Empty for a number that somebody has entered: any name is right. */
  printed: string;
  isHere: boolean;
  id: number;
  name: string;
  given: string | null;
  here: string | null;
  usual: string | null;
};

export type Destination = { id: number; name: string; address: string };

/**
 * Returns the account, and the address to which its goods go.
 * @param isDecided a person has seen the document.
 * @throws Held when a person has to say it.
 */
export async function destinationOf(printed: Printed, isDecided: boolean): Promise<Destination> {
  const { sourceId, customer, name, place } = printed;
  const known = await rows<Known>(KNOWN, { sourceId, customer, place });
  if (known.length === 0) throw new Held(`Customer ${customer} is new${name === '' ? '' : `: ${name}`}`);
  const [only] = new Set(known.map(({ id }) => id)).size === 1 ? known : [];
  const found = known.find(({ isHere }) => isHere) ?? (place === '' || only?.here ? only : undefined);
  if (!found) throw new Held(`Customer ${customer} has an address here that is new: ${place}`);
  const names = known.filter(({ id, isHere }) => id === found.id && isHere === found.isHere);
  if (!isDecided && name !== '' && !names.some((each) => each.printed === name || each.printed === ''))
    throw new Held(`Customer ${customer} was ${found.printed} before, and is ${name} here`);
  const address = found.isHere ? (found.given ?? found.here ?? found.usual) : (found.here ?? found.usual);
  return { id: found.id, name: found.name, address: address ?? '' };
}

const REMEMBER = `
  with before as (
    select account_id from intake_customers
    where source_id = $sourceId and number = $customer and address_key(address) = address_key($place)
  )
  insert into intake_customers (source_id, number, address, account_id, name, address_id, goes_to)
  select $sourceId, $customer, $place, a.id, $name, h.id, case when h.id is null then $goesTo else '' end
  from accounts a left join lateral (
    select d.id from account_addresses d where d.account_id = a.id and $goesTo <> ''
      and address_key(${line('d')}) = address_key($goesTo) order by d.is_default desc, d.id limit 1) h on true
  where a.id = $accountId and a.deleted_at is null
  on conflict (source_id, number, address_key(address)) do update set account_id = excluded.account_id,
    name = coalesce(nullif(excluded.name, ''), intake_customers.name), address_id = excluded.address_id, goes_to = excluded.goes_to
  returning (select account_id from before) is distinct from account_id as "isNew"`;

/**
 * @param goesTo the address to which goods go; empty: that of the account.
 * @returns false when the number meant the account before. @throws invalid without the account.
 */
export async function rememberCustomer(
  { sourceId, customer, name, place }: Printed,
  accountId: number,
  goesTo: string,
): Promise<boolean> {
  const bind = { sourceId, customer, name, place, accountId, goesTo };
  const remembered = await row<{ isNew: boolean }>(REMEMBER, bind);
  if (!remembered) throw invalid(untranslated('noSuchAccount', 'There is no such account'));
  return remembered.isNew;
}

// The name that was printed says more than a number, which may have been given to another shop.
const LIKELY = `
  select a.id, a.name from accounts a
  where a.deleted_at is null and ($name <> '' and lower(a.name) = lower($name)
    or a.id in (select c.account_id from intake_customers c where c.source_id = $sourceId and c.number = $customer)
    or a.id in (select c.account_id from intake_customers c where c.number = $customer and c.name = $name))
  order by lower(a.name) = lower($name) desc, a.id limit 2`;

/** Returns the account that a document may mean, to be proposed to a person; null when it is not clear. */
export async function likelyAccount({
  sourceId,
  customer,
  name: printed,
}: Printed): Promise<{ id: number; name: string } | null> {
  const [first, second] = await rows<{ id: number; name: string }>(LIKELY, {
    sourceId,
    customer,
    name: printed,
  });
  if (!first) return null;
  const isNamed = ({ name }: { name: string }) => name.toLowerCase() === printed.toLowerCase();
  return !second || (isNamed(first) && !isNamed(second)) ? first : null;
}
