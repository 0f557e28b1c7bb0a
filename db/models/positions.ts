/** Positions of drivers while they had stops, and the devices that report them. */
import {
  bigint,
  boolean,
  bytes,
  double,
  identity,
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

export class Device extends table('devices', {
  id: identity(integer),
  userId: integer,
  kind: oneOf('owntracks', 'traccar', 'osmand'),
  name: text,
  tokenHash: bytes,
  createdAt: preset(instant),
  lastSeenAt: nullable(instant),
  battery: nullable(integer),
  revokedAt: nullable(instant),
}) {}

const place = { latitude: double, longitude: double, accuracy: nullable(double) };
const fix = { ...place, speed: nullable(double), battery: nullable(integer) };

/** `deviceId` is 0 for the driver's own page. */
export class Position extends table('positions', {
  driverId: key(integer),
  deviceId: key(integer),
  at: key(instant),
  ...fix,
}) {}

export class LastPosition extends table('last_positions', {
  driverId: key(integer),
  at: instant,
  ...fix,
  source: oneOf('page', 'owntracks', 'traccar', 'osmand'),
  heading: nullable(integer),
  stillSince: nullable(instant),
  stillLatitude: nullable(double),
  stillLongitude: nullable(double),
  driveAt: nullable(instant),
  driveTo: nullable(bigint),
  driveSeconds: nullable(double),
}) {}

/** The position of a driver's report, by the version of the task after it. */
export class TapPosition extends table('tap_positions', {
  taskId: key(integer),
  version: key(integer),
  ...place,
  at: instant,
  metres: nullable(double),
  createdAt: preset(instant),
}) {}

export class ArrivalPrediction extends table('arrival_predictions', {
  taskId: key(integer),
  ahead: key(integer),
  predictedAt: preset(instant),
  expectedAt: instant,
  earliestAt: instant,
  latestAt: instant,
  deviation: double,
  arrivedAt: nullable(instant),
}) {}

export class ArrivalRound extends table('arrival_rounds', {
  isOnly: key(preset(boolean)),
  begunAt: instant,
  roadsVersion: preset(bigint),
  roadsUntil: preset(instant),
}) {}

export class ToldArrival extends table('told_arrivals', { taskId: key(integer), expectedAt: instant }) {}

export class StopVisit extends table('stop_visits', {
  id: identity(bigint),
  driverId: integer,
  place: text,
  taskIds: integers,
  latitude: double,
  longitude: double,
  arrivedAt: instant,
  leftAt: nullable(instant),
}) {}
