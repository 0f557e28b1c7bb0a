/**
 * Reads the accounts page: the counts, one page of the accounts that match its filter, and all matching
 * accounts as CSV.
 */
import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { CSV_BOM, toCsvLine } from '~/domain/kernel/csv';
import { authorizeAll } from '~/domain/kernel/permissions';
import { readAll } from '~/domain/platform/replica.server';
import type { AccountName } from './schema';
import type { Street } from '~/domain/geography/address';
import { ACCOUNT_TYPE_LABELS, type AccountType } from './fields';
import { PAGE_SIZE, type AccountFilter } from './filter';
import { prefixPattern } from './queries.server';

/** `location` is the default address as street, city, state; null without one. */
export type AccountRow = AccountName & { phone: string; location: string | null };

export type AccountsPage = {
  totals: Record<AccountType, number>;
  rows: AccountRow[];
  /** The number of matching accounts on all pages. */
  matching: number;
  /** From 1 on. A number behind the last page becomes the last one. */
  page: number;
};

/** Conditions on the alias `a`; they bind `pattern` and `type`. An empty filter adds no condition. */
const matchesOf = ({ search, type }: AccountFilter) =>
  ['a.deleted_at is null', search && 'lower(a.name) like $pattern', type && 'a.account_type = $type']
    .filter(Boolean)
    .join(' and ');
const ORDER = {
  asc: 'order by lower(a.name) using ~<~, a.id',
  desc: 'order by lower(a.name) using ~>~, a.id desc',
};
/** Reads the alias `d`. */
const LOCATION = `nullif(concat_ws(', ', d.address, nullif(d.city, ''), nullif(d.state, '')), '')`;

export async function getAccountsPage(actor: Actor, filter: AccountFilter): Promise<AccountsPage> {
  authorizeAll(actor, 'readAccounts');
  const { search, type, order } = filter;
  const matches = matchesOf(filter);
  const bind = { pattern: prefixPattern(search), type };
  const [totals, matching] = await Promise.all([
    countByType(),
    search === '' ? null : countMatching(matches, bind),
  ]);
  const all = type === null ? totals.dealership + totals.vendor + totals.shop : totals[type];
  const count = matching ?? all;
  const page = Math.min(filter.page, Math.max(1, Math.ceil(count / PAGE_SIZE)));
  const found = await rows<AccountRow>(
    `select a.id, a.name, a.account_type as "accountType", a.phone, ${LOCATION} as location
     from (select * from accounts a where ${matches} ${ORDER[order]} limit $size offset $skipped) a
     left join account_addresses d on d.account_id = a.id and d.is_default ${ORDER[order]}`,
    { ...bind, size: PAGE_SIZE, skipped: (page - 1) * PAGE_SIZE },
  );
  return { totals, rows: found, matching: count, page };
}

async function countByType(): Promise<Record<AccountType, number>> {
  const counts = await rows<{ type: AccountType; count: number }>(
    'select account_type as type, count(*) as count from accounts where deleted_at is null group by account_type',
  );
  const none = { dealership: 0, vendor: 0, shop: 0 };
  return { ...none, ...Object.fromEntries(counts.map(({ type, count }) => [type, count])) };
}

async function countMatching(matches: string, bind: Record<string, unknown>): Promise<number> {
  const found = await row<{ count: number }>(
    `select count(*) as count from accounts a where ${matches}`,
    bind,
  );
  return found?.count ?? 0;
}

const HEADER = [
  'Company Name',
  'Address',
  'City',
  'State',
  'ZIP',
  'Phone',
  'Type',
  'Other Addresses',
  'Deliver By',
  'Instructions',
];
const PIECE = 2_000;

type Line = AccountName &
  Partial<Street> & { phone: string; deliverBy: string; instructions: string | null; others: string | null };

const BEHIND = {
  asc: 'lower(a.name) ~>=~ lower($lastName) and (lower(a.name) ~>~ lower($lastName) or a.id > $lastId)',
  desc: 'lower(a.name) ~<=~ lower($lastName) and (lower(a.name) ~<~ lower($lastName) or a.id < $lastId)',
};

/**
 * Yields one line for each account: the default address in columns, the others in one column. The file can be
 * imported again.
 */
export async function* exportAccounts(
  actor: Actor,
  filter: AccountFilter,
): AsyncGenerator<string, void, undefined> {
  authorizeAll(actor, 'readAccounts');
  yield CSV_BOM + toCsvLine(HEADER);
  for (let last: Line | undefined; ;) {
    const piece = await readAll(() => readPiece(filter, last));
    if (piece.length > 0) yield piece.map(lineOf).join('');
    last = piece[PIECE - 1];
    if (!last) return;
  }
}

async function readPiece(filter: AccountFilter, last: Line | undefined): Promise<Line[]> {
  const { search, type, order } = filter;
  return rows<Line>(
    `select a.id, a.name, a.account_type as "accountType", a.phone, a.deliver_by as "deliverBy",
       d.address, d.city, d.state, d.zip_code as "zipCode", d.instructions,
       (select string_agg(concat_ws(', ', o.address, nullif(o.city, ''), nullif(trim(o.state || ' ' || o.zip_code), '')), '; '
                          order by lower(o.name), o.id)
        from account_addresses o where o.account_id = a.id and not o.is_default) as others
     from (select * from accounts a where ${matchesOf(filter)} ${last ? `and ${BEHIND[order]}` : ''}
           ${ORDER[order]} limit ${String(PIECE)}) a
     left join account_addresses d on d.account_id = a.id and d.is_default ${ORDER[order]}`,
    { pattern: prefixPattern(search), type, lastId: last?.id ?? null, lastName: last?.name ?? '' },
  );
}

const lineOf = ({
  name,
  address,
  city,
  state,
  zipCode,
  phone,
  accountType,
  others,
  deliverBy,
  instructions,
}: Line) =>
  toCsvLine([
    name,
    address ?? '',
    city ?? '',
    state ?? '',
    zipCode ?? '',
    phone,
    ACCOUNT_TYPE_LABELS[accountType],
    others,
    deliverBy,
    instructions ?? '',
  ]);
