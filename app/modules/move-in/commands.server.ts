/** Moving in from another program: a file is stored, its columns are named, and its rows are made in the background. */
import { row, rows, transaction } from 'db/connection';
import { MoveIn as StoredMoveIn } from 'db/models/intake';
import * as z from 'zod/v4';
import type { Actor } from '~/domain/kernel/actor';
import { CSV_BOM, toCsvLine } from '~/domain/kernel/csv';
import { command, preparedCommand, query } from '~/domain/kernel/command.server';
import { conflict, DomainError, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { KB } from '~/domain/kernel/limits';
import { authorizeAll, mayAll, requirePerson } from '~/domain/kernel/permissions';
import { untranslated } from '~/domain/kernel/sentence';
import {
  fieldsOf,
  LEFT_OUT,
  missingFields,
  MOVE_IN_KINDS,
  type MoveInKind,
  OTHERWISE,
  proposedColumns,
} from './fields';
import type { Table } from '~/domain/intake/reading/table-of.server';
import { rateLimit } from '~/domain/platform/rate-limit.server';
import { tableOf } from './file.server';
import { MOVE_IN } from './job';
import { MAY_MAKE } from './rows.server';
import {
  atMoveIn,
  ChooseColumns,
  type MoveIn,
  MoveInAnswer,
  Options,
  SendTable,
  UploadTable,
} from './schema';

/** Returns the kinds that this person may make. */
export const kindsOf = (actor: Actor): MoveInKind[] =>
  MOVE_IN_KINDS.filter((kind) => mayAll(actor, MAY_MAKE[kind]));

function authorizeKind(actor: Actor, kind: MoveInKind): void {
  authorizeAll(actor, MAY_MAKE[kind]);
  // API tokens add no users one by one either.
  if (kind === 'users') requirePerson(actor);
}

/** Stored files stay for weeks. */
const files = rateLimit({ name: 'move-in', points: 50, seconds: 24 * 3_600, what: 'files' });

export const sendTable = preparedCommand(
  {
    summary: 'Stores a file of users, accounts, tasks or shifts from another program',
    about:
      'A CSV file (commas, semicolons or tabs) or the first sheet of an XLSX or ODS file, with a header row (titles above it are left out), at most 10 MB, 20,000 rows and a million cells, and 50 files a day. Nothing is made yet: `columns` are proposed by their names, or are those of your last file with this header. Users not for API tokens.',
    may: 'moveIn',
    input: SendTable,
    mostBytes: 13_700 * KB, // 10 MB in base64
    answer: MoveInAnswer,
    creates: true,
  },
  async ({ actor, input: { kind, document } }) => {
    authorizeKind(actor, kind);
    await files.spend(String(actor.id));
    return tableOf(Buffer.from(document, 'base64'));
  },
  ({ actor, input: { kind, fileName } }, table) => store(actor, kind, fileName, table),
);

export const uploadTable = preparedCommand(
  {
    summary: 'Stores an uploaded file, or a pasted text, of users, accounts, tasks or shifts',
    may: 'moveIn',
    input: UploadTable,
    answer: MoveInAnswer,
  },
  async ({ actor, input: { kind, pasted, file } }) => {
    authorizeKind(actor, kind);
    const bytes = file && file.size > 0 ? Buffer.from(await file.arrayBuffer()) : Buffer.from(pasted);
    if (bytes.length === 0)
      throw fieldRefusal('file', untranslated('noTable', 'Choose a file or paste a table'));
    await files.spend(String(actor.id));
    try {
      return await tableOf(bytes);
    } catch (error) {
      throw error instanceof DomainError && error.kind === 'invalid'
        ? fieldRefusal('file', error.said)
        : error;
    }
  },
  ({ actor, input: { kind, file } }, table) =>
    store(actor, kind, file && file.size > 0 ? file.name : 'Pasted table', table),
);

const LAST_CHOICE = `
  select columns, options from move_ins
  where kind = $kind and header = $header::text[] and owner_id = $ownerId and state <> 'open'
  order by id desc limit 1`;

const STORE_ROWS = `
  insert into move_in_rows (move_in_id, line, cells)
  select $moveInId, line, cells from jsonb_to_recordset($rows::jsonb) as r(line integer, cells text[])
  on conflict do nothing`;

/** The latest files of a person that were not imported are kept. */
const FORGET = `
  delete from move_ins where owner_id = $ownerId and state = 'open' and id not in (
    select id from move_ins where owner_id = $ownerId and state = 'open' order by id desc limit 9)`;

async function store(actor: Actor, kind: MoveInKind, name: string, table: Table): Promise<MoveIn> {
  const { sheet, headerLine } = table;
  const place = [
    ...(sheet === null ? [] : [`, sheet ${sheet}`]),
    ...(headerLine === null ? [] : [`, header in line ${String(headerLine)}`]),
  ].join('');
  // A file of rejected rows is like the one that they come from.
  const header = table.header.at(-1) === REASON ? table.header.slice(0, -1) : table.header;
  const id = await transaction(async () => {
    await rows(FORGET, { ownerId: actor.id });
    const last = await row<{ columns: string[]; options: object }>(LAST_CHOICE, {
      kind,
      header,
      ownerId: actor.id,
    });
    const { day: _day, ...remembered } = Options.parse(last?.options ?? {});
    const [otherwise = ''] = Object.keys(OTHERWISE[kind]?.options ?? {});
    const made = await StoredMoveIn.create(
      {
        ownerId: actor.id,
        kind,
        fileName: `${name}${place}`.slice(0, 300),
        header,
        columns: last?.columns ?? proposedColumns(kind, header, table.filled),
        options: { otherwise, ...(last && remembered) },
        rowCount: table.rowCount,
      },
      { returning: ['id'] },
    );
    for (const piece of table.pieces) await rows(STORE_ROWS, { moveInId: made.id, rows: piece });
    return made.id;
  });
  return requireMoveIn(actor, id);
}

const MOVE_INS = `
  select id, kind, file_name as "fileName", header, columns, options, state, error, row_count as "rowCount", made, known,
    rejected, to_json(created_at) #>> '{}' as "createdAt", to_json(finished_at) #>> '{}' as "finishedAt"
  from move_ins where owner_id = $ownerId`;
type Stored = Omit<MoveIn, keyof Omit<Options, 'answers'>> & { options: object };

function moveInOf({ options, ...stored }: Stored): MoveIn {
  const { answers: _answers, ...chosen } = Options.parse(options);
  return { ...stored, ...chosen };
}

export async function storedMoveIn(actor: Actor, id: number): Promise<Stored> {
  const found = await row<Stored>(`${MOVE_INS} and id = $id`, { ownerId: actor.id, id });
  if (!found) throw notFound('File');
  return found;
}

const requireMoveIn = async (actor: Actor, id: number) => moveInOf(await storedMoveIn(actor, id));

export const listMoveIns = query(
  {
    summary: 'Your files of other programs, newest first',
    may: 'moveIn',
    answer: z.array(MoveInAnswer),
  },
  async ({ actor }) =>
    (await rows<Stored>(`${MOVE_INS} order by id desc limit 20`, { ownerId: actor.id })).map(moveInOf),
);

export const getMoveIn = query(
  {
    summary: 'A file of another program, and how far it is',
    may: 'moveIn',
    at: atMoveIn,
    answer: MoveInAnswer,
  },
  ({ actor, moveInId }) => requireMoveIn(actor, moveInId),
);

const started = () => conflict(untranslated('moveInStarted', 'This file is imported already'));

export const chooseColumns = command(
  {
    summary: 'Says what the columns of a file are',
    about: 'Values that are left out stay as they are.',
    may: 'moveIn',
    at: atMoveIn,
    input: ChooseColumns,
    answer: MoveInAnswer,
    refusals: [409],
  },
  async ({ actor, moveInId, input }) => {
    const { kind, header, columns: before, options, state } = await storedMoveIn(actor, moveInId);
    authorizeKind(actor, kind);
    if (state !== 'open') throw started();
    const columns = input.columns ? checked(kind, header, input.columns) : before;
    const stored = Options.parse(options);
    const { dates = stored.dates, day = stored.day, otherwise = stored.otherwise } = input;
    const { numbers = stored.numbers, names = stored.names } = input;
    if (otherwise !== '' && !Object.hasOwn(OTHERWISE[kind]?.options ?? {}, otherwise))
      throw fieldRefusal('otherwise', untranslated('unknownOtherwise', 'Choose one of the list'));
    const { asked = [], meant = [] } = input;
    // An empty answer takes back an earlier one.
    const answers = Object.fromEntries(
      [
        ...Object.entries(stored.answers),
        ...asked.map((name, index) => [name.toLowerCase(), meant[index] ?? ''] as const),
      ].reduce((all, [name, answer]) => {
        all.delete(name);
        return answer === '' ? all : all.set(name, answer);
      }, new Map<string, string>()),
    );
    await StoredMoveIn.update(
      { columns, options: { dates, day, otherwise, numbers, names, answers } },
      { where: { id: moveInId, state: 'open' } },
    );
    return requireMoveIn(actor, moveInId);
  },
);

/** @throws invalid at the field. */
function checked(kind: MoveInKind, header: string[], columns: string[]): string[] {
  const fields = fieldsOf(kind);
  const refuse = (sentence: string) => fieldRefusal('columns', untranslated('wrongColumns', sentence));
  if (columns.length !== header.length) throw refuse(`The file has ${String(header.length)} columns`);
  for (const [index, field] of columns.entries()) {
    if (field === LEFT_OUT) continue;
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!known) throw refuse(`${field} is no field of ${kind}`);
    if (!known.several && columns.indexOf(field) !== index) throw refuse(`Two columns are ${known.label}`);
  }
  return columns;
}

