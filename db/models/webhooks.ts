import {
  bigint,
  boolean,
  identity,
  instant,
  integer,
  nullable,
  oneOf,
  preset,
  randomKey,
  someOf,
  table,
  text,
} from './table';

export class Webhook extends table('webhooks', {
  id: identity(integer),
  url: text,
  secret: text,
  events: someOf('task.created', 'task.updated', 'task.completed', 'stop.arrived', 'eta.changed'),
  active: preset(boolean),
  note: nullable(text),
  failingSince: nullable(instant),
  createdAt: preset(instant),
  updatedAt: preset(instant),
}) {}

export class WebhookDelivery extends table('webhook_deliveries', {
  id: randomKey,
  place: preset(bigint),
  webhookId: integer,
  event: oneOf('task.created', 'task.updated', 'task.completed', 'stop.arrived', 'eta.changed', 'test'),
  taskId: nullable(integer),
  body: text,
  state: preset(oneOf('waiting', 'delivered', 'failed')),
  attempts: preset(integer),
  nextTryAt: nullable(instant),
  triedAt: nullable(instant),
  status: nullable(integer),
  answer: nullable(text),
  error: nullable(text),
  createdAt: preset(instant),
}) {}
