/**
 * Works off the files that wait, one at a time on all instances. If an instance dies, another one takes over,
 * and nothing is imported twice.
 */
import { execute, outsideOfTransactions, transaction } from 'db/connection';
import { AccountImport } from 'db/models/places';
import { computed } from 'db/models/table';
import { col, fn, literal } from 'sequelize';
import { DomainError } from '~/domain/kernel/errors';
import { becomeImporter, importRecords, type Counts, type RejectedRow } from './import.server';
import { readRecords } from './file.server';

const JOB = [
  ...(['id', 'ownerId', 'delimiter', 'attempts', 'accountType'] as const),
  computed<number>()('bytes', 'length(file)'),
] as const;
type Job = NonNullable<Awaited<ReturnType<typeof findNext>>>;

const MAX_ATTEMPTS = 5;
const GIVEN_UP = 'The import was interrupted several times. Please try again';
const UNFINISHED = { state: ['waiting' as const, 'running' as const] };

// Writes outside of the transaction, so that others see the progress before it ends.
const tell = (id: number, values: Parameters<typeof AccountImport.update>[0]) =>
  outsideOfTransactions(() => AccountImport.update(values, { where: { id } }));

class Stopped extends Error {}

/**
 * Imports the file that has waited longest, unless another instance is importing. @returns busy when a file
 * waits for another instance.
 */
export async function workNext(isStopped: () => boolean): Promise<'done' | 'busy' | 'nothing'> {
  if (!(await AccountImport.exists(UNFINISHED))) return 'nothing';
  try {
    return await transaction(async () => {
      if (!(await becomeImporter())) return 'busy';
      // A job that is under way belongs to an instance that died: while its transaction lives, no other
      // becomes the importer.
      const job = await findNext();
      if (job) await workOn(job, isStopped);
      return job ? 'done' : 'nothing';
    });
  } catch (error) {
    if (error instanceof Stopped) return 'busy';
    throw error;
  }
}

const findNext = () => AccountImport.findRow(JOB, { where: UNFINISHED, order: ['id'] });

async function workOn(job: Job, isStopped: () => boolean): Promise<void> {
  const { id, ownerId, delimiter, attempts, accountType } = job;
  if (attempts >= MAX_ATTEMPTS) {
    await finish(id, { error: GIVEN_UP });
    return;
  }
  await tell(id, { state: 'running', attempts: literal('attempts + 1'), linesDone: 0 });
  await execute('savepoint before_rows');
  try {
    const counts = await importRecords({
      actor: { id: ownerId },
      accountType,
      records: readRecords(stored(job), delimiter),
      reject: (rejected) => storeRejected(id, rejected),
      onLine: async (line) => {
        if (isStopped()) throw new Stopped();
        await tell(id, { linesDone: line });
      },
    });
    await finish(id, counts);
    // Until the tables are analyzed, the planner believes that they are still small.
    if (counts.imported >= MANY) await execute('analyze accounts, account_addresses');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await execute('rollback to savepoint before_rows');
    await finish(id, { error: error.message });
  }
}

const MANY = 1_000;
const PIECE_BYTES = 65_536;

async function* stored({ id, bytes }: Job): AsyncGenerator<Buffer> {
  for (let from = 1; from <= bytes; from += PIECE_BYTES) {
    const piece = `substring(file from ${String(from)} for ${String(PIECE_BYTES)})`;
    const read = await AccountImport.findRow([computed<Buffer>()('piece', piece)], { where: { id } });
    if (read) yield read.piece;
  }
}

async function storeRejected(importId: number, rejected: RejectedRow[]): Promise<void> {
  await execute(
    `insert into account_import_rejects (import_id, line, error, cells)
     select $importId, line, error, cells from jsonb_to_recordset($rejected::jsonb) as r(line integer, error text, cells text[])`,
    {
      importId,
      rejected: JSON.stringify(
        rejected.map(({ line, error, values }) => ({ line, error, cells: values.map(storable) })),
      ),
    },
  );
}

const storable = (value: string) => value.replaceAll('\0', '\uFFFD');

async function finish(id: number, result: Counts | { error: string }): Promise<void> {
  await AccountImport.update(
    {
      imported: 0,
      skipped: 0,
      rejected: 0,
      error: null,
      ...result,
      state: 'error' in result ? 'failed' : 'done',
      linesDone: col('line_count'),
      file: null,
      finishedAt: fn('now'),
    },
    { where: { id } },
  );
}
