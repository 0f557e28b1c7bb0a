/** The records of a file, one after the other, with the lines they stand on. */
import { parse, type CsvError, type InfoRecord } from 'csv-parse';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid } from '~/domain/errors';
import { csvOptions, type Delimiter } from './csv-format';

/** The line is the one on which the record begins. */
export type CsvRecord = { line: number; values: string[] };

/**
 * Reads UTF-8 piece by piece; nothing of it is kept.
 * @throws invalid when a quote is never closed: what comes after it can't be told apart.
 */
export async function* readRecords(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  delimiter: Delimiter,
): AsyncGenerator<CsvRecord> {
  let lastLine = 0;
  const records = parse({
    ...csvOptions(delimiter),
    info: true,
    // Hears of a record before an error behind it drops those that wait to be read.
    on_record: (values, { lines }) => {
      lastLine = lines;
      return values;
    },
  });
  const reading = pipeline(Readable.from(pieces), new LineFeeds(), records);
  // Told by the loop below as well; an error must not be unhandled meanwhile.
  reading.catch(() => undefined);
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: InfoRecord }>)
      yield { line: info.lines - breaksIn(record), values: record };
  } catch (error) {
    throw isUnclosed(error)
      ? invalid(`A quote that is opened after line ${String(lastLine)} is never closed`)
      : error;
  }
}

const breaksIn = (values: string[]) =>
  values.reduce((sum, value) => sum + (value.includes('\n') ? value.split('\n').length - 1 : 0), 0);

const isUnclosed = (error: unknown) =>
  error instanceof Error && 'code' in error && (error as CsvError).code === 'CSV_QUOTE_NOT_CLOSED';

const CR = 13;
const LF = 10;

/** Every line break becomes a line feed: the parser counts a carriage return within quotes as a line of its own. */
class LineFeeds extends Transform {
  private wasReturn = false;

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    // The line feed of a pair that was cut in two.
    const rest = this.wasReturn && piece[0] === LF ? piece.subarray(1) : piece;
    this.wasReturn = piece.at(-1) === CR;
    done(
      null,
      rest.includes(CR) ? Buffer.from(rest.toString('latin1').replaceAll(/\r\n?/g, '\n'), 'latin1') : rest,
    );
  }
}
