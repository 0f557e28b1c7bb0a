/** Reads an uploaded file as a table: a spreadsheet, or text with a character between its columns. */
import { invalid } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { piecesOf, readRecords, toUtf8 } from '~/domain/network/account-import/file.server';
import { DELIMITERS, type Delimiter } from '~/domain/network/account-import/format';
import { readSheet } from '~/domain/intake/reading/read.server';
import { SHEET_LIMITS, type SheetRow } from '~/domain/intake/reading/workbook';

export type Table = {
  header: string[];
  rows: SheetRow[];
  /** The name of the sheet where the file has several. */
  sheet: string | null;
};

const UNREADABLE: Record<string, string> = {
  'too many rows': 'A file has at most 20,000 rows. Split it into several files, each with the header row',
  'too many columns': 'A file has at most 200 columns',
  'too much text': 'The file has too much text',
  'too large': 'The spreadsheet unpacks to too much. Save it as CSV',
  'took too long': 'Reading the spreadsheet took too long. Save it as CSV',
  unreadable: 'The spreadsheet is damaged or protected. Save it as .xlsx without a password, or as CSV',
  empty: 'The file is empty',
};

type Refusal = keyof typeof UNREADABLE;
const unreadable = (reason: Refusal) =>
  invalid(untranslated('unreadableFile', UNREADABLE[reason] ?? UNREADABLE.unreadable ?? ''));

const ZIP = Buffer.from('PK\x03\x04');
/** Spreadsheets of before 2007, and those with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const LONGEST_NAME = 200;

/** @throws invalid with the reason. */
export async function tableOf(bytes: Buffer): Promise<Table> {
  if (bytes.length === 0) throw unreadable('empty');
  const start = bytes.subarray(0, ZIP.length);
  if (start.equals(COMPOUND)) throw unreadable('unreadable');
  const read = start.equals(ZIP) ? await readSheet(bytes) : await textTable(bytes);
  if ('refusal' in read) throw unreadable(read.refusal);
  const [first, ...rows] = read.rows;
  if (!first) throw unreadable('empty');
  const width = rows.reduce((most, { values }) => Math.max(most, filled(values)), filled(first.values));
  const header = Array.from({ length: width }, (_, index) => nameOf(first.values[index]));
  return {
    header,
    rows: rows.map(({ line, values }) => ({ line, values: values.slice(0, width).map(storable) })),
    sheet: read.sheets > 1 ? read.name : null,
  };
}

function filled(values: string[]): number {
  let count = values.length;
  while (count > 0 && (values[count - 1] ?? '').trim() === '') count -= 1;
  return count;
}

const nameOf = (title = '') => storable(title).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);

/** PostgreSQL can store neither NUL nor half a surrogate pair. */
const storable = (value: string) => Buffer.from(value.replaceAll('\0', '\uFFFD')).toString();

async function textTable(bytes: Buffer) {
  const utf8 = toUtf8(bytes);
  const rows: SheetRow[] = [];
  let characters = 0;
  for await (const { line, values } of readRecords(piecesOf(utf8), delimiterIn(utf8))) {
    if (filled(values) === 0) continue;
    if (filled(values) > SHEET_LIMITS.columns) return { refusal: 'too many columns' };
    characters += values.reduce((sum, value) => sum + value.length, 0);
    if (characters > SHEET_LIMITS.characters) return { refusal: 'too much text' };
    rows.push({ line, values });
    if (rows.length > SHEET_LIMITS.rows) return { refusal: 'too many rows' };
  }
  return { rows, name: '', sheets: 1 };
}

const START_BYTES = 65_536;

/** Returns the character that is there most often outside of quotes in the first line with text. */
function delimiterIn(utf8: Buffer): Delimiter {
  const [line = ''] = utf8
    .subarray(0, START_BYTES)
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/[\r\n]/, 1);
  const outside = line.split('"').filter((_, index) => index % 2 === 0);
  const count = (delimiter: Delimiter) =>
    outside.reduce((sum, piece) => sum + piece.split(delimiter).length - 1, 0);
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}
