/** Messages to customers about their deliveries. */
import {
  bigint,
  identity,
  instant,
  integer,
  key,
  nullable,
  oneOf,
  preset,
  randomKey,
  table,
  text,
  uuid,
} from './table';

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
