/** Rows of each kind: reading one, finding out whether it is there already, and making it. */
import { createHash } from 'node:crypto';
import type * as z from 'zod/v4';
import { row } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { fromCsvCell } from '~/domain/kernel/csv';
import { invalid } from '~/domain/kernel/errors';
import { parseInput } from '~/domain/kernel/parse-input.server';
import type { Action } from '~/domain/kernel/permissions';
import { untranslated } from '~/domain/kernel/sentence';
import { formatAddress } from '~/domain/geography/address';
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
import { missingForType } from '~/domain/tasks/model/problems';
import { CreateTask } from '~/domain/tasks/model/schema';
import { fieldsOf, isSeveral, type MoveInKind } from './fields';
import type { Options } from './schema';
import { readCount, readDay, readMoment, readWord } from './values';

/** The permission to make rows of a kind. */
export const MAY_MAKE: Record<MoveInKind, Action> = {
  users: 'manageUsers',
  accounts: 'editAccounts',
  tasks: 'createTask',
  shifts: 'planShifts',
};

/** The value of a field in one row: in one line, without what makes a spreadsheet take it for a text. */
type Cell = (field: string) => string;

/** @param columns the field of each column. */
export const cellOf =
  (columns: string[], cells: string[]): Cell =>
  (field) =>
    columns
      .flatMap((each, index) => (each === field ? [clean(cells[index] ?? '')] : []))
      .filter(Boolean)
      .join(isSeveral(field) ? '\n' : ' ');

