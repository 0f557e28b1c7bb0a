/** The accounts that are looked for, as CSV, piece by piece. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { CSV_BOM, toCsvLine } from '~/domain/csv';
import { authorize } from '~/domain/permissions';
import type { AccountName, Street } from './answers';
import { ACCOUNT_TYPE_LABELS } from './fields';
import type { AccountFilter } from './filter';
import { matchesOf, ORDER } from './page.server';
import { prefixPattern } from './queries.server';

const HEADER = ['Company Name', 'Address', 'City', 'State', 'ZIP', 'Phone', 'Type', 'Other Addresses'];
const PIECE = 2_000;

type Line = AccountName & Partial<Street> & { phone: string; others: string | null };

const BEHIND = {
  asc: 'lower(a.name) ~>=~ lower($lastName) and (lower(a.name) ~>~ lower($lastName) or a.id > $lastId)',
  desc: 'lower(a.name) ~<=~ lower($lastName) and (lower(a.name) ~<~ lower($lastName) or a.id < $lastId)',
};

/** One line an account, its default address in columns, the others in the last one: an import takes it again. */
export async function* exportAccounts(
  actor: Actor,
  filter: AccountFilter,
): AsyncGenerator<string, void, undefined> {
  authorize(actor, 'readAccounts');
  yield CSV_BOM + toCsvLine(HEADER);
  for (let last: Line | undefined; ;) {
    const piece = await readPiece(filter, last);
    if (piece.length > 0) yield piece.map(lineOf).join('');
    last = piece[PIECE - 1];
    if (!last) return;
  }
}

async function readPiece(filter: AccountFilter, last: Line | undefined): Promise<Line[]> {
  const { search, type, order } = filter;
  return rows<Line>(
    `select a.id, a.name, a.account_type as "accountType", a.phone,
       d.address, d.city, d.state, d.zip_code as "zipCode",
       (select string_agg(concat_ws(', ', o.address, nullif(o.city, ''), nullif(trim(o.state || ' ' || o.zip_code), '')), '; '
                          order by lower(o.name), o.id)
        from account_addresses o where o.account_id = a.id and not o.is_default) as others
     from (select * from accounts a where ${matchesOf(filter)} ${last ? `and ${BEHIND[order]}` : ''}
           ${ORDER[order]} limit ${String(PIECE)}) a
     left join account_addresses d on d.account_id = a.id and d.is_default ${ORDER[order]}`,
    { pattern: prefixPattern(search), type, lastId: last?.id ?? null, lastName: last?.name ?? '' },
  );
}

const lineOf = ({ name, address, city, state, zipCode, phone, accountType, others }: Line) =>
  toCsvLine([
    ...[name, address ?? '', city ?? '', state ?? '', zipCode ?? ''],
    ...[phone, ACCOUNT_TYPE_LABELS[accountType], others],
  ]);
