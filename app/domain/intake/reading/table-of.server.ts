/** Reads an uploaded file as a table: a spreadsheet, or text with a character between its columns. */
import { DomainError } from '~/domain/kernel/errors';
import { inEnglish } from '~/domain/kernel/sentence';
import { piecesOf, readRecords, toUtf8 } from '~/domain/network/account-import/file.server';
import { DELIMITERS, type Delimiter } from '~/domain/network/account-import/format';
import { sheetOf } from './sheet-of.server';
import { SHEET_LIMITS, type SheetReason, type SheetRow } from './sheet-rows';

export type Table = {
  header: string[];
  rowCount: number;
  /** JSON of rows with their cells. */
  pieces: string[];
  /** Whether a column has values. */
  filled: boolean[];
  /** The line of the header, if there are titles above it. */
  headerLine: number | null;
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
    const at = headerIn(read.rows);
    const [header, ...rows] = read.rows.slice(at);
    if (!header) return { refusal: 'empty' };
    const headerLine = at === 0 ? null : header.line;
    return { ...partsOf(header, rows), headerLine, sheet: read.sheets > 1 ? read.name : null };
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, english: inEnglish(error.said) };
    throw error;
  }
}

const TITLES = 10;

/** Returns the place of the header. Titles above it have one value, or few ones. */
function headerIn(rows: SheetRow[]): number {
  const start = rows.slice(0, TITLES + 1).map(({ values }) => values.filter((value) => value.trim() !== ''));
  const usual = start.map(({ length }) => length).sort((one, other) => one - other)[start.length >> 1] ?? 0;
  const at = start.findIndex(({ length }) => length > 1 && length * 2 > usual);
  // A row of values is no header, so the first one is.
  return start[at]?.every((name) => /\p{L}/u.test(name)) ? at : 0;
}

function partsOf(first: SheetRow, rows: SheetRow[]): Omit<Table, 'sheet' | 'headerLine'> {
  const width = rows.reduce((most, { values }) => Math.max(most, filled(values)), filled(first.values));
  const header = Array.from({ length: width }, (_, index) => nameOf(first.values[index]));
  const hasValues = header.map((_, index) => rows.some(({ values }) => (values[index] ?? '').trim() !== ''));
  const pieces: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_OF_PIECE) {
    const some = rows.slice(at, at + ROWS_OF_PIECE);
    const cells = ({ line, values }: SheetRow) => ({ line, cells: values.slice(0, width).map(storable) });
    pieces.push(JSON.stringify(some.map(cells)));
  }
  return { header, rowCount: rows.length, pieces, filled: hasValues };
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
const START_LINES = 20;

/** Returns the character that most lines have equally often outside of quotes; of several the most frequent one. */
function delimiterIn(utf8: Buffer): Delimiter {
  const lines = utf8
    .subarray(0, START_BYTES)
    .toString()
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, START_LINES)
    .map((line) => line.split('"').filter((_, index) => index % 2 === 0));
  const worth = (delimiter: Delimiter) => {
    const times = new Map<number, number>();
    for (const outside of lines) {
      const count = outside.reduce((sum, piece) => sum + piece.split(delimiter).length - 1, 0);
      if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
    }
    const [count = 0, equal = 0] = [...times].sort(([, one], [, other]) => other - one)[0] ?? [];
    return equal + count / START_BYTES;
  };
  return DELIMITERS.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}
