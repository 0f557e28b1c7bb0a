/** Changes accounts. Every command locks, checks its rule, writes, and records. */
import { transaction } from 'db/connection';
import { AccountContact, Account as StoredAccount, AccountAddress as StoredAddress } from 'db/models/places';
import { fn, literal } from 'sequelize';
import { Deleted } from '~/domain/kernel/schema';
import { command, preparedCommand } from '~/domain/kernel/command.server';
import { DomainError, fieldRefusal } from '~/domain/kernel/errors';
import { blankOf, valuesOf, withChanges } from '~/domain/kernel/field-table';
import { locateAddress } from '~/domain/geography/geocoding/locate.server';
import { invalidateLists } from '~/domain/platform/sync/pages.server';
import { changesBetween, changesSince, recordChange } from './activity.server';
import { FIRST_ADDRESS_NAME, INVALID_ACCOUNT_ID } from './address';
import { formatAddress } from '~/domain/geography/address';
import { insertAddress } from './addresses.server';
import { type Account, AccountAnswer, atAccount, CreateAccount, UpdateAccount } from './schema';
import { ACCOUNT_FIELDS } from './fields';
import { leaveDeleted, linkTasks } from './of-tasks.server';
import { findAddresses, lockAccount, requireAccount } from './queries.server';
import { untranslated } from '~/domain/kernel/sentence';

const CHANGED = { version: literal('version + 1'), updatedAt: fn('now') };

export const createAccount = preparedCommand(
  {
    summary: 'Creates an account',
    about: "The street address, if given, becomes the account's default address.",
    may: 'editAccounts',
    input: CreateAccount,
    answer: AccountAnswer,
    creates: true,
  },
  async ({ input }) => (input.address === '' ? null : locateAddress(formatAddress(input))),
  ({ actor, input }, located) =>
    transaction(async () => {
      const account = valuesOf(ACCOUNT_FIELDS, input);
      const { id } = await StoredAccount.create(account, { returning: ['id'] });
      const changes = changesBetween(ACCOUNT_FIELDS, blankOf(ACCOUNT_FIELDS), account);
      await recordChange(actor, { accountId: id, action: 'created', changes, version: 1 });
      if (located) {
        const first = { ...input, name: FIRST_ADDRESS_NAME, isDefault: true };
        await insertAddress(actor, id, first, located);
      }
      await linkTasks([account.name]);
      return requireAccount(id);
    }),
);

export const updateAccount = command(
  {
    summary: 'Changes an account',
    about:
      'Any of `name`, `phone`, `accountType`, `deliverBy` (a time of day such as 16:00, by which new deliveries are due).',
    may: 'editAccounts',
    at: atAccount,
    input: UpdateAccount,
    answer: AccountAnswer,
    guarded: true,
  },
  ({ actor, accountId: id, input, expectedVersion }) => {
    if (input.id !== undefined && input.id !== id)
      throw fieldRefusal('id', untranslated('invalidAccountId', INVALID_ACCOUNT_ID));
    return transaction(async () => {
      const before = await lockAccount(id);
      if (expectedVersion !== undefined && expectedVersion !== before.version)
        throw await staleAccount(before, expectedVersion);
      const after = withChanges(ACCOUNT_FIELDS, before, input);
      const changes = changesBetween(ACCOUNT_FIELDS, before, after);
      if (Object.keys(changes).length === 0) return before;
      await StoredAccount.update({ ...valuesOf(ACCOUNT_FIELDS, after), ...CHANGED }, { where: { id } });
      await recordChange(actor, { accountId: id, action: 'updated', changes, version: before.version + 1 });
      if (changes.name) {
        await linkTasks([before.name, after.name]);
        await invalidateLists('everybody');
      }
      return requireAccount(id);
    });
  },
);

export const deleteAccount = command(
  {
    summary: 'Deletes an account',
    about: 'Its addresses and contacts are deleted too; tasks keep its name.',
    may: 'editAccounts',
    at: atAccount,
    answer: Deleted,
  },
  ({ actor, accountId: id }) =>
    transaction(async () => {
      const account = await lockAccount(id);
      const addresses = await findAddresses({ accountId: id });
      await StoredAddress.destroy({ where: { accountId: id } });
      await AccountContact.destroy({ where: { accountId: id } });
      await StoredAccount.update({ deletedAt: fn('now'), ...CHANGED }, { where: { id } });
      await leaveDeleted(id);
      await linkTasks([account.name]);
      const changes = changesBetween(ACCOUNT_FIELDS, account, { ...account, ...blankOf(ACCOUNT_FIELDS) });
      if (addresses.length > 0) changes.addresses = [addresses, null];
      await recordChange(actor, { accountId: id, action: 'deleted', changes, version: account.version + 1 });
      await invalidateLists('dispatchers');
      return { id };
    }),
);

async function staleAccount(current: Account, seen: number): Promise<DomainError> {
  const changes = await changesSince(current.id, null, seen);
  const by = changes.at(-1)?.by ?? 'Someone';
  return new DomainError(
    'stale',
    untranslated('accountChanged', `${by} has changed this account in the meantime`),
    { current, changes },
  );
}
