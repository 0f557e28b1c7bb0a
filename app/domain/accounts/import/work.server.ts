/** Working off the files that wait. One at a time on all instances; one that dies hands over, and nothing is doubled. */
import { execute, row, transaction } from 'db/connection';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccountType } from '~/domain/accounts/schema';
import { DomainError } from '~/domain/errors';
import type { Delimiter } from './csv-format';
import { importRecords, type Counts, type RejectedRow } from './import.server';
import { becomeImporter } from './insert.server';
import { readRecords } from './read.server';

type Job = {
  id: number;
  ownerId: number;
  delimiter: Delimiter;
  attempts: number;
  bytes: number;
  accountType: AccountType;
};

const MAX_ATTEMPTS = 5;
const GIVEN_UP = 'The import was interrupted several times. Please try again';
const UNFINISHED = "state in ('waiting', 'running')";

// How far it is must be seen by others, and so can't wait for the end of the transaction.
const outsideOfTransactions = AsyncLocalStorage.snapshot();
const tell = (sql: string, bind: Record<string, unknown>) => outsideOfTransactions(() => execute(sql, bind));

class Stopped extends Error {}

/**
 * Imports the file that has waited longest, unless another instance is importing.
 * @returns whether there was something to do.
 */
export async function workNext(isStopped: () => boolean): Promise<boolean> {
  if (!(await row(`select 1 from account_imports where ${UNFINISHED} limit 1`))) return false;
  try {
    return await transaction(async () => {
      if (!(await becomeImporter())) return false;
      // Whoever was at it has died: its transaction, and with it the right to import, would still be there.
      const job = await row<Job>(
        `select id, owner_id as "ownerId", delimiter, attempts, length(file) as bytes,
           account_type as "accountType" from account_imports
         where ${UNFINISHED} order by id limit 1`,
      );
      if (job) await workOn(job, isStopped);
      return Boolean(job);
    });
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  }
}

async function workOn(job: Job, isStopped: () => boolean): Promise<void> {
  const { id, ownerId, delimiter, attempts, accountType } = job;
  if (attempts >= MAX_ATTEMPTS) {
    await finish(id, { error: GIVEN_UP });
    return;
  }
  await tell(
    "update account_imports set state = 'running', attempts = attempts + 1, lines_done = 0 where id = $id",
    { id },
  );
  await execute('savepoint before_rows');
  try {
    const counts = await importRecords({
      actor: { id: ownerId },
      accountType,
      records: readRecords(stored(job), delimiter),
      reject: (rejected) => keepRejected(id, rejected),
      onLine: async (line) => {
        if (isStopped()) throw new Stopped();
        await tell('update account_imports set lines_done = $line where id = $id', { id, line });
      },
    });
    await finish(id, counts);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await execute('rollback to savepoint before_rows');
    await finish(id, { error: error.message });
  }
}

const PIECE_BYTES = 65_536;

async function* stored({ id, bytes }: Job): AsyncGenerator<Buffer> {
  for (let from = 1; from <= bytes; from += PIECE_BYTES) {
    const read = await row<{ piece: Buffer }>(
      'select substring(file from $from::integer for $size::integer) as piece from account_imports where id = $id',
      { id, from, size: PIECE_BYTES },
    );
    if (read) yield read.piece;
  }
}

async function keepRejected(importId: number, rejected: RejectedRow[]): Promise<void> {
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
  const { error, imported, skipped, rejected }: Counts & { error: string | null } = {
    imported: 0,
    skipped: 0,
    rejected: 0,
    error: null,
    ...result,
  };
  await execute(
    `update account_imports
     set state = $state, error = $error, imported = $imported, skipped = $skipped, rejected = $rejected,
         lines_done = line_count, file = null, finished_at = now()
     where id = $id`,
    { id, state: error === null ? 'done' : 'failed', error, imported, skipped, rejected },
  );
}
