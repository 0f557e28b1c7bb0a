import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  delimiterOf,
  DELIMITERS,
  findColumns,
  isCsvFile,
  problemOf,
} from '~/domain/network/account-import/format';
import {
  countLines,
  formatOf,
  piecesOf,
  readRecords,
  toUtf8,
  type CsvRecord,
} from '~/domain/network/account-import/file.server';
import { judgeRow, splitAddress } from '~/domain/network/account-import/row';

const read = async (pieces: Iterable<Buffer>, delimiter: (typeof DELIMITERS)[number] = ',') => {
  const records: CsvRecord[] = [];
  for await (const record of readRecords(pieces, delimiter)) records.push(record);
  return records;
};

const value = fc.string({ unit: fc.constantFrom(...Array.from('ab "\',;\t\n\u00e9🚚=')), maxLength: 8 });
const file = fc.record({
  rows: fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { maxLength: 12 }),
  delimiter: fc.constantFrom(...DELIMITERS),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  bom: fc.boolean(),
  pieceSize: fc.integer({ min: 1, max: 40 }),
});

test('whatever is written as CSV is read again, with the lines it stands on, in pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, delimiter, lineBreak, bom, pieceSize }) => {
      const written = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter));
      const text = written.map((line) => line.replaceAll('\n', lineBreak)).join(lineBreak);
      const bytes = Buffer.from((bom ? '\uFEFF' : '') + text);
      const pieces = Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, i) =>
        bytes.subarray(i * pieceSize, (i + 1) * pieceSize),
      );
      let line = 1;
      const expected = rows.map((values) => {
        const here = { line, values };
        line += values.join('').split('\n').length;
        return here;
      });
      const isBlank = ({ values }: CsvRecord) => values.every((each) => each.trim() === '');
      expect(await read(pieces, delimiter)).toEqual(expected.filter((each) => !isBlank(each)));
    }),
  );
});

test('a quote that is not closed ends the import with the line', async () => {
  await expect(read([Buffer.from('a,b\n1,2\n"3,4\n5,6\n')])).rejects.toThrow(
    'A quotation mark opened after line 2 is never closed',
  );
});

test('quotes where none belong are part of the value', async () => {
  const records = await read([Buffer.from('Bob "Fast" Auto,"12"" pipes", "6300 Main St, Suite 4"\n')]);
  expect(records).toEqual([{ line: 1, values: ['Bob "Fast" Auto', '12" pipes', '6300 Main St, Suite 4'] }]);
});

test.each([
  ['Company Name,Address', ','],
  ['\uFEFFcompany name;ADDRESS;"City, State"', ';'],
  ['Company Name\tAddress', '\t'],
  ['\n\n"Company Name";"Address"', ';'],
])('%j is separated by %j', (header, delimiter) => {
  expect(delimiterOf(header)).toBe(delimiter);
});

test('UTF-8, Windows-1252 and marked UTF-16 are told apart', () => {
  const text = 'Company Name,Address\nCafé Straße,"1 Main St"\n';
  expect(toUtf8(Buffer.from(text)).toString()).toBe(text);
  expect(toUtf8(Buffer.from(text, 'latin1')).toString()).toBe(text);
  expect(toUtf8(Buffer.from(`\uFEFF${text}`, 'utf16le')).toString()).toBe(`\uFEFF${text}`);
  expect(toUtf8(Buffer.from([0x93, 0x41, 0x94])).toString()).toBe('“A”');
  expect(() => toUtf8(Buffer.from('PK\u0003\u0004\0\0'))).toThrow('Please select a valid CSV file');
});

test('a file is CSV by its type or its name', () => {
  expect(isCsvFile({ name: 'accounts.CSV', type: 'application/vnd.ms-excel' })).toBe(true);
  expect(isCsvFile({ name: 'accounts', type: 'text/csv' })).toBe(true);
  expect(isCsvFile({ name: 'accounts.csv.exe', type: '' })).toBe(false);
});

test('columns are known by their names whatever the case, and the proper name wins', () => {
  const header = ['Name', ' company NAME ', 'Street', 'ADDRESS', 'zip_code', 'Phone', 'type', 'Notes', ''];
  const columns = findColumns(header);
  expect(columns.at).toEqual({ name: 1, address: 3, zipCode: 4, phone: 5, accountType: 6 });
  expect(columns.ignored).toEqual(['Name', 'Street', 'Notes']);
  expect(problemOf(columns, header)).toBeNull();
  expect(problemOf(findColumns(['Firm', 'Address']), ['Firm', 'Address'])).toBe(
    'The first line must name the column Company Name. Found: Firm, Address.',
  );
});

