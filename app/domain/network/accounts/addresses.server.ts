/**
 * Changes the addresses of an account. The account is locked first, so that exactly one of them is the
 * default.
 */
import { transaction } from 'db/connection';
import { AccountAddress as StoredAddress } from 'db/models/places';
import { col, fn, Op } from 'sequelize';
import type { Actor } from '~/domain/kernel/actor';
import { Deleted } from '~/domain/kernel/schema';
import { command, preparedCommand } from '~/domain/kernel/command.server';
import { conflict, DomainError, fieldRefusal } from '~/domain/kernel/errors';
import { blankOf, valuesOf, withChanges } from '~/domain/kernel/field-table';
import { enqueueLookup } from '~/domain/geography/geocoding/queue.server';
import { locateAddress } from '~/domain/geography/geocoding/locate.server';
import { invalidateLists } from '~/domain/platform/sync/pages.server';
import { changesBetween, changesSince, recordChange } from './activity.server';
import { INVALID_ACCOUNT_ID, ONLY_ADDRESS } from './address';
import { formatAddress } from '~/domain/geography/address';
import {
  type AccountAddress,
  AddAddress,
  AddressAnswer,
  atAccount,
  atAddress,
  UpdateAddress,
} from './schema';
import { ADDRESS_FIELDS } from './fields';
import { lockAccount, requireAddress } from './queries.server';
import { untranslated } from '~/domain/kernel/sentence';

type Located = Awaited<ReturnType<typeof locateAddress>>;

export const addAddress = preparedCommand(
  {
    summary: 'Adds an address',
    about: 'The first address of an account is its default.',
    may: 'editAccounts',
    at: atAccount,
    input: AddAddress,
    answer: AddressAnswer,
    creates: true,
  },
  async ({ accountId, input }) => {
    refuseOther(accountId, input.accountId);
    return locateAddress(formatAddress(input));
  },
  ({ actor, accountId, input }, located) =>
    transaction(async () => {
      await lockAccount(accountId);
      return insertAddress(actor, accountId, input, located);
    }),
);

/** Adds an address to an account that is locked or new. */
export async function insertAddress(
  actor: Actor,
  accountId: number,
  input: Omit<AddAddress, 'accountId'>,
  { latitude, longitude, precision, pending }: Located,
): Promise<AccountAddress> {
  const isDefault = input.isDefault || !(await hasAddress(accountId));
  if (isDefault) await dropDefault(accountId);
  const address = valuesOf(ADDRESS_FIELDS, input);
  const { id } = await StoredAddress.create(
    { ...address, accountId, isDefault, latitude, longitude, geoPrecision: precision },
    { returning: ['id'] },
  );
  const changes = changesBetween(ADDRESS_FIELDS, blankOf(ADDRESS_FIELDS), address);
  await recordChange(actor, { accountId, addressId: id, action: 'created', changes, version: 1 });
  await invalidateLists('dispatchers');
  if (pending) await enqueueLookup(formatAddress(input));
  return requireAddress(id);
}

/** @throws conflict when no address would be the default: make another one the default instead. */
export const updateAddress = preparedCommand(
  {
    summary: 'Changes an address',
    about:
      'Any subset of the fields. A changed address is looked up again; so is an unchanged one sent with `latitude: null, longitude: null`.',
    may: 'editAccounts',
    at: atAddress,
    input: UpdateAddress,
    answer: AddressAnswer,
    guarded: true,
  },
  async ({ addressId, input }) => {
    const seen = await requireAddress(addressId);
    refuseOther(seen.accountId, input.accountId);
    const isAnew = input.latitude === null || input.longitude === null;
    const line = formatAddress(withChanges(ADDRESS_FIELDS, seen, input));
    const located = isAnew || line !== formatAddress(seen) ? await locateAddress(line, addressId) : null;
    return { line, located };
  },
  ({ actor, addressId: id, input, expectedVersion }, { line, located }) =>
    transaction(async () => {
      const before = await lockAddress(id);
      if (expectedVersion !== undefined && expectedVersion !== before.version)
        throw await staleAddress(before, expectedVersion);
      if (before.isDefault && input.isDefault === false)
        throw conflict(untranslated('defaultAddressNeeded', NEEDS_DEFAULT));
      const after = withChanges(ADDRESS_FIELDS, before, input);
      await save(actor, before, after, placeOf(before, after, line, located));
      if (input.isDefault && !before.isDefault) await moveDefault(actor, before);
      return requireAddress(id);
    }),
);

const NEEDS_DEFAULT = 'An account needs a default address. Set another address as default instead';

