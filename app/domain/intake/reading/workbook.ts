/**
 * Reads the cells of a spreadsheet (Office Open XML, ISO/IEC 29500) as texts. Formulas are not computed: such a
 * cell has the value that was stored with it.
 */
import { readOpenDocument } from './open-document';
import { Exceeded, type Sheet, type SheetReason, type SheetRow, sheetRows } from './sheet-rows';
import { attributeOf, Unreadable, visit } from './xml';

/** Reads the text of a file within the workbook; null when there is none. */
type Part = (path: string) => Promise<string | null>;

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.spreadsheet';

/** The first visible sheet. @throws what `part` throws; anything else that cannot be read has a reason. */
export async function readWorkbook(part: Part): Promise<Sheet | { refusal: SheetReason }> {
  try {
    if ((await part('mimetype'))?.startsWith(OPEN_DOCUMENT)) {
      const sheet = readOpenDocument((await part('content.xml')) ?? '');
      return sheet.rows.length === 0 ? { refusal: 'empty' } : sheet;
    }
    const book = await readBook(part);
    const xml = await part(book.path);
    if (xml === null) return { refusal: 'unreadable' };
    const read = async (path: string | undefined) => (path === undefined ? '' : ((await part(path)) ?? ''));
    const texts = readTexts(await read(book.texts));
    const styles = readStyles(await read(book.styles));
    const rows = readRows(xml, { texts, styles, is1904: book.is1904 });
    return rows.length === 0 ? { refusal: 'empty' } : { rows, name: book.name, sheets: book.sheets };
  } catch (error) {
    if (error instanceof Exceeded) return { refusal: error.reason };
    if (error instanceof Unreadable) return { refusal: 'unreadable' };
    throw error;
  }
}

type Relation = { id: string; type: string; path: string };

/** Returns the files to which a file of the workbook refers. @param of its path; empty for the whole archive. */
async function relationsOf(part: Part, of: string): Promise<Relation[]> {
  const folder = of.slice(0, of.lastIndexOf('/') + 1);
  const relations: Relation[] = [];
  visit((await part(`${folder}_rels/${of.slice(folder.length)}.rels`)) ?? '', {
    open: (tag, attributes) => {
      if (tag !== 'Relationship') return;
      const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map(
        (name) => attributeOf(attributes, name) ?? '',
      );
      // Without its scheme, which differs between two editions of the standard.
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: pathFrom(folder, target) });
    },
  });
  return relations;
}

/** A target begins at the folder of its file, or with a slash at the top of the archive. */
function pathFrom(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of `${target.startsWith('/') ? '' : folder}${target}`.split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names.join('/');
}

type Book = {
  path: string;
  name: string;
  sheets: number;
  is1904: boolean;
  /** Files that a workbook need not have. */
  texts: string | undefined;
  styles: string | undefined;
};

/** Writers choose the prefix of the names of relationships. */
const PREFIXED_ID = /\s[\w.-]+:id=(["'])(.*?)\1/;
const USUAL_BOOK = 'xl/workbook.xml';

/** @throws Unreadable when the workbook lists no visible sheet. */
async function readBook(part: Part): Promise<Book> {
  const top = await relationsOf(part, '');
  const own = top.find(({ type }) => type === 'officeDocument')?.path ?? USUAL_BOOK;
  let is1904 = false;
  const sheets: { name: string; id: string }[] = [];
  visit((await part(own)) ?? '', {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(attributeOf(attributes, 'date1904') ?? '');
      if (tag !== 'sheet' || (attributeOf(attributes, 'state') ?? 'visible') !== 'visible') return;
      const [, , id = ''] = PREFIXED_ID.exec(attributes) ?? [];
      sheets.push({ name: attributeOf(attributes, 'name') ?? '', id });
    },
  });
  const [first] = sheets;
  if (!first) throw new Unreadable('no sheet');
  const relations = await relationsOf(part, own);
  const pathOf = (is: (relation: Relation) => boolean) => relations.find(is)?.path;
  return {
    path: pathOf(({ id }) => id === first.id) ?? 'xl/worksheets/sheet1.xml',
    texts: pathOf(({ type }) => type === 'sharedStrings'),
    styles: pathOf(({ type }) => type === 'styles'),
    name: first.name,
    sheets: sheets.length,
    is1904,
  };
}

/** The texts that cells name by their position. Readings of East Asian characters are left out. */
function readTexts(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  visit(xml, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 't') isText = true;
      else if (tag === 'rPh') isReading = true;
    },
    close: (tag) => {
      if (tag === 'si') texts.push(unescaped(text));
      else if (tag === 't') isText = false;
      else if (tag === 'rPh') isReading = false;
    },
    text: (piece) => {
      if (isText && !isReading) text += piece;
    },
  });
  return texts;
}

