/** How a file is read as CSV, in the browser's preview and on the server alike. */
import type { Options } from 'csv-parse';
import { isFor } from './columns';

/** As the gate has it for the whole request. */
export const LARGEST_FILE_BYTES = 10_000_000;

export const NO_CSV_FILE = 'Please select a valid CSV file';

/** By its type or its name: not every system knows the type. */
export const isCsvFile = ({ name, type }: { name: string; type: string }) =>
  type === 'text/csv' || /\.csv$/i.test(name);

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** For text whose lines end with a line feed. Quotes inside of a value that has none around it are just that. */
export const csvOptions = (delimiter: Delimiter) =>
  ({
    bom: true,
    delimiter,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    ltrim: true,
    skip_records_with_empty_values: true,
  }) satisfies Options;

/** The delimiter that makes the most of the header. */
export function delimiterOf(start: string): Delimiter {
  const header = /\S.*/.exec(start.replace(/^\uFEFF/, ''))?.[0] ?? '';
  const worth = (delimiter: Delimiter) => {
    const names = header.split(delimiter);
    return 1_000 * names.filter((name) => isFor(name)).length + names.length;
  };
  return DELIMITERS.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}