/** When the default is deleted, the first address by name becomes the default. */
export const deleteAddress = command(
  {
    summary: 'Deletes an address',
    about: "The only address of an account can't be deleted: 409.",
    may: 'editAccounts',
    at: atAddress,
    answer: Deleted,
  },
  ({ actor, addressId: id }) =>
    transaction(async () => {
      const address = await lockAddress(id);
      const { accountId } = address;
      const heir = await StoredAddress.findRow(['id'], {
        where: { accountId, id: { [Op.ne]: id } },
        order: [['isDefault', 'desc'], fn('lower', col('name')), 'id'],
      });
      if (!heir) throw conflict(untranslated('onlyAddress', ONLY_ADDRESS));
      await StoredAddress.destroy({ where: { id } });
      await recordChange(actor, {
        accountId,
        addressId: id,
        action: 'deleted',
        version: address.version + 1,
        changes: changesBetween(ADDRESS_FIELDS, address, blankOf(ADDRESS_FIELDS)),
      });
      if (address.isDefault) await moveDefault(actor, { id: heir.id, accountId });
      await invalidateLists('dispatchers');
      return { id };
    }),
);

/** When the address is the default already, nothing changes and no event is recorded. */
export const setDefaultAddress = command(
  {
    summary: 'Makes an address the default of its account',
    may: 'editAccounts',
    at: atAddress,
    answer: AddressAnswer,
  },
  ({ actor, addressId: id }) =>
    transaction(async () => {
      const address = await lockAddress(id);
      if (!address.isDefault) await moveDefault(actor, address);
      return requireAddress(id);
    }),
);

/** Locks the account before it reads the address, which may change until then. */
async function lockAddress(id: number): Promise<AccountAddress> {
  const { accountId } = await requireAddress(id);
  await lockAccount(accountId);
  return requireAddress(id);
}

const hasAddress = (accountId: number) => StoredAddress.exists({ accountId });

const dropDefault = (accountId: number) =>
  StoredAddress.update({ isDefault: false }, { where: { accountId, isDefault: true } });

async function moveDefault(
  actor: Actor,
  { id, accountId }: { id: number; accountId: number },
): Promise<void> {
  await dropDefault(accountId);
  await StoredAddress.update({ isDefault: true }, { where: { id } });
  await recordChange(actor, { accountId, addressId: id, action: 'made-default', changes: {} });
  await invalidateLists('dispatchers');
}

/**
 * Returns null when the place stays as it is. Somebody may have changed the address while it was looked up.
 */
function placeOf(
  before: AccountAddress,
  after: AccountAddress,
  line: string,
  located: Located | null,
): Located | null {
  if (formatAddress(after) === line) return located;
  const isMoved = formatAddress(after) !== formatAddress(before);
  return isMoved || located ? { latitude: null, longitude: null, precision: null, pending: true } : null;
}

async function save(
  actor: Actor,
  before: AccountAddress,
  after: AccountAddress,
  place: Located | null,
): Promise<void> {
  const changes = changesBetween(ADDRESS_FIELDS, before, after);
  const isOnlyMoved = Object.keys(changes).length === 0;
  if (isOnlyMoved && !place) return;
  // A new place alone does not raise the version, so that nobody who is editing gets a conflict.
  const version = isOnlyMoved ? before.version : before.version + 1;
  const { id, accountId } = after;
  const { latitude, longitude, precision } = place ?? { ...before, precision: before.geoPrecision };
  await StoredAddress.update(
    {
      ...valuesOf(ADDRESS_FIELDS, after),
      latitude,
      longitude,
      geoPrecision: precision,
      version,
      updatedAt: fn('now'),
    },
    { where: { id } },
  );
  const action = isOnlyMoved ? 'located' : 'updated';
  await recordChange(actor, { accountId, addressId: id, action, changes, version });
  await invalidateLists('dispatchers');
  if (place?.pending) await enqueueLookup(formatAddress(after));
}

function refuseOther(accountId: number, given: number | undefined): void {
  if (given !== undefined && given !== accountId)
    throw fieldRefusal('accountId', untranslated('invalidAccountId', INVALID_ACCOUNT_ID));
}

async function staleAddress(current: AccountAddress, seen: number): Promise<DomainError> {
  const changes = await changesSince(current.accountId, current.id, seen);
  const by = changes.at(-1)?.by ?? 'Someone';
  return new DomainError(
    'stale',
    untranslated('addressChanged', `${by} has changed this address in the meantime`),
    { current, changes },
  );
}
