/** Documents and files of other systems. */
import {
  boolean,
  bytes,
  identity,
  instant,
  integer,
  json,
  key,
  nullable,
  oneOf,
  preset,
  table,
  text,
  texts,
} from './table';

export class IntakeSource extends table('intake_sources', {
  id: identity(integer),
  name: text,
  userId: integer,
  dealership: nullable(text),
  isOn: preset(boolean),
  kind: preset(oneOf('api', 'port', 'folder', 'mail')),
  settings: preset(json<object>()),
  secret: nullable(bytes),
  lastAt: nullable(instant),
  lastError: nullable(text),
  lastErrorAt: nullable(instant),
  failingSince: nullable(instant),
  refused: preset(integer),
  createdAt: preset(instant),
}) {}

export class IntakeLayout extends table('intake_layouts', {
  id: identity(integer),
  sourceId: integer,
  name: text,
  layout: json<object>(),
  createdAt: preset(instant),
}) {}

export class IntakeDocument extends table('intake_documents', {
  id: identity(integer),
  sourceId: integer,
  sha256: bytes,
  state: preset(oneOf('new', 'waiting', 'made', 'ignored')),
  reason: nullable(text),
  pages: nullable(integer),
  layoutId: nullable(integer),
  kind: preset(oneOf('order', 'void', 'return', 'copy', 'ignored')),
  fields: preset(json<object>()),
  lines: nullable(json<object[]>()),
  reference: nullable(text),
  customer: nullable(text),
  taskId: nullable(integer),
  receivedAt: preset(instant),
  decidedAt: nullable(instant),
  decidedBy: nullable(integer),
  isConfirmed: preset(boolean),
  newText: nullable(text),
  doubtful: nullable(text),
  skipped: preset(integer),
}) {}

export class IntakeContent extends table('intake_contents', {
  documentId: key(integer),
  bytes,
  words: nullable(json<unknown[]>()),
}) {}

export class IntakeCustomer extends table('intake_customers', {
  id: identity(integer),
  sourceId: integer,
  number: text,
  accountId: integer,
  name: text,
  address: preset(text),
  addressId: nullable(integer),
  goesTo: preset(text),
}) {}

export class IntakeCopy extends table('intake_copies', {
  id: identity(integer),
  sourceId: integer,
  bytes,
  receivedAt: preset(instant),
}) {}

export class MoveIn extends table('move_ins', {
  id: identity(integer),
  ownerId: integer,
  kind: oneOf('users', 'accounts', 'tasks', 'shifts'),
  fileName: text,
  header: texts,
  columns: texts,
  options: preset(json<object>()),
  state: preset(oneOf('open', 'running', 'done', 'failed')),
  error: nullable(text),
  rowCount: integer,
  made: preset(integer),
  known: preset(integer),
  rejected: preset(integer),
  createdAt: preset(instant),
  finishedAt: nullable(instant),
}) {}

export class MoveInRow extends table('move_in_rows', {
  moveInId: key(integer),
  line: key(integer),
  cells: texts,
  state: preset(oneOf('open', 'done', 'rejected')),
  error: nullable(text),
  key: nullable(bytes),
  createdAt: preset(instant),
}) {}
