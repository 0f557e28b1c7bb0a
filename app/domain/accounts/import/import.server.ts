/** A file's rows become accounts, in the transaction under way: all that are good, or none when something breaks. */
import type { AccountType } from '~/domain/accounts/fields';
import type { Actor } from '~/domain/actor';
import { surroundingsChanged } from '~/domain/tasks/surroundings.server';
import { findColumns } from './columns';
import { beginNoting, insertNew, placesByTown } from './insert.server';
import type { CsvRecord } from './read.server';
import { judgeRow } from './row';
import type { AccountRow } from './schema';

const ROWS_AT_ONCE = 1_000;

export type RejectedRow = CsvRecord & { error: string };

type Options = {
  /** The person in the activity of the new accounts. */
  actor: Pick<Actor, 'id'>;
  records: AsyncIterable<CsvRecord>;
  /** Of rows that name no type. */
  accountType: AccountType;
  /** Takes rows that can't be imported, in order of their lines. */
  reject: (rows: RejectedRow[]) => Promise<void>;
  /** Hears now and then how far it is. May throw to end it. */
  onLine?: (line: number) => Promise<void>;
};

export type Counts = { imported: number; skipped: number; rejected: number };

/** Needs the right to import: see `becomeImporter`. The first record is the header. */
export async function importRecords({
  actor,
  records,
  accountType,
  reject,
  onLine,
}: Options): Promise<Counts> {
  const counts: Counts = { imported: 0, skipped: 0, rejected: 0 };
  const placeOf = placesByTown();
  let columns: ReturnType<typeof findColumns> | undefined;
  let good: AccountRow[] = [];
  let bad: RejectedRow[] = [];
  const store = async () => {
    const made = good.length > 0 ? await insertNew(actor, good, placeOf) : 0;
    counts.imported += made;
    counts.skipped += good.length - made;
    counts.rejected += bad.length;
    if (bad.length > 0) await reject(bad);
    [good, bad] = [[], []];
  };

  await beginNoting();
  for await (const record of records) {
    if (!columns) {
      columns = findColumns(record.values);
      continue;
    }
    const { account, error } = judgeRow(record.values, columns, accountType);
    if (account) good.push(account);
    else bad.push({ ...record, error });
    if (good.length + bad.length < ROWS_AT_ONCE) continue;
    await store();
    await onLine?.(record.line);
  }
  await store();
  if (counts.imported > 0) await surroundingsChanged('dispatchers');
  return counts;
}
