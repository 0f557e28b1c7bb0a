/** Cells of spreadsheets are read as texts; what can't be read has a reason. */
import { expect, test } from 'vitest';
import { sheetOf } from '~/domain/intake/reading/sheet-of.server';
import { momentOf } from '~/domain/intake/reading/workbook';
import { filesOf, openDocumentOf, openSheetWith, sheetWith, workbookOf, zipOf } from '../support/workbooks';

async function rowsOf(bytes: Buffer) {
  const read = await sheetOf(bytes);
  return 'refusal' in read ? read.refusal : read.rows.map(({ line, values }) => [line, ...values]);
}

test('shared, inline and stored texts, truth values, errors and numbers are texts in their columns', async () => {
  const texts =
    '<si><t>A &amp; B</t></si><si><r><t>two </t></r><r><t xml:space="preserve">runs</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si><si><t><![CDATA[<c>]]>_x000D_</t></si>';
  const data = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row>
    <row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" t="e"><v>#REF!</v></c><c r="C4"><v>816.10000000000002</v></c><c r="D4"><v>1.2E3</v></c></row>
    <row r="5"><c r="A5"/><c r="B5" t="inlineStr"><is><t> </t></is></c></row>`;
  expect(await rowsOf(workbookOf({ data, texts }))).toEqual([
    [2, 'A & B', '', 'two runs', '<c>\r'],
    [4, 'TRUE', '#REF!', '816.1', '1200'],
  ]);
});

test('a formula is not computed: its cell has the value that was stored with it', async () => {
  const data =
    '<row r="1"><c r="A1"><f>1+1</f><v>7</v></c><c r="B1" t="str"><f>HYPERLINK("x")</f><v>=1+1</v></c><c r="C1"><f>NOW()</f></c></row>';
  expect(await rowsOf(workbookOf({ data }))).toEqual([[1, '7', '=1+1']]);
});

test('dates, times and leading zeros follow the format of the cell', async () => {
  const formats = [
    'yyyy-mm-dd',
    'm/d/yyyy h:mm',
    'h:mm AM/PM',
    '00000',
    '[Red]"day" 0.0',
    '[$-409]d\\-mmm;@',
  ];
  const cell = (style: number, value: string) => `<c s="${String(style)}"><v>${value}</v></c>`;
  const data = `<row>${cell(1, '46353')}${cell(2, '46353.604166666664')}${cell(3, '0.354166666666667')}${cell(4, '2139')}${cell(5, '46353')}${cell(6, '46353')}${cell(0, '46353')}</row>`;
  const shown = ['2026-11-27', '2026-11-27 14:30', '08:30', '02139', '46353', '2026-11-27', '46353'];
  expect(await rowsOf(workbookOf({ data, formats }))).toEqual([[1, ...shown]]);
  const of1904 = workbookOf({ data: `<row>${cell(1, '44891')}</row>`, formats, is1904: true });
  expect(await rowsOf(of1904)).toEqual([[1, '2026-11-27']]);
});

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [60, null],
  [61, '1900-03-01'],
  [46_353, '2026-11-27'],
  [2_958_465, '9999-12-31'],
  [2_958_466, null],
  [-1, null],
])('day %d of 1900 is %s', (serial, day) => {
  expect(momentOf(serial, 'day', false)).toBe(day);
});

test('a moment just before midnight rounds to the next day', () => {
  expect(momentOf(46_352.999_999, 'moment', false)).toBe('2026-11-27 00:00');
  expect(momentOf(0, 'day', true)).toBe('1904-01-01');
});

test('the first visible sheet is read, and its name is told when there are several', async () => {
  const sheets =
    '<sheet name="Notes" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Stops" sheetId="2" r:id="rId2"/><sheet name="More" sheetId="3" r:id="rId1"/>';
  const files = filesOf({ data: '<row><c><v>1</v></c></row>', sheets });
  const second = '<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>';
  const read = await sheetOf(zipOf({ ...files, 'xl/worksheets/second.xml': second }));
  expect(read).toEqual({ rows: [{ line: 1, values: ['2'] }], name: 'Stops', sheets: 2 });
});

const TEXTS = '<si><t>Where</t></si><si><t>Axle</t></si>';
const DATA =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>2139</v></c><c r="C1" t="s"/></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>';
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

/** The files of a workbook under other names, with the relationships that lead to them. */
function placed(book: string, names: { texts: string; styles: string; type: string; prefix: string }) {
  const files = filesOf({ data: DATA, texts: TEXTS, formats: ['00000'] });
  const folder = book.slice(0, book.lastIndexOf('/') + 1);
  const link = (id: string, type: string, target: string) =>
    `<Relationship Target="${target}" Type="${names.type}/${type}" Id="${id}"/>`;
  const pathOf = (target: string) => (target.startsWith('/') ? target.slice(1) : folder + target);
  return zipOf({
    '_rels/.rels': `<Relationships>${link('a', 'officeDocument', book)}</Relationships>`,
    [book]: files['xl/workbook.xml'].replaceAll('r:id=', `${names.prefix}:id=`),
    [`${folder}_rels/${book.slice(folder.length)}.rels`]: `<Relationships>${link('rId1', 'worksheet', './worksheets/Sheet1.xml')}
      ${link('t', 'sharedStrings', names.texts)}${link('s', 'styles', names.styles)}</Relationships>`,
    [`${folder}worksheets/Sheet1.xml`]: files['xl/worksheets/first.xml'],
    [pathOf(names.texts)]: files['xl/sharedStrings.xml'],
    [pathOf(names.styles)]: files['xl/styles.xml'],
  });
}

test.each([
  ['another name and capitals', 'xl/workbook.xml', 'SharedStrings.xml', '/xl/Styles.xml'],
  ['numbered files of a folder of their own', 'office/book1.xml', 'parts/strings2.xml', 'parts/look.xml'],
])('texts and styles are found by relationships: %s', async (_, book, texts, styles) => {
  for (const type of [STRICT, 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'])
    for (const prefix of ['r', 'ns0', 'd3p1'])
      expect(await rowsOf(placed(book, { texts, styles, type, prefix }))).toEqual([
        [1, 'Where', '02139'],
        [2, 'Axle'],
      ]);
});

test('a cell whose text is not there is refused, and does not become empty', async () => {
  const files = filesOf({ data: DATA, texts: TEXTS });
  const { 'xl/sharedStrings.xml': _, ...without } = files;
  expect(await rowsOf(zipOf(without))).toBe('unreadable');
  const beyond = '<row><c t="s"><v>7</v></c></row>';
  expect(await rowsOf(workbookOf({ data: beyond, texts: TEXTS }))).toBe('unreadable');
});

const row = (cells: string) => `<row>${cells}</row>`;
const MANY = '<c><v>1</v></c>'.repeat(30);

test.each([
  ['no archive', Buffer.from('PK\x03\x04 nothing'), 'unreadable'],
  ['an archive of something else', zipOf({ 'word/document.xml': '<x/>' }), 'unreadable'],
  ['no rows', workbookOf({ data: '' }), 'empty'],
  ['too many rows', workbookOf({ data: row('<c><v>1</v></c>').repeat(20_002) }), 'too many rows'],
  ['a column far to the right', workbookOf({ data: row('<c r="XFD1"><v>1</v></c>') }), 'too many columns'],
  ['a million columns', workbookOf({ data: row('<c><v>1</v></c>'.repeat(1_000_000)) }), 'too many columns'],
  [
    'a text that very many cells repeat',
    workbookOf({
      data: row('<c t="s"><v>0</v></c>'.repeat(100)).repeat(200),
      texts: `<si><t>${'x'.repeat(30_000)}</t></si>`,
    }),
    'too much text',
  ],
  ['a document type', workbookOf({ data: '<!DOCTYPE a [<!ENTITY b "c">]>' }), 'unreadable'],
  ['a tag without an end', workbookOf({ data: '<row r="1' }), 'unreadable'],
  ['a sheet that unpacks to 200 MB', workbookOf({ data: row(MANY).repeat(450_000) }), 'too large'],
  [
    'a sheet that unpacks to more than it says',
    zipOf({ ...filesOf({ data: '' }), 'xl/worksheets/first.xml': { text: ' '.repeat(9_000), claims: 100 } }),
    'unreadable',
  ],
  [
    'thousands of files',
    zipOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`f${String(index)}`, '']))),
    'too large',
  ],
])('%s has a reason', async (_, bytes, reason) => {
  expect(await sheetOf(bytes)).toEqual({ refusal: reason });
});

test('cells without names stand one after the other', async () => {
  expect(await rowsOf(sheetWith([['a', '', 'c'], ['=1+1']]))).toEqual([
    [1, 'a', '', 'c'],
    [2, '=1+1'],
  ]);
});

const openTable = (rows: string, name = 'Stops', style = 'ta1') =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
const openRow = (cells: string, times = 1) =>
  `<table:table-row table:number-rows-repeated="${String(times)}">${cells}</table:table-row>`;
const value = (type: string, attribute: string, text: string) =>
  `<table:table-cell office:value-type="${type}" ${attribute}><text:p>${text}</text:p></table:table-cell>`;

test('cells of an OpenDocument spreadsheet are read by what they have, not by how it is shown', async () => {
  const cells = [
    value('float', 'office:value="8165550123"', '8.17E+09'),
    value('float', 'office:value="2139"', '02139'),
    value('date', 'office:date-value="2026-11-27"', '11/27/26'),
    value('date', 'office:date-value="2026-11-27T16:15:00"', 'Friday'),
    value('time', 'office:time-value="PT13H30M00S"', '1:30 PM'),
    value('string', 'calcext:value-type="error" office:string-value=""', '#N/A'),
    value('float', 'office:value="0" calcext:value-type="error"', '#DIV/0!'),
    value('boolean', 'office:boolean-value="true"', 'TRUE'),
  ];
  const texts = `<table:table-cell office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation><text:p>A &amp;<text:s text:c="2"/>B</text:p><text:p><text:span>C</text:span></text:p></table:table-cell>`;
  const shown = ['8165550123', '02139', '2026-11-27', '2026-11-27 16:15', '13:30', '#N/A', '#DIV/0!', 'TRUE'];
  const tables = openTable(openRow(cells.join('')) + openRow(`<table:table-cell/>${texts}`));
  expect(await rowsOf(openDocumentOf({ tables }))).toEqual([
    [1, ...shown],
    [2, '', 'A &  B C'],
  ]);
});

test('repeated cells and rows of an OpenDocument spreadsheet keep their places', async () => {
  const x = '<table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>';
  const gap = '<table:table-cell table:number-columns-repeated="2"/>';
  const end = '<table:table-cell table:number-columns-repeated="16380"/>';
  const tables = openTable(
    openRow(`${x}${gap}${x}${end}`) + openRow(end, 3) + openRow(x, 2) + openRow(x) + openRow(end, 1_048_570),
  );
  expect(await rowsOf(openDocumentOf({ tables }))).toEqual([
    [1, 'x', 'x', '', '', 'x', 'x'],
    [5, 'x', 'x'],
    [6, 'x', 'x'],
    [7, 'x', 'x'],
  ]);
});

test('the first visible sheet of an OpenDocument spreadsheet is read', async () => {
  const styles =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const row = (text: string) => openRow(`<table:table-cell><text:p>${text}</text:p></table:table-cell>`);
  const tables =
    openTable(row('hidden'), 'Notes', 'ta2') + openTable(row('read')) + openTable(row('other'), 'More');
  const read = await sheetOf(openDocumentOf({ tables, styles }));
  expect(read).toEqual({ rows: [{ line: 1, values: ['read'] }], name: 'Stops', sheets: 2 });
});

test.each([
  ['no sheet', openDocumentOf({ tables: '' }), 'unreadable'],
  ['no values', openSheetWith([['', '']]), 'empty'],
  [
    'a value in a million columns',
    openDocumentOf({
      tables: openTable(
        openRow(
          '<table:table-cell table:number-columns-repeated="1000000"><text:p>x</text:p></table:table-cell>',
        ),
      ),
    }),
    'too many columns',
  ],
  [
    'a row a million times',
    openDocumentOf({
      tables: openTable(openRow('<table:table-cell><text:p>x</text:p></table:table-cell>', 1_000_000)),
    }),
    'too many rows',
  ],
])('an OpenDocument spreadsheet with %s has a reason', async (_, bytes, reason) => {
  expect(await sheetOf(bytes)).toEqual({ refusal: reason });
});
