/** Webhooks, notifications to browsers, and messages to customers. */
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
  randomKey,
  someOf,
  table,
  text,
  uuid,
} from './table';

export class Webhook extends table('webhooks', {
  id: identity(integer),
  url: text,
  secret: text,
  events: someOf(
    'task.created',
    'task.updated',
    'task.completed',
    'task.deleted',
    'stop.arrived',
    'eta.changed',
    'run.closed',
    'run.out',
    'run.done',
    'order.held',
  ),
  active: preset(boolean),
  note: nullable(text),
  failingSince: nullable(instant),
  createdAt: preset(instant),
  updatedAt: preset(instant),
}) {}

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
  language: preset(text),
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

export class Message extends table('messages', {
  id: randomKey,
  place: preset(bigint),
  contactId: integer,
  event: text,
  channel: oneOf('email', 'sms'),
  recipient: text,
  driverId: nullable(integer),
  stopKey: text,
  subject: nullable(text),
  body: nullable(text),
  state: preset(oneOf('waiting', 'sent', 'failed', 'unknown', 'skipped')),
  attempts: preset(integer),
  handedOverAt: nullable(instant),
  sentAt: nullable(instant),
  error: nullable(text),
  createdAt: preset(instant),
}) {}

export class MessageTask extends table('message_tasks', {
  taskId: key(integer),
  attempt: key(integer),
  event: key(text),
  channel: key(text),
  contactId: key(integer),
  messageId: uuid,
}) {}

export class StoppedNumber extends table('stopped_numbers', {
  phone: key(text),
  stoppedAt: preset(instant),
}) {}

export class CustomerReply extends table('customer_replies', {
  id: identity(integer),
  phone: text,
  body: text,
  sid: nullable(text),
  receivedAt: preset(instant),
}) {}