test('a file without a header of ours is refused as a whole', () => {
  expect(() => formatOf(Buffer.from('\r\n \r\n'))).toThrow('The file is empty');
  expect(() => formatOf(Buffer.from('a,b\n1,2\n'))).toThrow(
    'The first line must name the columns Company Name and Address. Found: a, b.',
  );
  expect(formatOf(Buffer.from('\r\nCompany Name;Address\r\n')).delimiter).toBe(';');
});

test.each([
  ['12 Main St, Kansas City, MO 64105', '12 Main St', 'Kansas City', 'MO', '64105'],
  [
    '12 Main St, Suite 4, Kansas City, mo 64105-1234',
    '12 Main St, Suite 4',
    'Kansas City',
    'MO',
    '64105-1234',
  ],
  ['12 Main St, Kansas City MO 64105', '12 Main St', 'Kansas City', 'MO', '64105'],
  ['12 Main St, Kansas City, MO, 64105, USA', '12 Main St', 'Kansas City', 'MO', '64105'],
  ['12 Main St, Kansas City, MO', '12 Main St', 'Kansas City', 'MO', ''],
  ['12 Main St', '12 Main St', '', '', ''],
  ['Kansas City, MO 64105', 'Kansas City, MO 64105', '', '', ''],
  ['12 Main St, Rear, Door 5, XX 64105', '12 Main St, Rear, Door 5, XX 64105', '', '', ''],
])('%s', (line, address, city, state, zipCode) => {
  expect(splitAddress(line)).toEqual({ address, city, state, zipCode });
});

const columns = findColumns(['Company Name', 'Address', 'Phone', 'Type', 'City', 'State', 'ZIP']);
const judge = (...values: string[]) => judgeRow(values, columns, 'vendor');

test('a row becomes an account', () => {
  expect(
    judge(' Acme\n Auto ', '12 Main St', "'+1 816 555 0101", 'Service Shop', 'Boston', 'MA', '2134'),
  ).toEqual({
    account: {
      name: 'Acme Auto',
      address: '12 Main St',
      phone: '+1 816 555 0101',
      accountType: 'shop',
      city: 'Boston',
      state: 'MA',
      zipCode: '02134',
      deliverBy: '',
      instructions: '',
      customerNumber: '',
    },
  });
  expect(judge('Acme', '12 Main St, Olathe, KS 66062').account).toMatchObject({
    address: '12 Main St',
    city: 'Olathe',
    accountType: 'vendor',
    phone: '',
  });
});

test.each([
  [['', '12 Main St'], 'Company Name is required'],
  [['Acme', ''], 'Address is required'],
  [['Acme', '12 Main St', '555-0101'], 'Phone number must be at least 10 characters long'],
  [['Acme', '12 Main St', '', 'constructor'], 'Type must be Dealership, Vendor or Service Shop'],
  [['A'.repeat(201), '12 Main St'], 'Company Name must be at most 200 characters'],
  [['Acme\0', '12 Main St'], "Company Name contains characters that can't be saved"],
  [
    ['', '', '123'],
    'Company Name is required. Address is required. Phone number must be at least 10 characters long',
  ],
  [
    ['Acme', '12 Main St', '', '', '', '', '', 'MO'],
    'There are more values than columns. Put quotation marks around a value that contains a separator.',
  ],
])('%j is refused with its reason', (values, error) => {
  expect(judge(...values)).toEqual({ error });
});

test('pieces make up the whole, and lines are counted as editors do', () => {
  const bytes = Buffer.from('é,b\r\n'.repeat(20_000));
  const pieces = [...piecesOf(bytes)];
  expect(pieces.length).toBeGreaterThan(1);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(countLines(bytes)).toBe(20_000);
  expect(countLines(Buffer.from('a\rb\rc'))).toBe(3);
});

test.each([
  ['CT', '6606', '06606'],
  ['Connecticut', '6606', '06606'],
  ['NJ', '7030', '07030'],
  ['KS', '66061', '66061'],
])('a ZIP in %s given as %s is %s', (state, given, zipCode) => {
  const { account } = judge('Depot', '5 St', '', '', 'Somewhere', state, given);
  expect(account?.zipCode).toBe(zipCode);
});

test('a ZIP of four digits is completed only where ZIP codes begin with a zero; elsewhere the row is reported', () => {
  const { error } = judge('Depot', '5 St', '', '', 'Olathe', 'KS', '6606');
  expect(error).toBe('ZIP 6606 has four digits, and no ZIP code in KS begins with a zero');
  const { error: noState } = judge('Depot', '5 St', '', '', 'Olathe', '', '6606');
  expect(noState).toBe(
    'ZIP 6606 has four digits, and without a state we can’t tell whether a leading zero is missing',
  );
});
