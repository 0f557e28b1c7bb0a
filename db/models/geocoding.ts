/** Answers of services about addresses and roads, and addresses that wait to be looked up. */
import {
  bigint,
  boolean,
  day,
  double,
  instant,
  integer,
  integers,
  key,
  nullable,
  oneOf,
  preset,
  table,
  text,
} from './table';

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
