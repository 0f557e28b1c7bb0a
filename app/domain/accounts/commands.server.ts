/** What can be done to accounts. Every command: permission, lock, rule, write, record. */
import { row, transaction } from 'db/connection';
import { Account as StoredAccount, AccountAddress as StoredAddress } from 'db/models/places';
import { fn, literal } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { DomainError, invalid } from '~/domain/errors';
import { locateAddress } from '~/domain/geocoding/locate.server';
import { authorize } from '~/domain/permissions';
import { surroundingsChanged } from '~/domain/tasks/surroundings.server';
import { FIRST_ADDRESS_NAME, INVALID_ACCOUNT_ID } from './account';
import { formatAddress } from './address';
import { insertAddress } from './addresses.server';
import { lockAccount, type UpdateOptions } from './lock.server';
import { getAccount, listAddresses } from './queries.server';
import { changesBetween, changesSince, recordChange } from './record.server';
import type { Account, CreateAccount, UpdateAccount } from './schema';

const FIELDS = ['name', 'accountType', 'phone'] as const;
const CHANGED = { version: literal('version + 1'), updatedAt: fn('now') };

/** With a street address, that is its default address. */
export async function createAccount(actor: Actor, input: CreateAccount): Promise<Account> {
  authorize(actor, 'editAccounts');
  const { name, phone, accountType, ...street } = input;
  const located = street.address === '' ? null : await locateAddress(formatAddress(street));
  return transaction(async () => {
    const { id } = await StoredAccount.create({ name, phone, accountType }, { returning: ['id'] });
    const changes = changesBetween<Record<string, unknown>>({ name: '', phone: '' }, input, FIELDS);
    await recordChange(actor, { accountId: id, action: 'created', changes, version: 1 });
    if (located) {
      const first = { ...street, name: FIRST_ADDRESS_NAME, isDefault: true };
      await insertAddress(actor, id, first, located);
    }
    return getAccount(actor, id);
  });
}

export async function updateAccount(
  actor: Actor,
  id: number,
  input: UpdateAccount,
  { expectedVersion }: UpdateOptions = {},
): Promise<Account> {
  authorize(actor, 'editAccounts');
  if (input.id !== undefined && input.id !== id)
    throw invalid(INVALID_ACCOUNT_ID, { id: [INVALID_ACCOUNT_ID] });
  return transaction(async () => {
    const before = await lockAccount(id);
    if (expectedVersion !== undefined && expectedVersion !== before.version)
      throw await staleAccount(before, expectedVersion);
    const { name = before.name, phone = before.phone, accountType = before.accountType } = input;
    const changes = changesBetween(before, { ...before, name, phone, accountType }, FIELDS);
    if (Object.keys(changes).length === 0) return before;
    await StoredAccount.update({ name, phone, accountType, ...CHANGED }, { where: { id } });
    await recordChange(actor, { accountId: id, action: 'updated', changes, version: before.version + 1 });
    if (changes.name) await surroundingsChanged('everybody');
    return getAccount(actor, id);
  });
}

/** Its name stays with the tasks that it is the destination of. */
export async function deleteAccount(actor: Actor, id: number): Promise<{ id: number }> {
  authorize(actor, 'editAccounts');
  return transaction(async () => {
    const account = await lockAccount(id);
    const addresses = await listAddresses(actor, { accountId: id });
    await StoredAddress.destroy({ where: { accountId: id } });
    await StoredAccount.update({ deletedAt: fn('now'), ...CHANGED }, { where: { id } });
    const changes = changesBetween(account, { ...account, name: '', phone: '' }, FIELDS);
    if (addresses.length > 0) changes.addresses = [addresses, null];
    await recordChange(actor, { accountId: id, action: 'deleted', changes, version: account.version + 1 });
    await surroundingsChanged('dispatchers');
    return { id };
  });
}

export type TasksOf = { open: number; archived: number; /** Open ones at its addresses. */ there: number };

/**
 * How many tasks name the account as their destination, open ones and those in the archive; and how many open ones beside
 * those are at one of its addresses, however that is spelled.
 */
export async function countTasksOf(actor: Actor, accountId: number): Promise<TasksOf> {
  authorize(actor, 'readAccounts');
  const counts = await row<TasksOf>(
    `select count(*) filter (where not archived)::integer as open, count(*) filter (where archived)::integer as archived,
       (select count(*)::integer from tasks
        where not archived and destination_account_id is distinct from $accountId and address_key(address) in (
          select address_key(address_line(address, city, state, zip_code)) from account_addresses
          where account_id = $accountId)) as there
     from tasks where destination_account_id = $accountId`,
    { accountId },
  );
  return counts ?? { open: 0, archived: 0, there: 0 };
}

async function staleAccount(current: Account, seen: number): Promise<DomainError> {
  const changes = await changesSince(current.id, null, seen);
  const by = changes.at(-1)?.by ?? 'Somebody';
  return new DomainError('stale', `${by} has changed this account in the meantime`, { current, changes });
}
