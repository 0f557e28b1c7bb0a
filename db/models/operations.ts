/** Settings, backups, plans, background work, remembered answers and drafts. */
import {
  bigint,
  boolean,
  bytes,
  double,
  identity,
  instant,
  integer,
  json,
  key,
  nullable,
  oneOf,
  preset,
  randomKey,
  table,
  text,
  uuid,
} from './table';

export class Setting extends table('settings', {
  name: key(text),
  value: json<Record<string, unknown>>(),
  updatedAt: preset(instant),
}) {}

/**
 * `nextTryAt` is the end of the lease while the backup is made, and null when it is over. `file` is the path
 * of the last try.
 */
export class Backup extends table('backups', {
  id: identity(integer),
  dueAt: nullable(instant),
  askedBy: nullable(integer),
  state: preset(oneOf('waiting', 'running', 'done', 'failed')),
  attempts: preset(integer),
  /** From 0 to 1, while it is made. */
  progress: preset(double),
  nextTryAt: nullable(instant),
  file: nullable(text),
  bytes: nullable(bigint),
  error: nullable(text),
  createdAt: preset(instant),
  finishedAt: nullable(instant),
  removedAt: nullable(instant),
}) {}

/**
 * `request` and `result` have the form of the API; `aliveAt` is written by instances of the version before.
 */
export class Plan extends table('plans', {
  id: identity(integer),
  madeBy: nullable(integer),
  status: preset(oneOf('waiting', 'running', 'done', 'failed')),
  request: json<Record<string, unknown>>(),
  progress: preset(double),
  stopped: preset(boolean),
  aliveAt: preset(instant),
  result: nullable(json<Record<string, unknown>>()),
  applied: nullable(json<Record<string, unknown>>()),
  appliedBy: nullable(integer),
  undoId: nullable(uuid),
  undoneAt: nullable(instant),
  takenBack: nullable(json<object>()),
  createdAt: preset(instant),
}) {}

export class ServiceOutage extends table('service_outages', {
  service: key(text),
  error: text,
  since: preset(instant),
  failedAt: preset(instant),
}) {}

/** Background work of all kinds. `runAt` is the end of the lease while it runs, and null when it is over. */
export class Job extends table('jobs', {
  id: identity(bigint),
  kind: text,
  subject: text,
  lane: preset(text),
  chain: nullable(text),
  payload: preset(json<Record<string, unknown>>()),
  state: preset(oneOf('waiting', 'running', 'done', 'failed')),
  attempts: preset(integer),
  runAt: nullable(instant),
  holder: nullable(uuid),
  progress: preset(double),
  stopped: preset(boolean),
  result: nullable(json<Record<string, unknown>>()),
  error: nullable(text),
  triedAt: nullable(instant),
  createdAt: preset(instant),
  endedAt: nullable(instant),
}) {}

/** Remembered answers, which make requests safe to repeat, and drafts of ended sessions. */

export class IdempotencyKey extends table('idempotency_keys', {
  userId: key(integer),
  key: key(text),
  requestHash: bytes,
  status: nullable(integer),
  response: nullable(json<unknown>()),
  createdAt: preset(instant),
}) {}

export class Draft extends table('drafts', {
  id: randomKey,
  userId: integer,
  path: text,
  fields: json<Record<string, string[]>>(),
  createdAt: preset(instant),
}) {}
