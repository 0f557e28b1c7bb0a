/**
 * Customer numbers that come with accounts: documents of their source find the account by them. Accounts that are
 * there already get theirs too.
 */
import { execute, rows } from 'db/connection';
import { IntakeSource } from 'db/models/intake';
import type { Actor } from '~/domain/kernel/actor';
import { invalid } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { COLUMN_NAMES, type Columns, sourceIn } from './format';
import type { AccountRow } from './row';

/** Receives the source whose customer numbers have been added, in their transaction. */
type Receiver = (sourceId: number) => Promise<unknown>;
let receiver: Receiver | undefined;

/** Is called once: documents that wait for an answer about a customer are read again. */
export const receiveNumbers = (receive: Receiver): void => {
  receiver = receive;
};

type Source = { id: number; name: string };

/** Returns the source of the numbers; null without a column of them, or without sources. @throws invalid */
export async function sourceOf(header: string[], { at }: Columns): Promise<Source | null> {
  if (at.customerNumber === undefined) return null;
  const sources = await IntakeSource.findRows(['id', 'name'], {});
  const name = sourceIn(header[at.customerNumber] ?? '');
  if (name === null && sources.length <= 1) return sources[0] ?? null;
  if (name === null)
    throw invalid(
      untranslated(
        'sourceMissing',
        `There are ${String(sources.length)} sources. Name one in the first line, for example ${COLUMN_NAMES.customerNumber} (${sources[0]?.name ?? ''})`,
      ),
    );
  const found = sources.find((source) => source.name.toLowerCase() === name.toLowerCase());
  if (!found) throw invalid(untranslated('noSuchSourceNamed', `There is no source called ${name}`));
  return found;
}

const GIVEN = `
  select r.place, r."customerNumber" as number, account_place_key(r.name, r.address, r.city, r.state, r."zipCode") as key,
    place_key(r.address, r.city, r.state, r."zipCode") as at
  from jsonb_to_recordset($rows::jsonb) as r(place integer, name text, address text, city text, state text,
    "zipCode" text, "customerNumber" text)
  where r."customerNumber" <> ''`;

/** SQL: the address `d` of the account `a` is that of the given row `g`. */
const SAME = 'account_place_key(a.name, d.address, d.city, d.state, d.zip_code) = g.key';

const TAKEN = `
  with given as (${GIVEN})
  select distinct on (g.place) g.place, a.name from given g
    join intake_customers c on c.source_id = $sourceId and c.number = g.number
    join accounts a on a.id = c.account_id and a.deleted_at is null
  where not exists (select from account_addresses d where d.account_id = a.id and ${SAME})
  order by g.place, a.id`;

type NumberedRow = Pick<AccountRow, 'name' | 'address' | 'city' | 'state' | 'zipCode' | 'customerNumber'>;
const given = (accounts: NumberedRow[]) =>
  JSON.stringify(accounts.map((account, place) => ({ place, ...account })));

/** Returns why rows can't have their number, by their index. */
export async function numberTroubles(source: Source, accounts: NumberedRow[]): Promise<Map<number, string>> {
  const taken = await rows<{ place: number; name: string }>(TAKEN, {
    sourceId: source.id,
    rows: given(accounts),
  });
  const troubles = new Map(
    taken.map(({ place, name }) => [place, `is a number of ${name} at ${source.name} already`]),
  );
  const before = new Map<string, NumberedRow>();
  for (const [place, account] of accounts.entries()) {
    const other = before.get(account.customerNumber);
    if (account.customerNumber === '' || troubles.has(place)) continue;
    if (other && !isSame(other, account)) troubles.set(place, `is the number of ${other.name} in this file`);
    else before.set(account.customerNumber, account);
  }
  return new Map(
    [...troubles].map(([place, why]) => [place, `${accounts[place]?.customerNumber ?? ''} ${why}`]),
  );
}

const isSame = (one: NumberedRow, other: NumberedRow) =>
  (['name', 'address', 'city', 'state', 'zipCode'] as const).every(
    (field) => one[field].toLowerCase() === other[field].toLowerCase(),
  );

const FREE = `
  delete from intake_customers c using accounts a
  where c.source_id = $sourceId and c.number = any($numbers::text[]) and a.id = c.account_id and a.deleted_at is not null`;

const ADD = `
  with given as (${GIVEN}), meant as (
    select distinct on (g.number) g.number, a.id from given g
      join account_addresses d on place_key(d.address, d.city, d.state, d.zip_code) = g.at
      join accounts a on a.id = d.account_id and a.deleted_at is null
    where ${SAME} order by g.number, a.id
  ), added as (
    insert into intake_customers (source_id, number, account_id, name)
    select $sourceId, m.number, m.id, '' from meant m
    where not exists (select from intake_customers c where c.source_id = $sourceId and c.number = m.number)
    on conflict do nothing returning number, account_id
  )
  insert into account_events (account_id, actor_id, action, changes)
  select account_id, $actorId, 'number-added', jsonb_build_object('number', array[null, number || ' (' || $source || ')'])
  from added returning id`;

/** Gives numbers to the accounts of these rows, in the transaction that has made the new ones. */
export async function addNumbers(
  actor: Pick<Actor, 'id'>,
  source: Source,
  accounts: NumberedRow[],
): Promise<void> {
  const numbered = accounts.filter(({ customerNumber }) => customerNumber !== '');
  if (numbered.length === 0) return;
  const numbers = numbered.map(({ customerNumber }) => customerNumber);
  await execute(FREE, { sourceId: source.id, numbers });
  const bind = { sourceId: source.id, source: source.name, actorId: actor.id, rows: given(numbered) };
  const added = await rows(ADD, bind);
  if (added.length > 0) await receiver?.(source.id);
}
