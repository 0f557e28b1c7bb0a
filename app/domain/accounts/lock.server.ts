/** One at a time with an account and its addresses: the account's row is the lock. */
import { Account as StoredAccount } from 'db/models/places';
import { Transaction } from 'sequelize';
import { notFound } from '~/domain/errors';
import { ACCOUNT } from './queries.server';
import type { Account } from './schema';

/** Locks the account until the transaction ends. Tasks may go on referring to it meanwhile. */
export async function lockAccount(id: number): Promise<Account> {
  const found = await StoredAccount.findRow(ACCOUNT, {
    where: { id, deletedAt: null },
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  if (!found) throw notFound('Account');
  return found;
}

export type UpdateOptions = {
  /** The version the caller has seen; another one stored now refuses the change as `stale`. */
  expectedVersion?: number | undefined;
};
