/** What can be done to the addresses of an account. The account's lock comes first, so that one of them stays the default. */
import { transaction } from 'db/connection';
import { AccountAddress as StoredAddress } from 'db/models/places';
import { col, fn, Op } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { conflict, DomainError, invalid, notFound } from '~/domain/errors';
import { enqueueLookup } from '~/domain/geocoding/claims.server';
import { locateAddress } from '~/domain/geocoding/locate.server';
import { authorize } from '~/domain/permissions';
import { surroundingsChanged } from '~/domain/tasks/surroundings.server';
import { INVALID_ACCOUNT_ID, ONLY_ADDRESS } from './account';
import { formatAddress } from './address';
import { lockAccount, type UpdateOptions } from './lock.server';
import { findAddress } from './queries.server';
import { changesBetween, changesSince, recordChange } from './record.server';
import type { AccountAddress, AddAddress, UpdateAddress } from './schema';

type Located = Awaited<ReturnType<typeof locateAddress>>;

const FIELDS = ['name', 'address', 'city', 'state', 'zipCode'] as const;

/** The first address of an account is its default, whatever is asked for. */
export async function addAddress(
  actor: Actor,
  accountId: number,
  input: AddAddress,
): Promise<AccountAddress> {
  authorize(actor, 'editAccounts');
  refuseOther(accountId, input.accountId);
  const located = await locateAddress(formatAddress(input));
  return transaction(async () => {
    await lockAccount(accountId);
    return insertAddress(actor, accountId, input, located);
  });
}

/** Adds it to an account that is locked, or new. */
export async function insertAddress(
  actor: Actor,
  accountId: number,
  input: Omit<AddAddress, 'accountId'>,
  { latitude, longitude, precision, pending }: Located,
): Promise<AccountAddress> {
  const isDefault = input.isDefault || !(await hasAddress(accountId));
  if (isDefault) await dropDefault(accountId);
  const { name, address, city, state, zipCode } = input;
  const { id } = await StoredAddress.create(
    {
      ...{ accountId, name, address, city, state, zipCode, isDefault, latitude, longitude },
      geoPrecision: precision,
    },
    { returning: ['id'] },
  );
  const blank = { name: '', address: '', city: '', state: '', zipCode: '' };
  const changes = changesBetween(blank, input, FIELDS);
  await recordChange(actor, { accountId, addressId: id, action: 'created', changes, version: 1 });
  await surroundingsChanged('dispatchers');
  if (pending) await enqueueLookup(formatAddress(input));
  return stored(id);
}

/**
 * Changes what is given. Another street is looked up, and so is the same one when its coordinates are set to null.
 * @throws conflict when the default address is to be none: another one has to become it.
 */
export async function updateAddress(
  actor: Actor,
  id: number,
  input: UpdateAddress,
  { expectedVersion }: UpdateOptions = {},
): Promise<AccountAddress> {
  authorize(actor, 'editAccounts');
  const seen = await stored(id);
  refuseOther(seen.accountId, input.accountId);
  const isAnew = input.latitude === null || input.longitude === null;
  const line = formatAddress(merged(seen, input));
  const located = isAnew || line !== formatAddress(seen) ? await locateAddress(line, id) : null;
  return transaction(async () => {
    const before = await lockAddress(id);
    if (expectedVersion !== undefined && expectedVersion !== before.version)
      throw await staleAddress(before, expectedVersion);
    if (before.isDefault && input.isDefault === false) throw conflict(NEEDS_DEFAULT);
    const after = merged(before, input);
    const place = placeOf(before, after, line, located);
    await save(actor, before, after, place);
    if (input.isDefault && !before.isDefault) await moveDefault(actor, before);
    return stored(id);
  });
}

const NEEDS_DEFAULT = 'An account needs a default address. Set another address as default instead';

/** The last one stays; the default hands over to the first by name. */
export async function deleteAddress(actor: Actor, id: number): Promise<{ id: number }> {
  authorize(actor, 'editAccounts');
  return transaction(async () => {
    const address = await lockAddress(id);
    const { accountId } = address;
    const heir = await StoredAddress.findRow(['id'], {
      where: { accountId, id: { [Op.ne]: id } },
      order: [['isDefault', 'desc'], fn('lower', col('name')), 'id'],
    });
    if (!heir) throw conflict(ONLY_ADDRESS);
    await StoredAddress.destroy({ where: { id } });
    const blank = { ...address, name: '', address: '', city: '', state: '', zipCode: '' };
    await recordChange(actor, {
      ...{ accountId, addressId: id, action: 'deleted', version: address.version + 1 },
      changes: changesBetween(address, blank, FIELDS),
    });
    if (address.isDefault) await moveDefault(actor, { id: heir.id, accountId });
    await surroundingsChanged('dispatchers');
    return { id };
  });
}

/** Setting what is set already is no error, and no event. */
export async function setDefaultAddress(actor: Actor, id: number): Promise<AccountAddress> {
  authorize(actor, 'editAccounts');
  return transaction(async () => {
    const address = await lockAddress(id);
    if (!address.isDefault) await moveDefault(actor, address);
    return stored(id);
  });
}

/** Locks the account before the address is read: what it was before that may have changed since. */
async function lockAddress(id: number): Promise<AccountAddress> {
  const { accountId } = await stored(id);
  await lockAccount(accountId);
  return stored(id);
}

async function stored(id: number): Promise<AccountAddress> {
  const address = await findAddress(id);
  if (!address) throw notFound('Address');
  return address;
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
  await surroundingsChanged('dispatchers');
}

function merged(address: AccountAddress, input: UpdateAddress): AccountAddress {
  const given = FIELDS.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]]));
  return { ...address, ...(Object.fromEntries(given) as Partial<AccountAddress>) };
}

/** Null when it stays where it is. What was looked up may no longer be the address. */
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
  const changes = changesBetween(before, after, FIELDS);
  const isOnlyMoved = Object.keys(changes).length === 0;
  if (isOnlyMoved && !place) return;
  // A place takes nothing from what somebody is typing.
  const version = isOnlyMoved ? before.version : before.version + 1;
  const { id, accountId, name, address, city, state, zipCode } = after;
  const {
    latitude,
    longitude,
    precision: geoPrecision,
  } = place ?? { ...before, precision: before.geoPrecision };
  await StoredAddress.update(
    {
      ...{ name, address, city, state, zipCode, latitude, longitude, geoPrecision, version },
      updatedAt: fn('now'),
    },
    { where: { id } },
  );
  const action = isOnlyMoved ? 'located' : 'updated';
  await recordChange(actor, { accountId, addressId: id, action, changes, version });
  await surroundingsChanged('dispatchers');
  if (place?.pending) await enqueueLookup(formatAddress(after));
}

function refuseOther(accountId: number, given: number | undefined): void {
  if (given !== undefined && given !== accountId)
    throw invalid(INVALID_ACCOUNT_ID, { accountId: [INVALID_ACCOUNT_ID] });
}

async function staleAddress(current: AccountAddress, seen: number): Promise<DomainError> {
  const changes = await changesSince(current.accountId, current.id, seen);
  const by = changes.at(-1)?.by ?? 'Somebody';
  return new DomainError('stale', `${by} has changed this address in the meantime`, { current, changes });
}
