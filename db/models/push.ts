/** Notifications to browsers. */
import {
  bigint,
  boolean,
  bytes,
  identity,
  instant,
  integer,
  key,
  nullable,
  oneOf,
  preset,
  table,
  text,
} from './table';

export class PushKeys extends table('push_keys', {
  id: key(preset(boolean)),
  publicKey: text,
  privateKey: text,
  createdAt: preset(instant),
}) {}

export class PushSubscription extends table('push_subscriptions', {
  id: identity(integer),
  userId: integer,
  sessionHash: bytes,
  endpoint: text,
  publicKey: text,
  auth: text,
  createdAt: preset(instant),
  lastSuccessAt: nullable(instant),
}) {}

export class PushEvent extends table('push_events', {
  id: identity(bigint),
  userId: integer,
  kind: oneOf('urgent', 'new', 'changed', 'removed', 'failed', 'late', 'unassigned', 'test'),
  taskId: nullable(integer),
  createdAt: preset(instant),
}) {}

export class PushTold extends table('push_told', {
  kind: key(oneOf('late', 'unassigned')),
  taskId: key(integer),
}) {}
