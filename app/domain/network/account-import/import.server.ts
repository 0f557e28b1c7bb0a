/**
 * Turns the rows of a file into accounts, in the transaction under way: all good rows, or none if an error
 * occurs.
 */
import { execute, row } from 'db/connection';
import { StreetCounty } from 'db/models/geocoding';
import { IMPORT_LOCK_TIMEOUT_MS } from '~/lib/time-limits';
import { FIRST_ADDRESS_NAME } from '~/domain/network/accounts/address';
import { formatAddress } from '~/domain/geography/address';
import type { AccountType } from '~/domain/network/accounts/fields';
import type { Actor } from '~/domain/kernel/actor';
import { centreFor, placeAlongStreet, type Place } from '~/domain/geography/geocoding/places.server';
import { tryLock, waitForLock } from '~/domain/platform/lease.server';
import { invalidateLists } from '~/domain/platform/sync/pages.server';
import type { CsvRecord } from './file.server';
import { findColumns } from './format';
import { judgeRow } from './row';
import type { AccountRow } from './schema';

/** So few that a slow machine stores them within the time limit of a statement. */
const ROWS_AT_ONCE = 250;

export type RejectedRow = CsvRecord & { error: string };

type Options = {
  /** The person who is named in the activity of the new accounts. */
  actor: Pick<Actor, 'id'>;
  records: AsyncIterable<CsvRecord>;
  /** The type of rows that name none. */
  accountType: AccountType;
  /** Takes rows that can't be imported, in order of their lines. */
  reject: (rows: RejectedRow[]) => Promise<void>;
  /** Gets the progress now and then. May throw to end the import. */
  onLine?: (line: number) => Promise<void>;
};

export type Counts = { imported: number; skipped: number; rejected: number };

/** The transaction must be the one that imports: see `becomeImporter`. The first record is the header. */
export async function importRecords({
  actor,
  records,
  accountType,
  reject,
  onLine,
}: Options): Promise<Counts> {
  const counts: Counts = { imported: 0, skipped: 0, rejected: 0 };
  const placeOf = await placesKnownHere();
  let columns: ReturnType<typeof findColumns> | undefined;
  let good: AccountRow[] = [];
  let bad: RejectedRow[] = [];
  const store = async () => {
    const made = good.length > 0 ? await insertNew(actor, good, placeOf) : 0;
    counts.imported += made;
    counts.skipped += good.length - made;
    counts.rejected += bad.length;
    if (bad.length > 0) await reject(bad);
    [good, bad] = [[], []];
  };

  await beginNoting();
  for await (const record of records) {
    if (!columns) {
      columns = findColumns(record.values);
      continue;
    }
    const { account, error } = judgeRow(record.values, columns, accountType);
    if (account) good.push(account);
    else bad.push({ ...record, error });
    if (good.length + bad.length < ROWS_AT_ONCE) continue;
    await store();
    await onLine?.(record.line);
  }
  await store();
  if (counts.imported > 0) await invalidateLists('dispatchers');
  return counts;
}

/** Only one import at a time, on all instances: two of the same file would not see each other's rows. */
const IMPORTING = 7_206_113;

/** Makes this transaction the one that imports. @returns false when another one is importing. */
export const becomeImporter = (): Promise<boolean> => tryLock(IMPORTING);

/** Waits some seconds for the import under way. */
export const waitToImport = (): Promise<void> => waitForLock(IMPORTING, IMPORT_LOCK_TIMEOUT_MS);

/** Makes a table for the rows of this import, and makes the planner look up existing accounts row by row. */
async function beginNoting(): Promise<void> {
  // The table is being filled and has no statistics, so every batch would read all of it.
  await execute('set local enable_seqscan = off');
  await execute('create temporary table known_accounts (key uuid primary key) on commit drop');
}

const INSERT = `
  with given as (
    select *, account_place_key(name, address, city, state, "zipCode") as key
    from jsonb_to_recordset($rows::jsonb) as r(
      place integer, name text, phone text, "accountType" text, address text, city text, state text, "zipCode" text,
      "deliverBy" text,
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
    insert into accounts (id, name, phone, account_type, deliver_by)
    select id, name, phone, "accountType", "deliverBy" from made
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

/** @returns the number of new ones. Needs `beginNoting`. */
async function insertNew(
  actor: Pick<Actor, 'id'>,
  accounts: AccountRow[],
  placeOf: FindPlace,
): Promise<number> {
  const rows = [];
  for (const [place, account] of accounts.entries())
    rows.push({ place, ...account, ...(await placeOf(account)) });
  const made = await row<{ count: number }>(INSERT, {
    rows: JSON.stringify(rows),
    addressName: FIRST_ADDRESS_NAME,
    actorId: actor.id,
  });
  return made?.count ?? 0;
}

type FindPlace = (account: AccountRow) => Promise<Place>;

/**
 * Places accounts without asking a provider: thousands of requests at once would use up its quota. The first
 * task for such an account asks for its place, and the account gets the answer as well.
 */
async function placesKnownHere(): Promise<FindPlace> {
  const areStreets = await StreetCounty.exists({});
  const byTown = new Map<string, Place>();
  return async (account) => {
    const alongStreet = areStreets && (await placeAlongStreet(formatAddress(account)));
    if (alongStreet) return alongStreet;
    if (!account.city && !account.zipCode) return centreFor(account.address);
    const town = formatAddress({ ...account, address: 'Main Street' });
    const place = byTown.get(town) ?? centreFor(town);
    byTown.set(town, place);
    return place;
  };
}