/** Control characters are written as `_x000D_`. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;

/** The meaning of a number. A text is a number with this many leading zeros, such as a ZIP code. */
type Style = 'number' | 'day' | 'moment' | 'time' | { digits: number };

const BUILT_IN: [from: number, to: number, style: Style][] = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'moment'],
  [27, 31, 'day'],
  [32, 33, 'time'],
  [36, 36, 'day'],
  [45, 47, 'time'],
  [50, 58, 'day'],
];

function styleOf(id: number, code: string | undefined): Style {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number';
  if (/^0+$/.test(code)) return { digits: code.length };
  // Texts in quotes, colors and conditions, and characters that stand for themselves.
  const plain = code
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/[\\_*]./g, '');
  const hasDay = /[yd]/i.test(plain) || /m{3,}/i.test(plain);
  const hasTime = /[hs]/i.test(plain);
  return hasDay ? (hasTime ? 'moment' : 'day') : hasTime ? 'time' : 'number';
}

function readStyles(xml: string): Style[] {
  const codes = new Map<number, string>();
  const styles: Style[] = [];
  let isInCells = false;
  visit(xml, {
    open: (tag, attributes) => {
      if (tag === 'cellXfs') isInCells = true;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (tag === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '');
      if (tag === 'xf' && isInCells) styles.push(styleOf(id, codes.get(id)));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

type Cells = { texts: string[]; styles: Style[]; is1904: boolean };
type Cell = { column: number; type: string; style: Style; text: string };

function readRows(xml: string, cells: Cells): SheetRow[] {
  const { rows, keep, end } = sheetRows();
  let line = 0;
  let cell: Cell = { column: -1, type: 'n', style: 'number', text: '' };
  let isValue = false;
  visit(xml, {
    open: (tag, attributes) => {
      if (tag === 'row') {
        line = lineOf(attributeOf(attributes, 'r'), line + 1);
        cell.column = -1;
      } else if (tag === 'c') {
        const style = cells.styles[Number(attributeOf(attributes, 's') ?? 0)] ?? 'number';
        const column = columnOf(attributeOf(attributes, 'r')) ?? cell.column + 1;
        cell = { column, type: attributeOf(attributes, 't') ?? 'n', style, text: '' };
      } else if (tag === 'v' || tag === 't') isValue = true;
      else if (tag === 'rPh') isValue = false;
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') isValue = false;
      else if (tag === 'c') keep(cell.column, valueOf(cell, cells));
      else if (tag === 'row') end(line);
    },
    text: (piece) => {
      if (isValue) cell.text += piece;
    },
  });
  return rows;
}

const lineOf = (text: string | null, otherwise: number) =>
  text !== null && /^\d{1,7}$/.test(text) ? Number(text) : otherwise;

const LETTERS = 26;

/** Returns the place of the column that `AB12` names, from 0; null without a name. */
function columnOf(name: string | null): number | null {
  const [, letters] = /^([A-Z]{1,3})\d/.exec(name ?? '') ?? [];
  if (letters === undefined) return null;
  let number = 0;
  for (const letter of letters) number = number * LETTERS + letter.charCodeAt(0) - 64;
  return number - 1;
}

function valueOf({ type, style, text }: Cell, { texts, is1904 }: Cells): string {
  if (type === 's') {
    if (text.trim() === '') return '';
    const found = texts[Number(text)];
    if (found === undefined) throw new Unreadable('a text that is not there');
    return found;
  }
  if (type === 'b') return text === '1' ? 'TRUE' : text === '' ? '' : 'FALSE';
  if (type === 'inlineStr' || type === 'str') return unescaped(text);
  if (type !== 'n') return text;
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return text;
  if (typeof style === 'object') return String(number).padStart(style.digits, '0');
  return (style !== 'number' && momentOf(number, style, is1904)) || String(number);
}

const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * 60_000;
/** The last day that spreadsheets know: December 31, 9999. */
const LAST_SERIAL = 2_958_465;

/**
 * Reads a count of days. The first system counts from January 1, 1900, and believes in a February 29, 1900; the other
 * one counts from January 1, 1904. @returns null for a number that is no day or time.
 */
export function momentOf(serial: number, style: 'day' | 'moment' | 'time', is1904: boolean): string | null {
  if (serial < 0 || serial > LAST_SERIAL) return null;
  const minutes = Math.round(serial * DAY_MINUTES);
  const days = Math.floor(minutes / DAY_MINUTES);
  const time = clockOf(minutes % DAY_MINUTES);
  if (style === 'time') return days === 0 ? time : null;
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  if (!is1904 && (days === 0 || days === 60)) return null;
  const day = new Date(first + days * DAY_MS).toISOString().slice(0, 10);
  return style === 'day' ? day : `${day} ${time}`;
}

const two = (number: number) => String(number).padStart(2, '0');
const clockOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
