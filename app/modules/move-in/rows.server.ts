/** Rows of each kind: reading one, finding out whether it is there already, and making it. */
import { createHash } from 'node:crypto';
import type * as z from 'zod/v4';
import { row } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { invalid } from '~/domain/kernel/errors';
import { parseInput } from '~/domain/kernel/parse-input.server';
import type { Action } from '~/domain/kernel/permissions';
import { untranslated } from '~/domain/kernel/sentence';
import { isAccountType } from '~/domain/network/accounts/fields';
import {
  COLUMN_NAMES,
  DEFAULT_TYPE,
  FIELDS as ACCOUNT_FIELDS,
  findColumns,
} from '~/domain/network/account-import/format';
import { judgeRow } from '~/domain/network/account-import/row';
import { findDealerships } from '~/domain/network/dealerships/dealerships.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { driversByName, shiftIn, writeRow } from '~/domain/network/shifts/import.server';
import { lockShifts } from '~/domain/network/shifts/store.server';
import { administer } from '~/domain/platform/audit/audit.server';
import { AddDriver } from '~/domain/network/users/schema';
import { insertWithoutPassword, noPassword } from '~/domain/network/users/sign-in-links.server';
import { SAME_USERNAME } from '~/domain/network/users/sign-in.server';
import { createTask } from '~/domain/tasks/lifecycle/commands.server';
import { findOrder, lockOrder } from '~/domain/tasks/lifecycle/create-defaults.server';
import type { CreateTask } from '~/domain/tasks/model/schema';
import { type Cell, cellOf, readingOf, type RowToMake } from './cells';
import { fieldsOf, type MoveInKind } from './fields';
import type { Options } from './schema';
import { readTask } from './task-rows.server';
import { readDay, readWord } from './values';

/** The permission to make rows of a kind. */
export const MAY_MAKE: Record<MoveInKind, Action> = {
  users: 'manageUsers',
  accounts: 'editAccounts',
  tasks: 'createTask',
  shifts: 'planShifts',
};

/** The facts that are needed to read rows. Names are looked up once for many rows. */
export type Reader = {
  actor: Actor;
  options: Options;
  zone: string;
  /** @throws invalid for a name that is not known. */
  driverOf: (name: string) => number | null;
  dealershipsOf: (names: string) => string[];
};

/** The answer that a name is no driver. */
export const NOBODY = '-';

export async function readerFor(actor: Actor, options: Options): Promise<Reader> {
  const idOf = await driversByName();
  const offered = (await findDealerships()).filter(({ retiredAt }) => !retiredAt).map(({ name }) => name);
  const meaningOf = (name: string) => options.answers[name.toLowerCase()] ?? name;
  const dealershipOf = (name: string) => {
    const meant = meaningOf(name).toLowerCase();
    const found = offered.find((each) => each.toLowerCase() === meant);
    if (found === undefined)
      throw invalid(untranslated('noSuchDealership', `There is no dealership called ${name}`));
    return found;
  };
  const isOffered = (name: string) => offered.some((each) => each.toLowerCase() === name.toLowerCase());
  return {
    actor,
    options,
    zone: businessZone(),
    driverOf: (name) => (meaningOf(name) === NOBODY ? null : idOf(meaningOf(name))),
    // A comma may be a part of a name.
    dealershipsOf: (names) =>
      (isOffered(names) || options.answers[names.toLowerCase()] ? [names] : names.split(/[;,|]/))
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map(dealershipOf),
  };
}

/** Values of an account in the order of `ACCOUNT_FIELDS`. */
const accountValues = (cell: Cell) =>
  ACCOUNT_FIELDS.map((field) =>
    field === 'address' ? [cell('address'), cell('address2')].filter(Boolean).join(', ') : cell(field),
  );

export const ACCOUNT_HEADER = ACCOUNT_FIELDS.map((field) => COLUMN_NAMES[field]);
const ACCOUNT_COLUMNS = findColumns(ACCOUNT_HEADER);

export const accountTypeIn = ({ otherwise }: Options) =>
  isAccountType(otherwise) ? otherwise : DEFAULT_TYPE;

/** @returns the values in the order of `ACCOUNT_HEADER`. @throws invalid */
export function readAccount(row: Pick<RowToMake, 'columns' | 'cells'>, options: Options): string[] {
  const values = accountValues(cellOf(row));
  const { error } = judgeRow(values, ACCOUNT_COLUMNS, accountTypeIn(options));
  if (error !== undefined) throw invalid(untranslated('rejectedRow', error));
  return values;
}

const SAME_ACCOUNT = `
  select 1 as one from account_addresses d join accounts a on a.id = d.account_id
  where place_key(d.address, d.city, d.state, d.zip_code) = place_key($address, $city, $state, $zipCode)
    and account_place_key(a.name, d.address, d.city, d.state, d.zip_code)
      = account_place_key($name, $address, $city, $state, $zipCode) limit 1`;

const isKnownAccount = async (values: string[], options: Options): Promise<boolean> => {
  const { account } = judgeRow(values, ACCOUNT_COLUMNS, accountTypeIn(options));
  if (!account) return false;
  const { name, address, city, state, zipCode } = account;
  return (await row(SAME_ACCOUNT, { name, address, city, state, zipCode })) !== null;
};

const ROLES = {
  driver: ['driver', 'worker', 'courier'],
  dispatcher: ['dispatcher', 'dispatch'],
  admin: ['admin', 'administrator', 'owner'],
};