const START = `
  with started as (
    update move_ins set state = 'running' where id = $moveInId and owner_id = $ownerId and state = 'open' returning id
  )
  insert into jobs (kind, subject, lane) select '${MOVE_IN}', id::text, 'all' from started returning id`;

export const startMoveIn = command(
  {
    summary: 'Makes what the rows of a file say',
    about:
      'In the background; `GET /api/move-ins/{moveInId}` says how far it is. Each row is made whole or is rejected with its reason. What is there already is passed over: the same file twice makes nothing twice.',
    may: 'moveIn',
    at: atMoveIn,
    answer: MoveInAnswer,
    refusals: [409],
  },
  async ({ actor, moveInId }) => {
    const { kind, columns, options, state } = await storedMoveIn(actor, moveInId);
    authorizeKind(actor, kind);
    if (state !== 'open') throw started();
    const missing = missingFields(kind, columns, Options.parse(options));
    if (missing.length > 0)
      throw conflict(untranslated('columnsMissing', `No column is ${missing.join(', ')}`));
    if (!(await row(START, { moveInId, ownerId: actor.id }))) throw started();
    return requireMoveIn(actor, moveInId);
  },
);

const REJECTED = `
  select line, error, cells from move_in_rows
  where move_in_id = $moveInId and state = 'rejected' and line > $after order by line limit $limit`;
