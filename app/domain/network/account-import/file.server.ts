/** Reads a file to import: its bytes as UTF-8, its format, and its records with their lines. */
import { parse, type CsvError, type InfoRecord } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { isUtf8 } from 'node:buffer';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid } from '~/domain/kernel/errors';
import {
  csvOptions,
  delimiterOf,
  findColumns,
  MOST_COLUMNS,
  NO_CSV_FILE,
  problemOf,
  TOO_MANY_COLUMNS,
  type Delimiter,
} from './format';
import { untranslated } from '~/domain/kernel/sentence';

const EMPTY = 'The file is empty';

type FileFormat = { delimiter: Delimiter; header: string[] };

/** @throws invalid when the file is empty, or a column is missing. */
export function formatOf(utf8: Buffer): FileFormat {
  const start = startOf(utf8);
  const delimiter = delimiterOf(start);
  const header = firstRecord(start, delimiter);
  if (!header) throw invalid(untranslated('emptyFile', EMPTY));
  if (header.length > MOST_COLUMNS) throw invalid(untranslated('tooManyColumns', TOO_MANY_COLUMNS));
  const problem = problemOf(findColumns(header), header);
  if (problem) throw invalid(untranslated('missingColumn', problem));
  return { delimiter, header };
}

function firstRecord(start: string, delimiter: Delimiter): string[] | undefined {
  try {
    return parseAtOnce(start, { ...csvOptions(delimiter), to: 1 })[0];
  } catch {
    throw invalid(untranslated('quoteOpenInFirstLine', 'A quotation mark in the first line is never closed'));
  }
}

const PIECE_BYTES = 65_536;

/** The pieces are small enough that the rows of one fit into memory. */
export function* piecesOf(utf8: Buffer): Generator<Buffer> {
  for (let at = 0; at < utf8.length; at += PIECE_BYTES) yield utf8.subarray(at, at + PIECE_BYTES);
}

const UTF_16_LE = Buffer.from([0xff, 0xfe]);
const UTF_16_BE = Buffer.from([0xfe, 0xff]);
const START_BYTES = 65_536;

/**
 * Converts to UTF-8: from UTF-16 when it is marked so, as spreadsheets do; else from Windows-1252, unless it
 * is UTF-8 already. @throws invalid when it is no text, for example a renamed workbook.
 */
export function toUtf8(bytes: Buffer): Buffer {
  if (bytes.subarray(0, 2).equals(UTF_16_LE)) return Buffer.from(bytes.toString('utf16le'));
  if (bytes.subarray(0, 2).equals(UTF_16_BE))
    return Buffer.from(
      Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le'),
    );
  if (bytes.subarray(0, START_BYTES).includes(0)) throw invalid(untranslated('noCsvFile', NO_CSV_FILE));
  return isUtf8(bytes) ? bytes : Buffer.from(fromWindows1252(bytes));
}

// The characters of Windows-1252 where Latin-1 has control characters, from 0x80 on. Some versions of TextDecoder leave these out.
const WINDOWS_ONLY = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const fromWindows1252 = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (each) => WINDOWS_ONLY.charAt(each.charCodeAt(0) - 0x80));

/** Returns the first lines, to examine them before the whole file is read. */
const startOf = (utf8: Buffer) =>
  new TextDecoder().decode(utf8.subarray(0, START_BYTES), { stream: true }).replaceAll(/\r\n?/g, '\n');

const LF = 10;

/** Counts the lines, so that people can follow the progress. */
export function countLines(utf8: Buffer): number {
  let breaks = 0;
  for (let at = utf8.indexOf(LF); at !== -1; at = utf8.indexOf(LF, at + 1)) breaks += 1;
  if (breaks === 0) breaks = utf8.toString('latin1').split('\r').length - 1;
  const endsWithBreak = /[\r\n]$/.test(utf8.subarray(-1).toString('latin1'));
  return endsWithBreak ? breaks : breaks + 1;
}

