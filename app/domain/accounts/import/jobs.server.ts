/** Imports that outlive the page they came by: rows that any instance works off, and that tell how far it is. */
import { AccountImport, AccountImportReject } from 'db/models/places';
import { literal, Op, type Attributes } from 'sequelize';
import type { AccountType } from '~/domain/accounts/account';
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

const JOB = [
  ...(['id', 'fileName', 'state', 'lineCount', 'linesDone', 'imported', 'skipped'] as const),
  ...(['rejected', 'error', 'createdAt', 'finishedAt'] as const),
] as const;
type StoredJob = Pick<Attributes<AccountImport>, (typeof JOB)[number]>;

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
  const { id } = await AccountImport.create(
    { ownerId: actor.id, fileName: name.slice(-200), file, delimiter, header, lineCount, accountType },
    { returning: ['id'] },
  );
  if (lineCount <= WAIT_FOR_LINES) await workNext(() => false);
  return getImport(actor, id);
}

/** One of the actor's own. */
export async function getImport(actor: Actor, id: number): Promise<ImportJob> {
  authorize(actor, 'editAccounts');
  const found = await AccountImport.findRow(JOB, { where: { id, ownerId: actor.id } });
  if (!found) throw notFound('Import');
  return jobOf(found);
}

/** The latest of the actor's own, of this week. */
export async function latestImport(actor: Actor): Promise<ImportJob | null> {
  authorize(actor, 'editAccounts');
  const latest = await AccountImport.findRow(JOB, {
    where: { ownerId: actor.id, createdAt: { [Op.gt]: literal("now() - interval '7 days'") } },
    order: [['id', 'desc']],
  });
  return latest && jobOf(latest);
}

const jobOf = (found: StoredJob): ImportJob => ({
  ...found,
  createdAt: found.createdAt.toISOString(),
  finishedAt: found.finishedAt?.toISOString() ?? null,
});

/** The first rows that were not taken, by line. */
export async function rejectedRows(actor: Actor, id: number, limit: number): Promise<Rejected[]> {
  await getImport(actor, id);
  return AccountImportReject.findRows(['line', 'error'], { where: { importId: id }, order: ['line'], limit });
}
