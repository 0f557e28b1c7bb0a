import { rows } from 'db/connection';
import { likePattern } from 'db/like';
import { Account as StoredAccount, AccountAddress as StoredAddress } from 'db/models/places';
import { computed, printed } from 'db/models/table';
import type { Actor } from '~/domain/actor';
import { invalid, notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import type { Account, AccountAddress, AccountName, ListAccounts, ListAddresses } from './schema';

export const ACCOUNT = [
  ...(['id', 'name', 'accountType', 'phone', printed('createdAt')] as const),
  ...([printed('updatedAt'), 'version'] as const),
] as const;

const degrees = computed<string | null>();
export const ADDRESS = [
  ...(['id', 'accountId', 'isDefault', 'name', 'address', 'city', 'state', 'zipCode'] as const),
  degrees('latitude', 'trim_scale(latitude)::text'),
  degrees('longitude', 'trim_scale(longitude)::text'),
  ...(['geoPrecision', 'version'] as const),
] as const;

/** For `lower(name) like $pattern`. */
export const prefixPattern = (search: string | undefined) =>
  `${likePattern((search ?? '').normalize('NFC').trim().toLowerCase())}%`;

/** Accounts by name; with a search, those whose name begins so, whatever the case. */
export async function listAccounts(
  actor: Actor,
  { search, type, limit, cursor }: ListAccounts,
): Promise<Account[]> {
  authorize(actor, 'readAccounts');
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
}

/** Where the list goes on behind this account. */
export const cursorAfter = ({ id, name }: AccountName) =>
  Buffer.from(JSON.stringify([id, name])).toString('base64url');

function readCursor(cursor: string): { id: number; name: string } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && Number.isInteger(parsed[0]) && typeof parsed[1] === 'string')
      return { id: Number(parsed[0]), name: parsed[1] };
  } catch {
    // said below
  }
  throw invalid('This cursor is not one of ours', { cursor: ['Not a cursor of this list'] });
}

/** The account, or null when there is none, or none any more. */
export async function findAccount(actor: Actor, id: number): Promise<Account | null> {
  authorize(actor, 'readAccounts');
  return StoredAccount.findRow(ACCOUNT, { where: { id, deletedAt: null } });
}

export async function getAccount(actor: Actor, id: number): Promise<Account> {
  const account = await findAccount(actor, id);
  if (!account) throw notFound('Account');
  return account;
}

/** Addresses, each account's default first, then by name. */
export async function listAddresses(
  actor: Actor,
  { accountId, limit, cursor }: ListAddresses,
): Promise<AccountAddress[]> {
  authorize(actor, 'readAccounts');
  return rows<AccountAddress>(
    `select ${StoredAddress.columns(ADDRESS)} from account_addresses
     where ($accountId::integer is null or account_id = $accountId)
       and ($cursor::integer is null or (account_id, not is_default, lower(name), id) > (
         select account_id, not is_default, lower(name), id from account_addresses where id = $cursor))
     order by account_id, is_default desc, lower(name), id limit $limit`,
    { accountId: accountId ?? null, limit: limit ?? null, cursor: cursor ?? null },
  );
}

export async function findAddress(id: number): Promise<AccountAddress | null> {
  return StoredAddress.findRow(ADDRESS, { where: { id } });
}
