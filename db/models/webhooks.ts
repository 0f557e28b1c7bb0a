import { boolean, identity, instant, integer, nullable, preset, someOf, table, text } from './table';

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