type NewPerson = z.output<typeof AddDriver> & { roles: ('driver' | 'dispatcher')[] };

/** @throws invalid with all reasons. */
function readUser(row: RowToMake, { options, dealershipsOf }: Reader): NewPerson {
  const cell = cellOf(row);
  const { read, refuse, done } = readingOf('users', row.columns, cell);
  const usual = options.otherwise || 'driver';
  const role =
    cell('role') === '' ? usual : read('role', () => readWord(cell('role'), 'Role', ROLES), 'driver');
  if (role === 'admin') refuse('Admins are not made from a file. Add this one under User Management');
  const name = cell('name') || [cell('firstName'), cell('lastName')].filter(Boolean).join(' ');
  const username = cell('username');
  const dealerships = read('dealerships', () => dealershipsOf(cell('dealerships')), []);
  const given = {
    name,
    ...(username !== '' && { username }),
    email: cell('email'),
    phone: cell('phone'),
    dealerships,
  };
  const person = read(null, () => parseInput(AddDriver, given), null);
  done();
  if (person === null) throw new Error('A row without a person has no reason');
  return { ...person, roles: [role === 'dispatcher' ? 'dispatcher' : 'driver'] };
}

const SAME_PERSON = `
  select 1 as one from users where deactivated_at is null and (
    ($username::text is not null and ${SAME_USERNAME})
    or ($email <> '' and lower(email) = lower($email))
    or ($username::text is null and $email = '' and lower(name) = lower($name) and phone = $phone)) limit 1`;

const isKnownUser = async ({ name, username, email = '', phone = '' }: NewPerson) =>
  (await row(SAME_PERSON, { name, username: username ?? null, email, phone })) !== null;

/** The hash by which a row that made a task is known again: its order number, or else all its values. */
export function keyOf(kind: MoveInKind, row: RowToMake, reader: Reader): Buffer | null {
  if (kind !== 'tasks') return null;
  const cell = cellOf(row);
  const reference = cell('reference') || cell('orderAndInvoice');
  const { dates, day, otherwise } = reader.options;
  const values = Object.keys(fieldsOf(kind)).map((field) => [field, cell(field)]);
  const whole = reference === '' ? { values, dates, day, otherwise } : { reference };
  const at = reader.actor.dealerships[0] ?? '';
  return createHash('sha256')
    .update(JSON.stringify([at, whole]))
    .digest();
}

const MADE_BEFORE = 'select 1 as one from move_in_rows where key = $key';

async function isKnownTask({ external_ref }: CreateTask, key: Buffer | null, { actor }: Reader) {
  if (external_ref !== null && (await findOrder(actor, external_ref))) return true;
  return key !== null && (await row(MADE_BEFORE, { key })) !== null;
}

/** @throws invalid with all reasons. */
function readShift(row: RowToMake, { options, driverOf }: Reader) {
  const cell = cellOf(row);
  const { read, refuse, done } = readingOf('shifts', row.columns, cell);
  const driverId = read('driver', () => driverOf(cell('driver')), 0);
  if (driverId === null) refuse('A shift needs a driver');
  const day = read('date', () => readDay(cell('date'), 'Date', options), '');
  read(null, () => shiftIn(cell), null);
  done();
  return { at: { driverId: driverId ?? 0, day }, cell };
}

/** Reads a row without making it. @returns whether it is there already. @throws invalid with all reasons. */
export async function lookAtRow(kind: MoveInKind, row: RowToMake, reader: Reader): Promise<boolean> {
  if (kind === 'accounts') return isKnownAccount(readAccount(row, reader.options), reader.options);
  if (kind === 'users') return isKnownUser(readUser(row, reader));
  if (kind === 'tasks') return isKnownTask(readTask(row, reader), keyOf(kind, row, reader), reader);
  readShift(row, reader);
  return false;
}

/**
 * Does the slow part of making a row, before a transaction opens. @returns the rest, which says whether something was
 * made. Accounts are made many at once instead. @throws invalid with all reasons.
 */
export async function prepareRow(
  kind: Exclude<MoveInKind, 'accounts'>,
  row: RowToMake,
  reader: Reader,
): Promise<() => Promise<boolean>> {
  const { actor } = reader;
  if (kind === 'shifts') {
    const { at, cell } = readShift(row, reader);
    return async () => {
      await lockShifts();
      return writeRow(actor, at, cell);
    };
  }
  if (kind === 'users') {
    const person = readUser(row, reader);
    if (await isKnownUser(person)) return () => Promise.resolve(false);
    const passwordHash = await noPassword();
    return () =>
      administer(actor, async () => {
        if (await isKnownUser(person)) return false;
        await insertWithoutPassword(actor, { ...person, username: person.username }, passwordHash);
        return true;
      });
  }
  const input = readTask(row, reader);
  const key = keyOf(kind, row, reader);
  if (await isKnownTask(input, key, reader)) return () => Promise.resolve(false);
  const make = await createTask.prepare({ actor, input });
  return async () => {
    await lockOrder(input.external_ref ?? `row ${key?.toString('hex') ?? ''}`);
    if (await isKnownTask(input, key, reader)) return false;
    await make();
    return true;
  };
}

/** Columns whose names are looked up. */
export const NAMED: Record<MoveInKind, { field: string; about: 'driver' | 'dealership' } | null> = {
  users: { field: 'dealerships', about: 'dealership' },
  accounts: null,
  tasks: { field: 'driver', about: 'driver' },
  shifts: { field: 'driver', about: 'driver' },
};
