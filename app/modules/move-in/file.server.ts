/** Reads an uploaded file as a table, in the reader's process. */
import { invalid } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { readTable } from '~/domain/intake/reader/reader.server';
import type { Table, TableRefusal } from '~/domain/intake/reading/table-of.server';

const UNREADABLE: Record<TableRefusal, string> = {
  'too many rows': 'A file has at most 20,000 rows. Split it into several files, each with the header row',
  'too many columns': 'A file has at most 200 columns',
  'too many cells': 'A file has at most 1,000,000 filled cells. Leave out columns that are not needed',
  'too much text': 'The file has too much text',
  'too large': 'The spreadsheet unpacks to too much. Save it as CSV',
  'took too long': 'Reading the spreadsheet took too long. Save it as CSV',
  crashed: 'Reading the spreadsheet took too long. Save it as CSV',
  unreadable: 'The spreadsheet is damaged or protected. Save it as .xlsx without a password, or as CSV',
  empty: 'The file is empty',
};

/** @throws invalid with the reason. */
export async function tableOf(bytes: Buffer): Promise<Table> {
  const read = await readTable(bytes);
  if ('refusal' in read) throw invalid(untranslated('unreadableFile', UNREADABLE[read.refusal]));
  if ('code' in read) throw invalid(untranslated(read.code, read.english));
  return read;
}
