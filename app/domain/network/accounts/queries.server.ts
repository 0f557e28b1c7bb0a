/** Reads accounts and their addresses. */
import { Transaction } from 'sequelize';
import * as z from 'zod/v4';
import { likePattern, rows } from 'db/connection';
import { Account as StoredAccount, AccountAddress as StoredAddress } from 'db/models/places';
import { computed, printed } from 'db/models/table';
import type { Actor } from '~/domain/kernel/actor';
import { query } from '~/domain/kernel/command.server';
import { invalid, notFound } from '~/domain/kernel/errors';
import { keysOf } from '~/domain/kernel/field-table';
import { authorizeAll } from '~/domain/kernel/permissions';
import { formatAddress, type Street } from '~/domain/geography/address';
import { addressKey } from '~/domain/geography/place-key';
import {
  type Account,
  type AccountAddress,
  AccountAnswer,
  type AccountName,
  AddressAnswer,
  atAccount,
  ListAccounts,
  ListAddresses,
} from './schema';
import { ACCOUNT_FIELDS, ADDRESS_FIELDS } from './fields';
import { untranslated } from '~/domain/kernel/sentence';

const ACCOUNT = [
  ...(['id', ...keysOf(ACCOUNT_FIELDS), printed('createdAt')] as const),
  ...([printed('updatedAt'), 'version'] as const),
] as const;

const degrees = computed<string | null>();
const ADDRESS = [
  ...(['id', 'accountId', 'isDefault', ...keysOf(ADDRESS_FIELDS)] as const),
  degrees('latitude', 'trim_scale(latitude)::text'),
  degrees('longitude', 'trim_scale(longitude)::text'),
  ...(['geoPrecision', 'version'] as const),
] as const;

/** For `lower(name) like $pattern`. */
export const prefixPattern = (search: string | undefined) =>
  `${likePattern((search ?? '').normalize('NFC').trim().toLowerCase())}%`;

export const listAccounts = query(
  {
    summary: 'Accounts, sorted by name',
    about: '`search` matches the beginning of the name.',
    may: 'readAccounts',
    input: ListAccounts,
    answer: z.array(AccountAnswer),
  },
  ({ input: { search, type, limit, cursor } }) => {
    const after = cursor === undefined ? null : readCursor(cursor);
    return rows<Account>(
      `select ${StoredAccount.columns(ACCOUNT)} from accounts
       where lower(name) like $pattern and deleted_at is null
         and ($type::text is null or account_type = $type)
         and ($afterId::integer is null or lower(name) ~>=~ lower($afterName) and (lower(name) ~>~ lower($afterName) or id > $afterId))
       order by lower(name) using ~<~, id limit $limit`,
      {
        pattern: prefixPattern(search),
        type: type ?? null,
        afterName: after?.name ?? '',
        afterId: after?.id ?? null,
        limit: limit ?? null,
      },
    );
  },
);

/** Returns the cursor of the page that begins behind this account. */
export const cursorAfter = ({ id, name }: AccountName) =>
  Buffer.from(JSON.stringify([id, name])).toString('base64url');

function readCursor(cursor: string): { id: number; name: string } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && Number.isInteger(parsed[0]) && typeof parsed[1] === 'string')
      return { id: Number(parsed[0]), name: parsed[1] };
  } catch {
    // The error below covers it.
  }
  throw invalid(untranslated('foreignCursor', 'This cursor is not one of ours'), {
    cursor: [untranslated('foreignCursorField', 'Not a cursor of this list')],
  });
}

export const getAccount = query(
  { summary: 'One account', may: 'readAccounts', at: atAccount, answer: AccountAnswer },
  ({ accountId }) => requireAccount(accountId),
);

/** The account, or null when it does not exist or is deleted. */
export async function findAccount(actor: Actor, id: number): Promise<Account | null> {
  authorizeAll(actor, 'readAccounts');
  return StoredAccount.findRow(ACCOUNT, { where: { id, deletedAt: null } });
}

export const isAccount = (id: number): Promise<boolean> => StoredAccount.exists({ id, deletedAt: null });

export const requireAccount = async (id: number) =>
  orNotFound(await StoredAccount.findRow(ACCOUNT, { where: { id, deletedAt: null } }));

/** Locks the account and its addresses until the transaction ends. Tasks can still refer to it meanwhile. */
export const lockAccount = async (id: number) =>
  orNotFound(
    await StoredAccount.findRow(ACCOUNT, {
      where: { id, deletedAt: null },
      lock: Transaction.LOCK.NO_KEY_UPDATE,
    }),
  );

function orNotFound(account: Account | null): Account {
  if (!account) throw notFound('Account');
  return account;
}

export const listAddresses = query(
  {
    summary: 'All addresses; the default address of each account comes first',
    may: 'readAccounts',
    input: ListAddresses,
    answer: z.array(AddressAnswer),
  },
  ({ input }) => findAddresses(input),
);

export const listAddressesOf = query(
  {
    summary: "An account's addresses, default first",
    may: 'readAccounts',
    at: atAccount,
    answer: z.array(AddressAnswer),
  },
  async ({ accountId }) => {
    await requireAccount(accountId);
    return findAddresses({ accountId });
  },
);

/** Sorted by account; within an account, the default first, then by name. */
export const findAddresses = ({ accountId, limit, cursor }: z.output<typeof ListAddresses>) =>
  rows<AccountAddress>(
    `select ${StoredAddress.columns(ADDRESS)} from account_addresses
     where ($accountId::integer is null or account_id = $accountId)
       and ($cursor::integer is null or (account_id, not is_default, lower(name), id) > (
         select account_id, not is_default, lower(name), id from account_addresses where id = $cursor))
     order by account_id, is_default desc, lower(name), id limit $limit`,
    { accountId: accountId ?? null, limit: limit ?? null, cursor: cursor ?? null },
  );

export async function requireAddress(id: number): Promise<AccountAddress> {
  const address = await StoredAddress.findRow(ADDRESS, { where: { id } });
  if (!address) throw notFound('Address');
  return address;
}

/**
 * `doubtful`: ZIP code and state disagree. `pending`: a provider has not answered yet. `not-found`: the
 * address is unknown, or the lookup was given up.
 */
type Lookup = 'found' | 'interpolated' | 'street' | 'approximate' | 'doubtful' | 'pending' | 'not-found';
export type ManagedAddress = AccountAddress & { lookup: Lookup };

/** The addresses of one account with the state of their lookup: the default first, then by name. */
export function listManagedAddresses(actor: Actor, accountId: number): Promise<ManagedAddress[]> {
  authorizeAll(actor, 'readAccounts');
  return rows<ManagedAddress>(
    `select ${StoredAddress.columns(ADDRESS, 'd')}, case
       when q.address_key is not null and q.next_try_at is null then 'not-found'
       when d.latitude is not null then coalesce(nullif(nullif(d.geo_precision, 'exact'), 'manual'), 'found')
       when q.address_key is not null then 'pending'
       else 'not-found' end as lookup
     from account_addresses d left join geocode_queue q
       on q.address_key = address_key(address_line(d.address, d.city, d.state, d.zip_code))
     where d.account_id = $accountId order by d.is_default desc, lower(d.name), d.id`,
    { accountId },
  );
}

/** Finds former addresses of an account in its activity. */

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

/** Returns the accounts with one of these names, whatever their capitals. */
export const findAccountsNamed = (names: string[]) =>
  rows<{ id: number; name: string }>(
    `select a.id, a.name from accounts a
     where lower(a.name) = any(array(select lower(unnest($names::text[])))) and a.deleted_at is null order by a.id`,
    { names },
  );
