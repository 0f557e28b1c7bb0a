/** A file that can be imported, as far as its beginning tells. */
import { parse } from 'csv-parse/sync';
import { invalid } from '~/domain/errors';
import { findColumns, problemOf } from './columns';
import { csvOptions, delimiterOf, type Delimiter } from './csv-format';
import { startOf } from './text.server';

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
