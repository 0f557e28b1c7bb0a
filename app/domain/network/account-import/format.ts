/**
 * Recognizes the format of a file and the meaning of its columns, both for the browser's preview and on the
 * server.
 */
import type { Options } from 'csv-parse';

/** Equal to the limit for the whole request. */
export const LARGEST_FILE_BYTES = 10_000_000;

export const NO_CSV_FILE = 'Please select a valid CSV file';

/** Checks the type or the name, because not every system knows the type. */
export const isCsvFile = ({ name, type }: { name: string; type: string }) =>
  type === 'text/csv' || /\.csv$/i.test(name);

export const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * More than any spreadsheet of accounts has. Without the limit, a line of ten million commas would fill the
 * memory.
 */
export const MOST_COLUMNS = 1_000;
export const TOO_MANY_COLUMNS = `A row has at most ${MOST_COLUMNS.toLocaleString('en-US')} columns`;

/** For text with line feeds. Quotes within an unquoted value are ordinary characters. */
export const csvOptions = (delimiter: Delimiter) =>
  ({
    bom: true,
    delimiter,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    ltrim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }) satisfies Options;

/** Returns the delimiter that finds the most known columns in the header. */
export function delimiterOf(start: string): Delimiter {
  const header = /\S.*/.exec(start.replace(/^\uFEFF/, ''))?.[0] ?? '';
  const worth = (delimiter: Delimiter) => {
    const names = header.split(delimiter, MOST_COLUMNS);
    return 1_000 * names.filter((name) => isFor(name)).length + names.length;
  };
  return DELIMITERS.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}

export const FIELDS = [
  'name',
  'address',
  'phone',
  'accountType',
  'city',
  'state',
  'zipCode',
  'deliverBy',
  'instructions',
  'customerNumber',
] as const;
export type Field = (typeof FIELDS)[number];

/** The names that people know. The first two columns are required. */
export const COLUMN_NAMES: Record<Field, string> = {
  name: 'Company Name',
  address: 'Address',
  phone: 'Phone',
  accountType: 'Type',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP',
  deliverBy: 'Deliver By',
  instructions: 'Instructions',
  customerNumber: 'Customer Number',
};
/** The account type of a file when the person chooses none: most files list customers. */
export const DEFAULT_TYPE = 'shop';

const REQUIRED: Field[] = ['name', 'address'];

const SPELLINGS: Record<Field, string[]> = {
  name: ['companyname', 'company', 'accountname', 'name'],
  address: ['address', 'streetaddress', 'street'],
  phone: ['phone', 'phonenumber', 'telephone'],
  accountType: ['type', 'accounttype'],
  city: ['city'],
  state: ['state'],
  zipCode: ['zip', 'zipcode', 'postalcode'],
  deliverBy: ['deliverby', 'partsby', 'dueby'],
  instructions: ['instructions', 'instructionsfordrivers', 'driverinstructions', 'deliveryinstructions'],
  customerNumber: ['customernumber', 'customerno', 'customernr'],
};

const NAMED_SOURCE = /^(customer [^()]*)\(([^()]+)\)\s*$/i;

/** The source of documents that a column names: `Customer Number (Parts counter)`; null for none. */
export const sourceIn = (columnName: string): string | null =>
  NAMED_SOURCE.exec(columnName.trim())?.[2]?.trim() ?? null;

/** Returns the field for a column of this name. */
function isFor(columnName: string): Field | undefined {
  const plain = columnName
    .trim()
    .replace(NAMED_SOURCE, '$1')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return FIELDS.find((field) => SPELLINGS[field].includes(plain));
}

export type Columns = {
  /** The index of each field in a row. */
  at: Partial<Record<Field, number>>;
  count: number;
  /** Names of required columns that are missing. */
  missing: string[];
  /** Names of columns that are ignored. */
  ignored: string[];
};

/** Returns the reason why a file with such a header can't be imported, or null. */
export function findColumns(header: string[]): Columns {
  const at: Columns['at'] = {};
  for (const [index, name] of header.entries()) {
    const field = isFor(name);
    if (!field) continue;
    const isProper = name.trim().toLowerCase() === COLUMN_NAMES[field].toLowerCase();
    const taken = at[field];
    if (
      taken === undefined ||
      (isProper && header[taken]?.trim().toLowerCase() !== name.trim().toLowerCase())
    )
      at[field] = index;
  }
  const taken = new Set(Object.values(at));
  return {
    at,
    count: header.length,
    missing: REQUIRED.filter((field) => at[field] === undefined).map((field) => COLUMN_NAMES[field]),
    ignored: header.filter((name, index) => !taken.has(index) && name.trim() !== ''),
  };
}

/** Why a file with such a header can't be imported, or null. */
export function problemOf({ missing }: Columns, header: string[]): string | null {
  if (missing.length === 0) return null;
  const found = header.map((name) => name.trim()).filter(Boolean);
  const has = found.length > 0 ? ` Found: ${shorten(found.join(', '))}.` : '';
  const columns = missing.length === 1 ? 'column' : 'columns';
  return `The first line must name the ${columns} ${missing.join(' and ')}.${has}`;
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