/** Formulas stay texts. Spreadsheets write a text that looks like a number as `="00123"`. */
function clean(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return fromCsvCell(/^="([^"]*)"$/.exec(line)?.[1] ?? line);
}

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
export function readAccount(cell: Cell, options: Options): string[] {
  const values = accountValues(cell);
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

/** @throws invalid */
function readUser(cell: Cell, { options, dealershipsOf }: Reader): NewPerson {
  const role = cell('role') === '' ? options.otherwise || 'driver' : readWord(cell('role'), 'Role', ROLES);
  if (role === 'admin')
    throw invalid(
      untranslated('adminsByHand', 'Admins are not made from a file. Add this one under User Management'),
    );
  const name = cell('name') || [cell('firstName'), cell('lastName')].filter(Boolean).join(' ');
  const username = cell('username');
  const person = parseInput(AddDriver, {
    name,
    ...(username !== '' && { username }),
    email: cell('email'),
    phone: cell('phone'),
    dealerships: cell('dealerships') === '' ? [] : dealershipsOf(cell('dealerships')),
  });
  return { ...person, roles: [role === 'dispatcher' ? 'dispatcher' : 'driver'] };
}

const SAME_PERSON = `
  select 1 as one from users where deactivated_at is null and (
    ($username::text is not null and ${SAME_USERNAME})
    or ($email <> '' and lower(email) = lower($email))
    or ($username::text is null and $email = '' and lower(name) = lower($name) and phone = $phone)) limit 1`;

const isKnownUser = async ({ name, username, email = '', phone = '' }: NewPerson) =>
  (await row(SAME_PERSON, { name, username: username ?? null, email, phone })) !== null;

const TYPES = {
  delivery: ['delivery', 'dropoff', 'drop', 'false', 'no', '0'],
  pickup: ['pickup', 'collection', 'collect', 'true', 'yes', '1'],
};
/** States of tasks in other programs. What is over is no work any more. */
const STATES = {
  open: [
    'open',
    'new',
    'pending',
    'unassigned',
    'assigned',
    'planned',
    'created',
    'ready',
    'scheduled',
    'inprogress',
    'active',
  ],
  over: [
    'completed',
    'complete',
    'done',
    'delivered',
    'succeeded',
    'success',
    'failed',
    'cancelled',
    'canceled',
    'true',
    'false',
    'attempted',
    'skipped',
  ],
};
const PRIORITIES = { normal: ['normal', 'low', 'standard'], high: ['high'], urgent: ['urgent', 'asap'] };

/** @throws invalid */
function readTask(cell: Cell, { options, zone, driverOf }: Reader): CreateTask {
  if (cell('status') !== '' && readWord(cell('status'), 'Status', STATES) === 'over')
    throw invalid(untranslated('taskIsOver', 'This task is over'));
  const reading = { ...options, zone };
  const day = cell('day') === '' ? null : readDay(cell('day'), 'Day', reading);
  const momentIn = (field: string, label: string) =>
    cell(field) === '' ? null : readMoment(cell(field), label, day, reading);
  const countIn = (field: string, label: string) =>
    cell(field) === '' ? null : readCount(cell(field), label);
  const number = cell('orderAndInvoice');
  const type = cell('type') === '' ? options.otherwise || 'delivery' : readWord(cell('type'), 'Type', TYPES);
  const { address, city, state, zipCode } = {
    address: [cell('address'), cell('address2')].filter(Boolean).join(', '),
    city: cell('city'),
    state: cell('state'),
    zipCode: cell('zipCode'),
  };
  const input = parseInput(CreateTask, {
    type,
    location: cell('location'),
    address: formatAddress({ address, city, state, zipCode }),
    invoice_number: type === 'delivery' ? cell('invoice_number') || number : '',
    part_numbers: type === 'pickup' ? cell('part_numbers') : '',
    ship_via: cell('ship_via'),
    notes: cell('notes'),
    priority: cell('priority') === '' ? 'normal' : readWord(cell('priority'), 'Priority', PRIORITIES),
    // A pickup has no times of its own.
    ...(type === 'delivery' && {
      deliver_after: momentIn('deliver_after', 'Deliver After'),
      deliver_by: momentIn('deliver_by', 'Deliver By'),
    }),
    service_minutes: countIn('service_minutes', 'Minutes at the Stop'),
    size: countIn('size', 'Size'),
    driver_id: cell('driver') === '' ? null : driverOf(cell('driver')),
    external_ref: cell('reference') || number || null,
  });
  const [problem] = Object.values(missingForType({ ...input, transfer_destination_location: null })).flat();
  if (problem !== undefined) throw invalid(untranslated('taskIncomplete', problem));
  return input;
}

/** The hash by which a row that made a task is known again: its order number, or else all its values. */
export function keyOf(kind: MoveInKind, columns: string[], cells: string[], reader: Reader): Buffer | null {
  if (kind !== 'tasks') return null;
  const cell = cellOf(columns, cells);
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

const shiftAt = (cell: Cell, { options, driverOf }: Reader) => {
  const driverId = driverOf(cell('driver'));
  if (driverId === null) throw invalid(untranslated('shiftWithoutDriver', 'A shift needs a driver'));
  return { driverId, day: readDay(cell('date'), 'Date', options) };
};

type RowToMake = { columns: string[]; cells: string[] };

/** Reads a row without making it. @returns whether it is there already. @throws invalid with the reason. */
export async function lookAtRow(kind: MoveInKind, { columns, cells }: RowToMake, reader: Reader) {
  const cell = cellOf(columns, cells);
  if (kind === 'accounts') return isKnownAccount(readAccount(cell, reader.options), reader.options);
  if (kind === 'users') return isKnownUser(readUser(cell, reader));
  if (kind === 'tasks')
    return isKnownTask(readTask(cell, reader), keyOf(kind, columns, cells, reader), reader);
  shiftAt(cell, reader);
  shiftIn(cell);
  return false;
}

/**
 * Does the slow part of making a row, before a transaction opens. @returns the rest, which says whether something was
 * made. Accounts are made many at once instead. @throws invalid with the reason.
 */
export async function prepareRow(
  kind: Exclude<MoveInKind, 'accounts'>,
  { columns, cells }: RowToMake,
  reader: Reader,
): Promise<() => Promise<boolean>> {
  const { actor } = reader;
  const cell = cellOf(columns, cells);
  if (kind === 'shifts') {
    const at = shiftAt(cell, reader);
    return async () => {
      await lockShifts();
      return writeRow(actor, at, cell);
    };
  }
  if (kind === 'users') {
    const person = readUser(cell, reader);
    if (await isKnownUser(person)) return () => Promise.resolve(false);
    const passwordHash = await noPassword();
    return () =>
      administer(actor, async () => {
        if (await isKnownUser(person)) return false;
        await insertWithoutPassword(actor, { ...person, username: person.username }, passwordHash);
        return true;
      });
  }
  const input = readTask(cell, reader);
  const key = keyOf(kind, columns, cells, reader);
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
