/** Reads an uploaded file as a table: a spreadsheet, or text with a character between its columns. */
import { DomainError } from '~/domain/kernel/errors';
import { inEnglish } from '~/domain/kernel/sentence';
import { piecesOf, readRecords, toUtf8 } from '~/domain/network/account-import/file.server';
import { DELIMITERS, type Delimiter } from '~/domain/network/account-import/format';
import { sheetOf } from './sheet-of.server';
import { SHEET_LIMITS, type SheetReason, type SheetRow } from './workbook';

export type Table = {
  header: string[];
  rowCount: number;
  /** JSON of rows with their cells. */
  pieces: string[];
  /** The name of the sheet where the file has several. */
  sheet: string | null;
};
export type TableRefusal = SheetReason | 'too large' | 'took too long' | 'crashed';
export type TableAnswer = Table | { refusal: TableRefusal } | { code: string; english: string };

const ZIP = Buffer.from('PK\x03\x04');
/** Spreadsheets of before 2007, and those with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const LONGEST_NAME = 200;
const ROWS_OF_PIECE = 1_000;

/** Never throws: what cannot be read has a reason. It sets no limits to time and memory. */
export async function tableOf(given: Uint8Array): Promise<TableAnswer> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length === 0) return { refusal: 'empty' };
  const start = bytes.subarray(0, ZIP.length);
  if (start.equals(COMPOUND)) return { refusal: 'unreadable' };
  try {
    const read = start.equals(ZIP) ? await sheetOf(bytes) : await textTable(bytes);
    if ('refusal' in read) return read;
    const [first, ...rows] = read.rows;
    if (!first) return { refusal: 'empty' };
    return { ...partsOf(first, rows), sheet: read.sheets > 1 ? read.name : null };
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, english: inEnglish(error.said) };
    throw error;
  }
}

function partsOf(first: SheetRow, rows: SheetRow[]): Omit<Table, 'sheet'> {
  const width = rows.reduce((most, { values }) => Math.max(most, filled(values)), filled(first.values));
  const header = Array.from({ length: width }, (_, index) => nameOf(first.values[index]));
  const pieces: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_OF_PIECE) {
    const some = rows.slice(at, at + ROWS_OF_PIECE);
    const cells = ({ line, values }: SheetRow) => ({ line, cells: values.slice(0, width).map(storable) });
    pieces.push(JSON.stringify(some.map(cells)));
  }
  return { header, rowCount: rows.length, pieces };
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
  let cells = 0;
  for await (const { line, values } of readRecords(piecesOf(utf8), delimiterIn(utf8))) {
    const count = filled(values);
    if (count === 0) continue;
    if (count > SHEET_LIMITS.columns) return { refusal: 'too many columns' as const };
    cells += count;
    characters += values.reduce((sum, value) => sum + value.length, 0);
    if (cells > SHEET_LIMITS.cells) return { refusal: 'too many cells' as const };
    if (characters > SHEET_LIMITS.characters) return { refusal: 'too much text' as const };
    rows.push({ line, values });
    if (rows.length > SHEET_LIMITS.rows) return { refusal: 'too many rows' as const };
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
