/** Users, and the ways in which they sign in. */
import {
  boolean,
  bytes,
  bigint,
  day,
  identity,
  instant,
  integer,
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

export class User extends table('users', {
  id: identity(integer),
  username: text,
  passwordHash: text,
  mustChangePassword: preset(boolean),
  isNew: preset(boolean),
  roles: someOf('admin', 'dispatcher', 'driver'),
  name: text,
  email: nullable(text),
  phone: nullable(text),
  dealerships: texts,
  theme: preset(oneOf('system', 'light', 'dark')),
  textSize: preset(oneOf('normal', 'large', 'larger')),
  timeZone: preset(text),
  boardView: preset(oneOf('counts', 'timeline')),
  language: nullable(text),
  sharesPosition: nullable(boolean),
  vehicle: preset(text),
  capacity: nullable(integer),
  skills: preset(texts),
  deactivatedAt: nullable(instant),
  anonymizedAt: nullable(instant),
  createdAt: preset(instant),
  updatedAt: preset(instant),
}) {}

export class Session extends table('sessions', {
  tokenHash: key(bytes),
  userId: integer,
  remember: boolean,
  createdAt: preset(instant),
  lastSeenAt: preset(instant),
  ip: nullable(text),
  userAgent: nullable(text),
}) {}

export class ApiToken extends table('api_tokens', {
  id: identity(integer),
  userId: integer,
  name: text,
  tokenHash: bytes,
  createdAt: preset(instant),
  expiresAt: nullable(instant),
  lastUsedAt: nullable(instant),
  revokedAt: nullable(instant),
}) {}

/** Acts of administrators. `targetName` is the name that the target had then. */
export class AdminEvent extends table('admin_events', {
  id: identity(bigint),
  actorId: nullable(integer),
  act: text,
  targetId: text,
  targetName: text,
  changes: json<Record<string, [unknown, unknown]>>(),
  createdAt: preset(instant),
}) {}

/** Codes that the set-up page accepts as long as there is no admin. */
export class SetupCode extends table('setup_codes', {
  codeHash: key(bytes),
  createdAt: preset(instant),
}) {}

export class SignInLink extends table('sign_in_links', {
  userId: key(integer),
  tokenHash: bytes,
  createdAt: preset(instant),
  expiresAt: instant,
}) {}

/**
 * The working hours of a driver on a day. Minutes since midnight on the network's clocks; an end past
 * midnight is more than a day.
 */
export class Shift extends table('shifts', {
  driverId: key(integer),
  day: key(day),
  starts: integer,
  ends: integer,
  breakMinutes: preset(integer),
  breakFrom: nullable(integer),
  startPlace: nullable(text),
  endPlace: nullable(text),
  version: preset(integer),
  changedBy: nullable(integer),
  changedAt: preset(instant),
}) {}
