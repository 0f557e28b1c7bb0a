/** The accounts page: how many there are, and one page of those that are looked for. */
import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import type { AccountName } from './answers';
import type { AccountType } from './fields';
import { PAGE_SIZE, type AccountFilter } from './filter';
import { prefixPattern } from './queries.server';

/** `location` is the default address as street, city, state; null without one. */
export type AccountRow = AccountName & { phone: string; location: string | null };

export type AccountsPage = {
  totals: Record<AccountType, number>;
  rows: AccountRow[];
  /** All that match, on this page and others. */
  matching: number;
  /** From 1 on. The last one where a later one was asked for. */
  page: number;
};

/** Of the alias `a`; binds `pattern` and `type`. What nobody asks for is not looked at. */
export const matchesOf = ({ search, type }: AccountFilter) =>
  ['a.deleted_at is null', search && 'lower(a.name) like $pattern', type && 'a.account_type = $type']
    .filter(Boolean)
    .join(' and ');
export const ORDER = {
  asc: 'order by lower(a.name) using ~<~, a.id',
  desc: 'order by lower(a.name) using ~>~, a.id desc',
};
/** Of the alias `d`. */
const LOCATION = `nullif(concat_ws(', ', d.address, nullif(d.city, ''), nullif(d.state, '')), '')`;

export async function getAccountsPage(actor: Actor, filter: AccountFilter): Promise<AccountsPage> {
  authorize(actor, 'readAccounts');
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
