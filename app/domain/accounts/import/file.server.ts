/** A file that is to be imported: from its bytes to UTF-8, and its format, as far as its beginning tells. */
import { parse } from 'csv-parse/sync';
import { isUtf8 } from 'node:buffer';
import { invalid } from '~/domain/errors';
import { findColumns, problemOf } from './columns';
import { csvOptions, delimiterOf, NO_CSV_FILE, type Delimiter } from './csv-format';

const EMPTY = 'The file is empty';

type FileFormat = { delimiter: Delimiter; header: string[] };

/** @throws invalid when there is nothing in it, or a column is missing. */
export function formatOf(utf8: Buffer): FileFormat {
  const start = startOf(utf8);
  const delimiter = delimiterOf(start);
  const header = firstRecord(start, delimiter);
  if (!header) throw invalid(EMPTY);
  const problem = problemOf(findColumns(header), header);
  if (problem) throw invalid(problem);
  return { delimiter, header };
}

function firstRecord(start: string, delimiter: Delimiter): string[] | undefined {
  try {
    return parse(start, { ...csvOptions(delimiter), to: 1 })[0];
  } catch {
    throw invalid('A quote in the first line is never closed');
  }
}

const PIECE_BYTES = 65_536;

/** Small enough for the rows of one to be in memory together. */
export function* piecesOf(utf8: Buffer): Generator<Buffer> {
  for (let at = 0; at < utf8.length; at += PIECE_BYTES) yield utf8.subarray(at, at + PIECE_BYTES);
}

const UTF_16_LE = Buffer.from([0xff, 0xfe]);
const START_BYTES = 65_536;

/**
 * UTF-8 as it is; UTF-16 when it is marked so, as spreadsheets do; else Windows-1252.
 * @throws invalid when it is no text: a workbook under another name, say.
 */
export function toUtf8(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 2).equals(UTF_16_LE)) return Buffer.from(bytes.toString('utf16le'));
  if (bytes.subarray(0, START_BYTES).includes(0)) throw invalid(NO_CSV_FILE);
  return isUtf8(bytes) ? bytes : Buffer.from(fromWindows1252(bytes));
}

// The characters of Windows-1252 where Latin-1 has control characters, from 0x80 on. Some versions of TextDecoder leave these out.
const WINDOWS_ONLY = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const fromWindows1252 = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (each) => WINDOWS_ONLY.charAt(each.charCodeAt(0) - 0x80));

/** The first lines, to look at them before all is read. */
const startOf = (utf8: Buffer) =>
  new TextDecoder().decode(utf8.subarray(0, START_BYTES), { stream: true }).replaceAll(/\r\n?/g, '\n');

const LF = 10;

/** How many lines there are, for a progress that people can follow. */
export function countLines(utf8: Buffer): number {
  let breaks = 0;
  for (let at = utf8.indexOf(LF); at !== -1; at = utf8.indexOf(LF, at + 1)) breaks += 1;
  if (breaks === 0) breaks = utf8.toString('latin1').split('\r').length - 1;
  const endsWithBreak = /[\r\n]$/.test(utf8.subarray(-1).toString('latin1'));
  return endsWithBreak ? breaks : breaks + 1;
}
