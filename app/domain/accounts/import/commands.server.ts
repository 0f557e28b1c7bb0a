/** Importing while the caller waits: for scripts. Files that come by the page are in `jobs.server`. */
import { transaction } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { formatOf, piecesOf } from './file.server';
import { importRecords } from './import.server';
import { waitToImport } from './insert.server';
import { readRecords } from './read.server';
import type { ImportCsv, Rejected } from './schema';

type ImportResult = { imported: number; skipped: number; rejected: Rejected[] };

/** @throws invalid when it is no CSV of accounts at all. Rows that can't be taken are in the answer. */
export async function importCsv(actor: Actor, { csvData, accountType }: ImportCsv): Promise<ImportResult> {
  authorize(actor, 'editAccounts');
  const utf8 = Buffer.from(csvData);
  const { delimiter } = formatOf(utf8);
  return transaction(async () => {
    await waitToImport();
    const rejected: Rejected[] = [];
    const { imported, skipped } = await importRecords({
      actor,
      accountType,
      records: readRecords(piecesOf(utf8), delimiter),
      reject: (rows) => {
        for (const { line, error } of rows) rejected.push({ line, error });
        return Promise.resolve();
      },
    });
    return { imported, skipped, rejected };
  });
}
