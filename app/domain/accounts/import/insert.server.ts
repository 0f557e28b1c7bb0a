/** Accounts by the thousand, each once. In the transaction under way. */
import { execute, row } from 'db/connection';
import { formatAddress, FIRST_ADDRESS_NAME } from '~/domain/accounts/address';
import type { Actor } from '~/domain/actor';
import { fallbackFor } from '~/domain/geocoding/places.server';
import type { Place } from '~/domain/geocoding/store.server';
import { tryLock, waitForLock } from '~/domain/lease.server';
import type { AccountRow } from './schema';

/** Only one import at a time, on all instances: two of the same file would not see each other's rows. */
const IMPORTING = 7_206_113;

/** Makes this transaction the one that imports. @returns false when another one is. */
export const becomeImporter = (): Promise<boolean> => tryLock(IMPORTING);

/** Waits for the import under way, for some seconds. */
export const waitToImport = (): Promise<void> => waitForLock(IMPORTING, 9);

/** Makes room to note what this import has seen, and has what was there before looked up row by row. */
export async function beginNoting(): Promise<void> {
  // Without statistics of a table that is being filled, every batch would read all of it.
  await execute('set local enable_seqscan = off');
  await execute('create temporary table known_accounts (key uuid primary key) on commit drop');
}

const INSERT = `
  with given as (
    select *, account_place_key(name, address, city, state, "zipCode") as key
    from jsonb_to_recordset($rows::jsonb) as r(
      place integer, name text, phone text, "accountType" text, address text, city text, state text, "zipCode" text,
      latitude numeric, longitude numeric, geo_precision text)
  ), unknown as (
    insert into known_accounts
    select key from given
    where not exists (
      select from account_addresses d join accounts a on a.id = d.account_id
      where place_key(d.address, d.city, d.state, d.zip_code)
          = place_key(given.address, given.city, given.state, given."zipCode")
        and account_place_key(a.name, d.address, d.city, d.state, d.zip_code) = given.key
      offset 0)
    on conflict do nothing returning key
  ), first as (
    select distinct on (key) given.* from given join unknown using (key) order by key, place
  ), made as materialized (
    select nextval(pg_get_serial_sequence('accounts', 'id')) as id, * from (select * from first order by place) as f
  ), accounts_made as (
    insert into accounts (id, name, phone, account_type) select id, name, phone, "accountType" from made
  ), addresses_made as (
    insert into account_addresses
      (account_id, name, address, city, state, zip_code, is_default, latitude, longitude, geo_precision)
    select id, $addressName, address, city, state, "zipCode", true, latitude, longitude, geo_precision from made
  ), events_made as (
    insert into account_events (account_id, actor_id, action, changes, version)
    select id, $actorId, 'created', jsonb_build_object('name', array['', name], 'accountType', array[null, "accountType"]), 1
    from made
  )
  select count(*)::integer as count from made`;

/** @returns how many of them were new. Needs `beginNoting`. */
export async function insertNew(
  actor: Pick<Actor, 'id'>,
  accounts: AccountRow[],
  placeOf: FindPlace,
): Promise<number> {
  const rows = [];
  for (const [place, account] of accounts.entries()) rows.push({ place, ...account, ...placeOf(account) });
  const made = await row<{ count: number }>(INSERT, {
    rows: JSON.stringify(rows),
    addressName: FIRST_ADDRESS_NAME,
    actorId: actor.id,
  });
  return made?.count ?? 0;
}

type FindPlace = (account: AccountRow) => Place;

/**
 * Where accounts are, as far as that is known without asking anybody: thousands of questions at once would use up a
 * provider's quota. The first task that goes there asks, and its answer is the account's as well.
 */
export function placesByTown(): FindPlace {
  const known = new Map<string, Place>();
  return (account) => {
    if (!account.city && !account.zipCode) return fallbackFor(account.address);
    const town = formatAddress({ ...account, address: 'Main Street' });
    const place = known.get(town) ?? fallbackFor(town);
    known.set(town, place);
    return place;
  };
}
