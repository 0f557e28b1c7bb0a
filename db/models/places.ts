/** The places that parts come from and go to. */
import {
  bigint,
  boolean,
  bytes,
  day,
  decimal,
  double,
  identity,
  instant,
  integer,
  integers,
  json,
  key,
  nullable,
  oneOf,
  preset,
  someOf,
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
  instructions: preset(text),
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
  language: nullable(text),
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

/** Answers of services about addresses and roads, and addresses that wait to be looked up. */

export class Geocode extends table('geocodes', {
  addressKey: key(text),
  provider: text,
  latitude: nullable(double),
  longitude: nullable(double),
  precision: nullable(oneOf('rooftop', 'interpolated', 'street', 'postcode', 'city')),
  answeredAt: preset(instant),
  useUntil: instant,
}) {}

export class GeocodeQueue extends table('geocode_queue', {
  addressKey: key(text),
  address: text,
  wanted: preset(integer),
  attempts: preset(integer),
  nextTryAt: nullable(instant),
  asking: preset(boolean),
  lastError: nullable(text),
  createdAt: preset(instant),
}) {}

export class GeocodeGate extends table('geocode_gates', {
  provider: key(text),
  freeAt: instant,
}) {}

export class RoadPair extends table('road_pairs', {
  source: key(text),
  fromPlace: key(bigint),
  toPlace: key(bigint),
  seconds: nullable(integer),
  metres: nullable(integer),
  askedOn: preset(day),
}) {}

export class StreetCounty extends table('street_counties', {
  county: key(text),
  year: integer,
  ranges: integer,
  loadedAt: preset(instant),
}) {}

/** Rows have no key, because they are only replaced by county. */
export class StreetRange extends table('street_ranges', {
  county: key(text),
  name: key(text),
  zip: key(text),
  prefix: key(text),
  fromNumber: key(integer),
  toNumber: key(integer),
  parity: oneOf('O', 'E', 'B'),
  side: oneOf('L', 'R'),
  line: integers,
}) {}
