/** One at a time with an account and its addresses: the account's row is the lock. */
import { row } from 'db/connection';
import { notFound } from '~/domain/errors';
import { ACCOUNT } from './queries.server';
import type { Account } from './schema';

/** Locks the account until the transaction ends. Tasks may go on referring to it meanwhile. */
export async function lockAccount(id: number): Promise<Account> {
  const found = await row<Account>(
    `select ${ACCOUNT} from accounts a where id = $id and deleted_at is null for no key update`,
    { id },
  );
  if (!found) throw notFound('Account');
  return found;
}

export type UpdateOptions = {
  /** The version the caller has seen; another one stored now refuses the change as `stale`. */
  expectedVersion?: number | undefined;
};
