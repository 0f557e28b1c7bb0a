import { row, rows } from 'db/connection';
import { likePattern } from 'db/like';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import type { AccountAddress, AccountName, ListAccounts, ListAddresses } from './schema';

/** Accounts by name; with a search, those whose name begins so, whatever the case. */
export async function listAccounts(actor: Actor, { search, limit }: ListAccounts): Promise<AccountName[]> {
  authorize(actor, 'readAccounts');
  return rows<AccountName>(
    `select id, name, account_type as "accountType" from accounts
     where lower(name) like $pattern order by lower(name) using ~<~, id limit $limit`,
    { pattern: `${likePattern((search ?? '').trim().toLowerCase())}%`, limit: limit ?? null },
  );
}

export async function findAccount(actor: Actor, id: number): Promise<AccountName | null> {
  authorize(actor, 'readAccounts');
  return row<AccountName>('select id, name, account_type as "accountType" from accounts where id = $id', {
    id,
  });
}

/** Addresses, each account's default first, then by name. */
export async function listAddresses(actor: Actor, { accountId }: ListAddresses): Promise<AccountAddress[]> {
  authorize(actor, 'readAccounts');
  return rows<AccountAddress>(
    `select id, account_id as "accountId", is_default as "isDefault", name, address, city, state, zip_code as "zipCode"
     from account_addresses where $accountId::integer is null or account_id = $accountId
     order by account_id, is_default desc, lower(name), id`,
    { accountId: accountId ?? null },
  );
}