/** The line is the one on which the record begins. */
export type CsvRecord = { line: number; values: string[] };

/** The parser returns a record together with information about it. */
type Read = { record: string[]; info: InfoRecord };

/** Much more than a row has, and enough for the data that waits between the file and the parser. */
const LONGEST_RECORD_BYTES = 512 * 1_024;

/**
 * Reads UTF-8 piece by piece, and keeps nothing. @throws invalid when a row is too long, or when a quote is
 * never closed, because the rows behind it can't be told apart.
 */
export async function* readRecords(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  delimiter: Delimiter,
): AsyncGenerator<CsvRecord> {
  let lastLine = 0;
  let unfinishedBytes = 0;
  const tooLong = () =>
    invalid(
      untranslated(
        'rowTooLong',
        `The row after line ${String(lastLine)} is too long. It may have a quotation mark that is never closed`,
      ),
    );
  const records = parse({
    ...csvOptions(delimiter),
    info: true,
    // Counts the record now: a later error drops the records that wait to be read.
    on_record: (read, { lines }) => {
      lastLine = lines;
      unfinishedBytes = 0;
      const { record } = read as unknown as Read;
      if (record.length > MOST_COLUMNS)
        throw invalid(
          untranslated('tooManyColumnsInLine', `${TOO_MANY_COLUMNS}. Line ${String(lines)} has more`),
        );
      return read;
    },
  });
  const lines = new LineFeeds((piece) => {
    unfinishedBytes = areBlankRows(piece) ? 0 : unfinishedBytes + piece.length;
    return unfinishedBytes > LONGEST_RECORD_BYTES ? tooLong() : null;
  });
  const reading = pipeline(Readable.from(pieces), lines, records);
  // The loop below reports the error as well; until then this keeps it from being unhandled.
  reading.catch(() => undefined);
  try {
    for await (const { record, info } of records as AsyncIterable<Read>)
      yield { line: info.lines - breaksIn(record), values: record };
  } catch (error) {
    throw isUnclosed(error)
      ? invalid(
          untranslated('quoteOpen', `A quotation mark opened after line ${String(lastLine)} is never closed`),
        )
      : error;
  }
}

const breaksIn = (values: string[]) =>
  values.reduce((sum, value) => sum + (value.includes('\n') ? value.split('\n').length - 1 : 0), 0);

const isUnclosed = (error: unknown) =>
  error instanceof Error && 'code' in error && (error as CsvError).code === 'CSV_QUOTE_NOT_CLOSED';

/** The parser skips these rows silently. */
const areBlankRows = (piece: Buffer) => piece.includes(LF) && /^[\s,;]*$/.test(piece.toString('latin1'));

const CR = 13;

const QUOTE_OR_BLANK_ROW = /"|\n[ \t,;]+(?=\n)/g;

/**
 * Turns every line break into a line feed, because the parser counts a carriage return within quotes as a
 * line of its own. Blank rows become empty lines, because the parser makes an error object with a stack for
 * each row that is longer than the header.
 */
class LineFeeds extends Transform {
  private wasReturn = false;
  private isQuoted = false;

  /** @param refuse gets each piece, and returns an error to stop. */
  constructor(private readonly refuse: (piece: Buffer) => Error | null) {
    super();
  }

  private readonly emptied = (found: string) => {
    if (found !== '"') return this.isQuoted ? found : '\n';
    this.isQuoted = !this.isQuoted;
    return found;
  };

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    // Skips the line feed of a CR LF that was cut in two.
    const rest = this.wasReturn && piece[0] === LF ? piece.subarray(1) : piece;
    this.wasReturn = piece.at(-1) === CR;
    const text = rest
      .toString('latin1')
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(QUOTE_OR_BLANK_ROW, this.emptied);
    done(this.refuse(piece), Buffer.from(text, 'latin1'));
  }
}
