/**
 * Turns the rows of a file into accounts, in the transaction under way: all good rows, or none if an error
 * occurs.
 */
import { col, fn, literal } from 'sequelize';
import { execute, outsideOfTransactions, row, transaction } from 'db/connection';
import { AccountImport, StreetCounty } from 'db/models/places';
import { computed } from 'db/models/table';
import { IMPORT_LOCK_TIMEOUT_MS } from '~/lib/time-limits';
import { FIRST_ADDRESS_NAME } from '~/domain/network/accounts/address';
import { formatAddress } from '~/domain/geography/address';
import { linkTasks } from '~/domain/network/accounts/of-tasks.server';
import type { AccountType } from '~/domain/network/accounts/fields';
import type { Actor } from '~/domain/kernel/actor';
import { centreFor, type Place, placeAlongStreet } from '~/domain/geography/geocoding/places.server';
import { tryLock, waitForLock } from '~/domain/platform/lease.server';
import { invalidateLists } from '~/domain/platform/sync/pages.server';
import { DomainError } from '~/domain/kernel/errors';
import { type CsvRecord, readRecords } from './file.server';
import { addNumbers, numberTroubles, sourceOf } from './customer-numbers.server';
import { findColumns } from './format';
import { type AccountRow, judgeRow } from './row';

/** So few that a slow machine stores them within the time limit of a statement. */
const ROWS_AT_ONCE = 250;

type RejectedRow = CsvRecord & { error: string };

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

type Counts = { imported: number; skipped: number; rejected: number };

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
  let source: Awaited<ReturnType<typeof sourceOf>> = null;
  let good: AccountRow[] = [];
  let goodRecords: CsvRecord[] = [];
  let bad: RejectedRow[] = [];
  const store = async () => {
    if (source) {
      const troubles = await numberTroubles(source, good);
      for (const [place, error] of troubles) {
        const record = goodRecords[place];
        if (record) bad.push({ ...record, error });
      }
      good = good.filter((_, place) => !troubles.has(place));
      bad.sort((one, other) => one.line - other.line);
    }
    const made = good.length > 0 ? await insertNew(actor, good, placeOf) : 0;
    if (source) await addNumbers(actor, source, good);
    counts.imported += made;
    counts.skipped += good.length - made;
    counts.rejected += bad.length;
    if (bad.length > 0) await reject(bad);
    [good, goodRecords, bad] = [[], [], []];
  };

  await beginNoting();
  for await (const record of records) {
    if (!columns) {
      columns = findColumns(record.values);
      source = await sourceOf(record.values, columns);
      continue;
    }
    const { account, error } = judgeRow(record.values, columns, accountType);
    if (account) {
      good.push(account);
      goodRecords.push(record);
    } else bad.push({ ...record, error });
    if (good.length + bad.length < ROWS_AT_ONCE) continue;
    await store();
    await onLine?.(record.line);
  }
  await store();
  if (counts.imported > 0) {
    await linkTasks(null);
    await invalidateLists('dispatchers');
  }
  return counts;
}

/** Only one import at a time, on all instances: two of the same file would not see each other's rows. */
const IMPORTING = 7_206_113;

/** Makes this transaction the one that imports. @returns false when another one is importing. */
const becomeImporter = (): Promise<boolean> => tryLock(IMPORTING);

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
      "deliverBy" text, instructions text,
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
      (account_id, name, address, city, state, zip_code, instructions, is_default, latitude, longitude, geo_precision)
    select id, $addressName, address, city, state, "zipCode", instructions, true, latitude, longitude, geo_precision from made
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

/**
 * Works off the files that wait, one at a time on all instances. If an instance dies, another one takes over,
 * and nothing is imported twice.
 */

const JOB = [
  ...(['id', 'ownerId', 'delimiter', 'attempts', 'accountType'] as const),
  computed<number>()('bytes', 'length(file)'),
] as const;
type Job = NonNullable<Awaited<ReturnType<typeof findNext>>>;

const MAX_ATTEMPTS = 5;
const GIVEN_UP = 'The import was interrupted several times. Please try again';
const UNFINISHED = { state: ['waiting' as const, 'running' as const] };

// Writes outside of the transaction, so that others see the progress before it ends.
const tell = (id: number, values: Parameters<typeof AccountImport.update>[0]) =>
  outsideOfTransactions(() => AccountImport.update(values, { where: { id } }));

class Stopped extends Error {}

/**
 * Imports the file that has waited longest, unless another instance is importing. @returns busy when a file
 * waits for another instance.
 */
export async function workNext(isStopped: () => boolean): Promise<'done' | 'busy' | 'nothing'> {
  if (!(await AccountImport.exists(UNFINISHED))) return 'nothing';
  try {
    return await transaction(async () => {
      if (!(await becomeImporter())) return 'busy';
      // A job that is under way belongs to an instance that died: while its transaction lives, no other
      // becomes the importer.
      const job = await findNext();
      if (job) await workOn(job, isStopped);
      return job ? 'done' : 'nothing';
    });
  } catch (error) {
    if (error instanceof Stopped) return 'busy';
    throw error;
  }
}

const findNext = () => AccountImport.findRow(JOB, { where: UNFINISHED, order: ['id'] });

async function workOn(job: Job, isStopped: () => boolean): Promise<void> {
  const { id, ownerId, delimiter, attempts, accountType } = job;
  if (attempts >= MAX_ATTEMPTS) {
    await finish(id, { error: GIVEN_UP });
    return;
  }
  await tell(id, { state: 'running', attempts: literal('attempts + 1'), linesDone: 0 });
  await execute('savepoint before_rows');
  try {
    const counts = await importRecords({
      actor: { id: ownerId },
      accountType,
      records: readRecords(stored(job), delimiter),
      reject: (rejected) => storeRejected(id, rejected),
      onLine: async (line) => {
        if (isStopped()) throw new Stopped();
        await tell(id, { linesDone: line });
      },
    });
    await finish(id, counts);
    // Until the tables are analyzed, the planner believes that they are still small.
    if (counts.imported >= MANY) await execute('analyze accounts, account_addresses');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await execute('rollback to savepoint before_rows');
    await finish(id, { error: error.message });
  }
}

const MANY = 1_000;
const PIECE_BYTES = 65_536;

async function* stored({ id, bytes }: Job): AsyncGenerator<Buffer> {
  for (let from = 1; from <= bytes; from += PIECE_BYTES) {
    const piece = `substring(file from ${String(from)} for ${String(PIECE_BYTES)})`;
    const read = await AccountImport.findRow([computed<Buffer>()('piece', piece)], { where: { id } });
    if (read) yield read.piece;
  }
}

async function storeRejected(importId: number, rejected: RejectedRow[]): Promise<void> {
  await execute(
    `insert into account_import_rejects (import_id, line, error, cells)
     select $importId, line, error, cells from jsonb_to_recordset($rejected::jsonb) as r(line integer, error text, cells text[])`,
    {
      importId,
      rejected: JSON.stringify(
        rejected.map(({ line, error, values }) => ({ line, error, cells: values.map(storable) })),
      ),
    },
  );
}

const storable = (value: string) => value.replaceAll('\0', '\uFFFD');

async function finish(id: number, result: Counts | { error: string }): Promise<void> {
  await AccountImport.update(
    {
      imported: 0,
      skipped: 0,
      rejected: 0,
      error: null,
      ...result,
      state: 'error' in result ? 'failed' : 'done',
      linesDone: col('line_count'),
      file: null,
      finishedAt: fn('now'),
    },
    { where: { id } },
  );
}
