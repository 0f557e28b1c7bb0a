/** Makes spreadsheets (.xlsx) for tests: the least that a workbook needs, packed by hand so that it can also lie. */
import { crc32, deflateRawSync } from 'node:zlib';

type Packed = {
  text: string | Buffer;
  /** The size that the archive claims for the unpacked file. */
  claims?: number;
};

/** Packs files into a zip archive. */
export function zipOf(files: Record<string, string | Packed>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, given] of Object.entries(files)) {
    const { text, claims } = typeof given === 'string' ? { text: given, claims: undefined } : given;
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claims ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 0, 'latin1');
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 0, 24);
    entry.writeUInt32LE(at, 42);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed]);
    bodies.push(body);
    entries.push(entry, Buffer.from(name));
    at += body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length / 2, 8);
  end.writeUInt16LE(entries.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

type Workbook = {
  /** The XML inside of `sheetData`. */
  data: string;
  texts?: string;
  /** Codes of number formats; a cell with `s="1"` has the first one. */
  formats?: string[];
  is1904?: boolean;
  sheets?: string;
};

export function filesOf({ data, texts = '', formats = [], is1904 = false, sheets }: Workbook) {
  const formatted = formats.map(
    (code, index) => `<numFmt numFmtId="${String(164 + index)}" formatCode="${xmlText(code)}"/>`,
  );
  const styles = ['0', ...formats.map((_, index) => String(164 + index))];
  return {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${MAIN} xmlns:r="r"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${
      sheets ?? '<sheet name="Sheet1" sheetId="1" r:id="rId1"/>'
    }</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/first.xml"/><Relationship Id="rId2" Target="/xl/worksheets/second.xml"/>
      <Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId4" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/first.xml': `<worksheet ${MAIN}><sheetData>${data}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${formatted.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
}

export const workbookOf = (workbook: Workbook): Buffer => zipOf(filesOf(workbook));

const inline = (text: string) => `<c t="inlineStr"><is><t>${xmlText(text)}</t></is></c>`;

/** A workbook whose cells are texts. */
export const sheetWith = (rows: string[][]): Buffer =>
  workbookOf({ data: rows.map((cells) => `<row>${cells.map(inline).join('')}</row>`).join('') });

type OpenDocument = {
  /** The XML of the tables. */
  tables: string;
  styles?: string;
};

/** A spreadsheet in the format of LibreOffice (.ods). */
export const openDocumentOf = ({ tables, styles = '' }: OpenDocument): Buffer =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });

const openCell = (text: string) =>
  text === ''
    ? '<table:table-cell/>'
    : `<table:table-cell office:value-type="string"><text:p>${xmlText(text)}</text:p></table:table-cell>`;

/** One whose cells are texts. */
export const openSheetWith = (rows: string[][]): Buffer =>
  openDocumentOf({
    tables: `<table:table table:name="Sheet1">${rows
      .map((cells) => `<table:table-row>${cells.map(openCell).join('')}</table:table-row>`)
      .join('')}</table:table>`,
  });
