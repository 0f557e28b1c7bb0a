/** Remembered answers, which make requests safe to repeat, and drafts of ended sessions. */
import { bytes, instant, integer, json, key, nullable, preset, randomKey, table, text } from './table';

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
