/** The places that parts come from and go to. */
import {
  boolean,
  bytes,
  day,
  decimal,
  identity,
  instant,
  integer,
  json,
  key,
  nullable,
  oneOf,
  preset,
  someOf,
  bigint,
  table,
  text,
  texts,
} from './table';

const place = {
  latitude: nullable(decimal(10, 8)),
  longitude: nullable(decimal(11, 8)),
  geoPrecision: nullable(oneOf('exact', 'interpolated', 'street', 'approximate', 'doubtful', 'manual')),
};
const accountType = oneOf('vendor', 'shop', 'dealership');

export class Dealership extends table('dealerships', {
  name: key(text),
  retiredAt: nullable(instant),
  createdAt: preset(instant),
}) {}

export class DealershipLocation extends table('dealership_locations', {
  name: key(text),
  fullname: text,
  address: text,
  city: text,
  state: text,
  zipCode: text,
  ...place,
  createdAt: preset(instant),
}) {}

export class Account extends table('accounts', {
  id: identity(integer),
  name: text,
  phone: text,
  accountType,
  deliverBy: preset(text),
  version: preset(integer),
  deletedAt: nullable(instant),
  createdAt: preset(instant),
  updatedAt: preset(instant),
}) {}

export class AccountAddress extends table('account_addresses', {
  id: identity(integer),
  accountId: integer,
  name: text,
  address: text,
  city: text,
  state: text,
  zipCode: text,
  isDefault: boolean,
  ...place,
  version: preset(integer),
  createdAt: preset(instant),
  updatedAt: preset(instant),
}) {}

export class AccountContact extends table('account_contacts', {
  id: identity(integer),
  accountId: integer,
  name: text,
  email: preset(text),
  phone: preset(text),
  channels: preset(someOf('email', 'sms')),
  consentOn: nullable(day),
  consentSource: preset(text),
  version: preset(integer),
  createdAt: preset(instant),
  updatedAt: preset(instant),
}) {}

export class AccountEvent extends table('account_events', {
  id: identity(bigint),
  accountId: integer,
  addressId: nullable(integer),
  actorId: nullable(integer),
  action: text,
  changes: json<Record<string, [unknown, unknown]>>(),
  version: nullable(integer),
  createdAt: preset(instant),
}) {}

export class AccountImport extends table('account_imports', {
  id: identity(integer),
  ownerId: integer,
  fileName: text,
  state: preset(oneOf('waiting', 'running', 'done', 'failed')),
  file: nullable(bytes),
  delimiter: oneOf(',', ';', '\t'),
  header: texts,
  lineCount: integer,
  linesDone: preset(integer),
  attempts: preset(integer),
  imported: preset(integer),
  skipped: preset(integer),
  rejected: preset(integer),
  error: nullable(text),
  accountType,
  createdAt: preset(instant),
  finishedAt: nullable(instant),
}) {}

export class AccountImportReject extends table('account_import_rejects', {
  importId: key(integer),
  line: key(integer),
  error: text,
  cells: texts,
}) {}
