/** Tasks, their lists, signatures, history and archive. A task's attributes have the names of the API. */
import type { statuses } from '~/words/en/labels';
import {
  bigint,
  bigints,
  boolean,
  bytes,
  day,
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
  texts,
} from './table';

export class Task extends table('tasks', {
  id: identity(integer),
  type: oneOf('pickup', 'delivery', 'transfer'),
  location: text,
  address: text,
  invoice_number: text,
  part_numbers: text,
  ship_via: preset(text),
  notes: text,
  status: oneOf<keyof typeof statuses>(),
  priority: oneOf('normal', 'high', 'urgent'),
  need_by: nullable(instant),
  deliver_after: nullable(instant),
  deliver_by: nullable(instant),
  size: nullable(integer),
  service_minutes: nullable(integer),
  skills: preset(texts),
  driver_id: nullable(integer),
  completed_by_driver_id: nullable(integer),
  transfer_to_driver_id: nullable(integer),
  transfer_destination_location: nullable(text),
  transfer_destination_address: nullable(text),
  linked_task_id: nullable(integer),
  dealership: nullable(text),
  account_id: nullable(integer),
  /** The same for pickups; a trigger writes it. It goes with the next release. */
  destination_account_id: nullable(integer),
  external_ref: nullable(text),
  run_id: nullable(integer),
  /** With `hand`, rules leave the task where somebody has put it, also without a run. */
  run_rule: nullable(oneOf('hand', 'ship-via', 'account', 'zone', 'dealership', 'standing')),
  run_place: nullable(integer),
  promised_from: nullable(instant),
  promised_to: nullable(instant),
  latitude: nullable(text),
  longitude: nullable(text),
  geo_precision: nullable(text),
  order_index: nullable(integer),
  order_updated_at: nullable(instant),
  order_updated_by: nullable(integer),
  attempts: preset(integer),
  failure_reason: nullable(text),
  created_by: nullable(integer),
  created_at: preset(instant),
  completed_at: nullable(instant),
  last_modifier_id: nullable(integer),
  updated_at: preset(instant),
  archived: preset(boolean),
  version: preset(integer),
  seen_at: nullable(instant),
}) {}

export class TaskList extends table('task_lists', {
  ownerId: key(integer),
  version: preset(bigint),
}) {}

const signature = {
  taskId: key(integer),
  image: bytes,
  mediaType: text,
  signedBy: nullable(text),
  typed: boolean,
};
export class TaskSignature extends table('task_signatures', { ...signature, createdAt: preset(instant) }) {}
export class DeletedSignature extends table('deleted_signatures', {
  ...signature,
  createdAt: instant,
  deletedAt: preset(instant),
}) {}

const photo = {
  taskId: integer,
  position: integer,
  image: bytes,
  mediaType: text,
  createdBy: nullable(integer),
};
export class TaskPhoto extends table('task_photos', {
  id: identity(integer),
  ...photo,
  createdAt: preset(instant),
}) {}
export class DeletedPhoto extends table('deleted_photos', {
  id: key(integer),
  ...photo,
  createdAt: instant,
  deletedAt: preset(instant),
}) {}

export class ProofLink extends table('proof_links', {
  id: identity(integer),
  taskId: nullable(integer),
  accountId: nullable(integer),
  tokenHash: bytes,
  createdBy: nullable(integer),
  createdAt: preset(instant),
  expiresAt: nullable(instant),
  revokedAt: nullable(instant),
  openedAt: nullable(instant),
  contactId: nullable(integer),
  location: nullable(text),
  forAccount: nullable(integer),
}) {}

export class TaskEvent extends table('task_events', {
  id: identity(bigint),
  taskId: integer,
  actorId: nullable(integer),
  action: text,
  changes: json<Record<string, [unknown, unknown]>>(),
  version: nullable(integer),
  occurredAt: preset(instant),
  createdAt: preset(instant),
}) {}

/** `routes`: [[driver, ids before, ids after], …]. */
export class Undo extends table('undos', {
  id: randomKey,
  userId: integer,
  eventIds: bigints,
  routes: json<[driver: number, before: number[], after: number[]][]>(),
  runs: preset(json<object[]>()),
  createdAt: preset(instant),
  undoneAt: nullable(instant),
}) {}

export class DriverNotice extends table('driver_notices', {
  id: identity(bigint),
  driverId: integer,
  actorId: nullable(integer),
  kind: oneOf(
    'changed',
    'removed',
    'completed',
    'stopped',
    'ready',
    'urgent',
    'planned',
    'unplanned',
    'added',
  ),
  underWay: boolean,
  location: text,
  fields: json<Record<string, unknown>>(),
  createdAt: preset(instant),
  planId: nullable(integer),
  taskId: nullable(integer),
  change: nullable(json<Record<string, unknown>>()),
}) {}

export class TaskConcern extends table('task_concerns', {
  id: identity(integer),
  taskId: integer,
  kind: oneOf('customer-wrote', 'other-address'),
  said: text,
  address: nullable(text),
  createdAt: preset(instant),
  settledAt: nullable(instant),
  settledBy: nullable(integer),
}) {}

export class TaskArchiveSummary extends table('task_archive_summary', {
  date: key(day),
  taskCount: integer,
  driverCounts: json<Record<string, number>>(),
  updatedAt: preset(instant),
}) {}

export class ArchiveFigures extends table('archive_figures', {
  date: key(day),
  version: text,
  drivers: json<Record<string, unknown>>(),
}) {}

export class ArchiveClock extends table('archive_clock', {
  isOnly: key(preset(boolean)),
  timeZone: text,
}) {}
