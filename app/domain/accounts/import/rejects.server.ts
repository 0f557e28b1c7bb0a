/** Rows that were not taken, as a file to mend and import again. */
import { AccountImport, AccountImportReject } from 'db/models/places';
import { Op } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { CSV_BOM, toCsvLine } from '~/domain/csv';
import { getImport } from './commands.server';

const LINES_AT_ONCE = 2_000;
const OWN_COLUMNS = ['Line', 'Error'];

/**
 * The lines of that file. Its columns are those of the original; in front of them the line and the reason, which the
 * next import passes over.
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