type Rejected = { line: number; error: string; cells: string[] };

/** Returns the first rejected rows, by line. */
export async function rejectedRows(actor: Actor, moveInId: number, limit: number): Promise<Rejected[]> {
  await storedMoveIn(actor, moveInId);
  return rows<Rejected>(REJECTED, { moveInId, after: 0, limit });
}

const LINES_AT_ONCE = 2_000;
const REASON = 'Not imported because';

/** Yields the rejected rows as a file with the columns of the original, and the reason as the last one. */
export async function rejectsFile(
  actor: Actor,
  moveInId: number,
): Promise<AsyncGenerator<string, void, undefined>> {
  const { header } = await storedMoveIn(actor, moveInId);
  return linesOf(moveInId, header);
}

async function* linesOf(moveInId: number, header: string[]): AsyncGenerator<string, void, undefined> {
  yield CSV_BOM + toCsvLine([...header, REASON]);
  for (let after = 0; ;) {
    const found = await rows<Rejected>(REJECTED, { moveInId, after, limit: LINES_AT_ONCE });
    yield found
      .map(({ cells, error }) => toCsvLine([...header.map((_, index) => cells[index] ?? ''), error]))
      .join('');
    if (found.length < LINES_AT_ONCE) return;
    after = found.at(-1)?.line ?? after;
  }
}
