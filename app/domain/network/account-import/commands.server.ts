/**
 * Imports accounts: from a script that waits, or from a file that was uploaded, which any instance works off.
 * Rejected rows become a file that can be corrected and imported again.
 */
import { literal, Op, type Attributes } from 'sequelize';
import { transaction } from 'db/connection';
import { AccountImport, AccountImportReject } from 'db/models/places';
import {
  ImportedAnswer,
  type ImportJob,
  ImportJobAnswer,
  type Rejected,
} from '~/domain/network/accounts/schema';
import type { Actor } from '~/domain/kernel/actor';
import { command, query } from '~/domain/kernel/command.server';
import { CSV_BOM, toCsvLine } from '~/domain/kernel/csv';
import { invalid, notFound } from '~/domain/kernel/errors';
import { KB } from '~/domain/kernel/limits';
import { authorizeAll, mayAll } from '~/domain/kernel/permissions';
import { countLines, formatOf, piecesOf, readRecords, toUtf8, type CsvRecord } from './file.server';
import { isCsvFile, NO_CSV_FILE } from './format';
import { importRecords, waitToImport, workNext } from './import.server';
import { atImport, ImportCsv, StartImport } from './row';
import { untranslated } from '~/domain/kernel/sentence';

/** @throws invalid when the text is no CSV of accounts. */
export const importCsv = command(
  {
    summary: 'Imports accounts from the text of a CSV file',
    about:
      'Valid rows are imported; rejected rows are listed by line. Importing the same file again adds nothing. `accountType` applies to rows without a type (default `shop`).',
    may: 'editAccounts',
    input: ImportCsv,
    mostBytes: 10_240 * KB,
    answer: ImportedAnswer,
  },
  async ({ actor, input: { csvData, accountType } }) => {
    const utf8 = Buffer.from(csvData);
    const { delimiter } = formatOf(utf8);
    const records = () => readRecords(piecesOf(utf8), delimiter);
    await readThrough(records());
    return transaction(async () => {
      await waitToImport();
      const rejected: Rejected[] = [];
      const { imported, skipped } = await importRecords({
        actor,
        accountType,
        records: records(),
        reject: (rows) => {
          for (const { line, error } of rows) rejected.push({ line, error });
          return Promise.resolve();
        },
      });
      return { imported, skipped, rejected };
    });
  },
);

/**
 * Reads all records before a transaction opens that makes others wait. @returns the number of records.
 * @throws invalid
 */
async function readThrough(records: AsyncIterable<CsvRecord>): Promise<number> {
  const each = records[Symbol.asyncIterator]();
  let count = 0;
  while (!(await each.next()).done) count += 1;
  return count;
}

/** Files of up to this many lines are read while the page waits. */
const WAIT_FOR_LINES = 2_000;
const TOLD_MS = 3_600_000;

/** A small file has usually been imported when this returns. */
export const startImport = command(
  {
    summary: 'Queues a file for import',
    may: 'editAccounts',
    input: StartImport,
    answer: ImportJobAnswer,
  },
  async ({ actor, input: { file: given, accountType } }) => {
    if (!given || !isCsvFile(given)) throw invalid(untranslated('noCsvFile', NO_CSV_FILE));
    const file = toUtf8(Buffer.from(await given.arrayBuffer()));
    const { delimiter, header } = formatOf(file);
    const lineCount = countLines(file);
    const { id } = await AccountImport.create(
      {
        ownerId: actor.id,
        fileName: given.name.slice(-200),
        file,
        delimiter,
        header,
        lineCount,
        accountType,
      },
      { returning: ['id'] },
    );
    if (lineCount <= WAIT_FOR_LINES) await workNext(() => false);
    return requireImport(actor, id);
  },
);

const JOB = [
  ...(['id', 'fileName', 'state', 'lineCount', 'linesDone', 'imported', 'skipped'] as const),
  ...(['rejected', 'error', 'createdAt', 'finishedAt'] as const),
] as const;
type StoredJob = Pick<Attributes<AccountImport>, (typeof JOB)[number]>;

export const getImport = query(
  {
    summary: 'Progress of an import that was started on the page',
    may: 'editAccounts',
    at: atImport,
    answer: ImportJobAnswer,
  },
  ({ actor, importId }) => requireImport(actor, importId),
);

/** Returns one of the actor's own imports. @throws not_found */
async function requireImport(actor: Actor, id: number): Promise<ImportJob> {
  const found = await AccountImport.findRow(JOB, { where: { id, ownerId: actor.id } });
  if (!found) throw notFound('Import');
  return jobOf(found);
}

/** Returns the actor's latest import of the last week. */
export async function latestImport(actor: Actor): Promise<ImportJob | null> {
  authorizeAll(actor, 'editAccounts');
  const latest = await AccountImport.findRow(JOB, {
    where: { ownerId: actor.id, createdAt: { [Op.gt]: literal("now() - interval '7 days'") } },
    order: [['id', 'desc']],
  });
  return latest && jobOf(latest);
}

/**
 * Returns the actor's latest import as long as the accounts page tells of it: while it is under way, and, if nobody
 * waited for it, for an hour after its end.
 */
export async function importToTell(actor: Actor): Promise<ImportJob | null> {
  if (!mayAll(actor, 'editAccounts')) return null;
  const latest = await latestImport(actor);
  if (!latest || latest.state === 'waiting' || latest.state === 'running') return latest;
  const isFresh = Date.now() - Date.parse(latest.finishedAt ?? '') < TOLD_MS;
  return isFresh && latest.lineCount > WAIT_FOR_LINES ? latest : null;
}

const jobOf = (found: StoredJob): ImportJob => ({
  ...found,
  createdAt: found.createdAt.toISOString(),
  finishedAt: found.finishedAt?.toISOString() ?? null,
});

/** Returns the first rejected rows, by line. */
export async function rejectedRows(actor: Actor, id: number, limit: number): Promise<Rejected[]> {
  await getImport({ actor, importId: id });
  return AccountImportReject.findRows(['line', 'error'], { where: { importId: id }, order: ['line'], limit });
}

const LINES_AT_ONCE = 2_000;
const OWN_COLUMNS = ['Line', 'Error'];

/**
 * Yields the lines of the file of rejected rows. It has the columns of the original, with the line and the
 * reason in front, which the next import skips.
 */
export async function rejectsFile(
  actor: Actor,
  importId: number,
): Promise<AsyncGenerator<string, void, undefined>> {
  await getImport({ actor, importId });
  const stored = await AccountImport.findRow(['header'], { where: { id: importId } });
  return linesOf(importId, stored?.header ?? []);
}

async function* linesOf(importId: number, header: string[]): AsyncGenerator<string, void, undefined> {
  // A file of rejected rows that was imported again has these columns already.
  const own = OWN_COLUMNS.every((name, index) => header[index] === name) ? OWN_COLUMNS.length : 0;
  yield CSV_BOM + toCsvLine([...OWN_COLUMNS, ...header.slice(own)]);
  for (let after = 0; ;) {
    const rejected = await AccountImportReject.findRows(['line', 'error', 'cells'], {
      where: { importId, line: { [Op.gt]: after } },
      order: ['line'],
      limit: LINES_AT_ONCE,
    });
    yield rejected.map(({ line, error, cells }) => toCsvLine([line, error, ...cells.slice(own)])).join('');
    if (rejected.length < LINES_AT_ONCE) return;
    after = rejected.at(-1)?.line ?? after;
  }
}
