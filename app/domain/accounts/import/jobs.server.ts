/** Imports that outlive the page they came by: rows that any instance works off, and that tell how far it is. */
import { row, rows } from 'db/connection';
import type { AccountType } from '~/domain/accounts/schema';
import type { Actor } from '~/domain/actor';
import { invalid, notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import { isCsvFile, NO_CSV_FILE } from './csv-format';
import { formatOf } from './file.server';
import type { ImportJob } from './job';
import type { Rejected } from './schema';
import { countLines, toUtf8 } from './text.server';
import { workNext } from './work.server';

/** A file of this many lines is read while the page waits. */
const WAIT_FOR_LINES = 2_000;

const JOB = `id, file_name as "fileName", state, line_count as "lineCount", lines_done as "linesDone", imported, skipped,
  rejected, error, created_at as "createdAt", finished_at as "finishedAt"`;

/**
 * Takes a file to be imported. When this returns, a small one usually has been.
 * @throws invalid when it is no CSV of accounts at all.
 */
export async function startImport(
  actor: Actor,
  { name, type, bytes, accountType }: { name: string; type: string; bytes: Buffer; accountType: AccountType },
): Promise<ImportJob> {
  authorize(actor, 'editAccounts');
  if (!isCsvFile({ name, type })) throw invalid(NO_CSV_FILE);
  const file = toUtf8(bytes);
  const { delimiter, header } = formatOf(file);
  const lineCount = countLines(file);
  const started = await row<{ id: number }>(
    `insert into account_imports (owner_id, file_name, file, delimiter, header, line_count, account_type)
     values ($ownerId, $fileName, $file, $delimiter, $header, $lineCount, $accountType) returning id`,
    { ownerId: actor.id, fileName: name.slice(-200), file, delimiter, header, lineCount, accountType },
  );
  if (lineCount <= WAIT_FOR_LINES) await workNext(() => false);
  return getImport(actor, started?.id ?? 0);
}

/** One of the actor's own. */
export async function getImport(actor: Actor, id: number): Promise<ImportJob> {
  authorize(actor, 'editAccounts');
  const found = await row<ImportJob>(
    `select ${JOB} from account_imports where id = $id and owner_id = $ownerId`,
    { id, ownerId: actor.id },
  );
  if (!found) throw notFound('Import');
  return found;
}

/** The latest of the actor's own, of this week. */
export async function latestImport(actor: Actor): Promise<ImportJob | null> {
  authorize(actor, 'editAccounts');
  return row<ImportJob>(
    `select ${JOB} from account_imports
     where owner_id = $ownerId and created_at > now() - interval '7 days' order by id desc limit 1`,
    { ownerId: actor.id },
  );
}

/** The first rows that were not taken, by line. */
export async function rejectedRows(actor: Actor, id: number, limit: number): Promise<Rejected[]> {
  await getImport(actor, id);
  return rows<Rejected>(
    'select line, error from account_import_rejects where import_id = $id order by line limit $limit',
    { id, limit },
  );
}
