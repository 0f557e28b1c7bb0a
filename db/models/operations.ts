/** The settings of the settings page, and the backups that were made. */
import { bigint, identity, instant, integer, json, key, nullable, oneOf, preset, table, text } from './table';

export class Setting extends table('settings', {
  name: key(text),
  value: json<Record<string, unknown>>(),
  updatedAt: preset(instant),
}) {}

/** `nextTryAt` is the end of the lease while it is made, and null when it is over. `file` is the path of the last try. */
export class Backup extends table('backups', {
  id: identity(integer),
  dueAt: nullable(instant),
  askedBy: nullable(integer),
  state: preset(oneOf('waiting', 'running', 'done', 'failed')),
  attempts: preset(integer),
  nextTryAt: nullable(instant),
  file: nullable(text),
  bytes: nullable(bigint),
  error: nullable(text),
  createdAt: preset(instant),
  finishedAt: nullable(instant),
  removedAt: nullable(instant),
}) {}
