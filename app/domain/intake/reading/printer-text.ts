/** Reads what a system sends to a printer for text: characters, moves of the print head, and escape codes. */
import { LIMITS, type Reading, UNREADABLE, type Word } from './words';

/** The usual pitch of printers: 10 characters and 6 lines to the inch. */
const CELL = 7.2;
const LINE = 12;
const TAB = 8;
const MOST_COLUMNS = 500;

const [BACKSPACE, TABULATOR, LINE_FEED, FORM_FEED, RETURN, ESCAPE] = [0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b];

/** Ends what a printer was told before. */
export const UNIVERSAL_EXIT = '\u001b%-12345X';
/** PCL: `ESC`, one of these, parameters, and a capital letter at the end. */
const PARAMETERIZED = new Set(Buffer.from('%&()*'));
/** Epson: these are followed by one byte. */
const WITH_ONE_BYTE = new Set(Buffer.from('-!3AJNQRSUWaklprstwxCi'));
/** Bell, pitch, end of file and other codes of printers that print nothing; and the mark at the start of UTF-8. */
const IGNORED = new Set([0x07, 0x0b, 0x0e, 0x0f, 0x11, 0x12, 0x13, 0x14, 0x18, 0x1a, 0x7f, 0xfeff]);
const MOST_PARAMETERS = 32;

// prettier-ignore
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';

/** Its first 32 characters; the others are those of Unicode. Node's decoder takes the name for ISO 8859-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const isLetter = (byte: number | undefined) => byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte));

/** UTF-8 where it is valid. In code page 437 the bytes 0x80 to 0x9F are letters, in Windows 1252 mostly quotes. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // It is one of the two below.
  }
  let letters = 0;
  let others = 0;
  bytes.forEach((byte, index) => {
    if (byte < 0x80 || byte > 0x9f) return;
    // Quotes and dashes of Windows 1252.
    const isQuote = byte >= 0x91 && byte <= 0x97;
    if (!isQuote && (isLetter(bytes[index - 1]) || isLetter(bytes[index + 1]))) letters += 1;
    else others += 1;
  });
  const upper = letters > others ? CODE_PAGE_437 : WINDOWS_1252;
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? String.fromCharCode(byte)),
  ).join('');
}

type Cells = Map<number, string>;

/** Never throws: what cannot be read has a reason. */
export function readPrinterText(bytes: Uint8Array): Reading {
  const text = withoutJobCommands(decodeText(bytes));
  if (text.startsWith('%!')) return { refusal: 'printer language' };
  const head = /^\) HP-PCL XL/m.test(text.slice(0, 1_000));
  if (head) return { refusal: 'printer language' };
  if (text.includes('\u0000')) return { refusal: 'unreadable' };
  const printed = print(text);
  if (printed === 'picture') return { refusal: 'picture' };
  const words: Word[] = [];
  if (printed.length > LIMITS.pages) return { refusal: 'too many pages' };
  for (const [index, page] of printed.entries()) {
    for (const [line, cells] of [...page].sort(([one], [other]) => one - other)) {
      words.push(...wordsOf(cells).map((word) => ({ page: index + 1, y: (line + 1) * LINE, ...word })));
      if (words.length > LIMITS.words) return { refusal: 'too many words' };
    }
  }
  return words.length === 0 ? { refusal: 'empty' } : { words, pages: printed.length };
}

function withoutFirstCommands(part: string): string {
  const lines = part.split('\n');
  const first = lines.findIndex((line) => !line.startsWith('@PJL'));
  return first === -1 ? '' : lines.slice(first).join('\n');
}

/** Lines of the printer job language are no part of the document. */
const withoutJobCommands = (text: string) => text.split(UNIVERSAL_EXIT).map(withoutFirstCommands).join('');

/** Where the print head is, and how many characters and lines an inch has. */
type Head = { line: number; column: number; perInch: number; linesPerInch: number };

/** Returns the pages: lines by number, with characters by column. Empty pages at the end are left out. */
function print(text: string): Map<number, Cells>[] | 'picture' {
  // A return is a line's end only where the system sends no line feeds at all.
  const endsByReturn = !text.includes('\n');
  let page = new Map<number, Cells>();
  const pages = [page];
  const head: Head = { line: 0, column: 0, perInch: 10, linesPerInch: 6 };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === ESCAPE) {
      const after = afterEscape(text, at);
      if (after === 'picture') return after;
      moveBy(head, text.slice(at + 1, after));
      at = after - 1;
    } else if (code === LINE_FEED) {
      head.line += 1;
      head.column = 0;
    } else if (code === RETURN) {
      head.column = 0;
      if (endsByReturn) head.line += 1;
    } else if (code === FORM_FEED) {
      [head.line, head.column] = [0, 0];
      // Empty pages are left out.
      if (page.size === 0) continue;
      page = new Map();
      pages.push(page);
    } else if (code === BACKSPACE) head.column = Math.max(0, head.column - 1);
    else if (code === TABULATOR) head.column = (Math.floor(head.column / TAB) + 1) * TAB;
    else if (!IGNORED.has(code)) {
      put(page, head.line, head.column, code < 0x20 ? UNREADABLE : text.charAt(at));
      head.column = Math.min(MOST_COLUMNS, head.column + 1);
    }
  }
  return pages.filter(({ size }) => size > 0);
}

/** A letter that is printed over an underline, or twice, stays the letter. */
function put(page: Map<number, Cells>, line: number, column: number, character: string): void {
  if (character === ' ') return;
  const cells = page.get(line) ?? new Map<number, string>();
  page.set(line, cells);
  if (character !== '_' || !cells.has(column)) cells.set(column, character);
}

/** Returns the index after the escape code. Raster data is a picture, which has no text. */
function afterEscape(text: string, at: number): number | 'picture' {
  const code = text.charCodeAt(at + 1);
  if (!PARAMETERIZED.has(code)) return at + 2 + (WITH_ONE_BYTE.has(code) ? 1 : 0);
  for (let end = at + 2; end < Math.min(text.length, at + 2 + MOST_PARAMETERS); end += 1) {
    const letter = text.charAt(end);
    if (!/[@-Z]/.test(letter)) continue;
    const isRaster = letter === 'W' && text.charAt(at + 1) === '*' && text.charAt(at + 2) === 'b';
    return isRaster ? 'picture' : end + 1;
  }
  return at + 2;
}

const DOTS = 300;
const DECIPOINTS = 720;
const MOST_LINES = 500;

/** Moves of PCL: to columns and rows, to places in dots or tenths of points, and by them; and what sets their size. */
function moveBy(head: Head, escape: string): void {
  const group = escape.slice(0, 2);
  for (const [, sign = '', digits = '', letter = ''] of escape
    .slice(2)
    .matchAll(/([+-]?)(\d*(?:\.\d+)?)([a-z])/gi)) {
    const value = Number(digits);
    const to = (before: number, distance: number, most: number) =>
      Math.min(
        most,
        Math.max(0, Math.round(sign === '' ? distance : before + (sign === '-' ? -distance : distance))),
      );
    const toColumn = (distance: number) => (head.column = to(head.column, distance, MOST_COLUMNS));
    const toLine = (distance: number) => (head.line = to(head.line, distance, MOST_LINES));
    const code = group + letter.toUpperCase();
    if (code === '&aC') toColumn(value);
    else if (code === '&aR') toLine(value);
    else if (code === '&aH') toColumn((value / DECIPOINTS) * head.perInch);
    else if (code === '&aV') toLine((value / DECIPOINTS) * head.linesPerInch);
    else if (code === '*pX') toColumn((value / DOTS) * head.perInch);
    else if (code === '*pY') toLine((value / DOTS) * head.linesPerInch);
    else if (code === '(sH' && value > 0) head.perInch = value;
    else if (code === '&kS') head.perInch = PITCHES[value] ?? head.perInch;
    else if (code === '&lD' && value > 0) head.linesPerInch = value;
  }
}
/** Characters to the inch: usual, compressed and elite. */
const PITCHES: Record<number, number> = { 0: 10, 2: 16.66, 4: 12 };

function wordsOf(cells: Cells): Pick<Word, 'x' | 'width' | 'text'>[] {
  const words: { x: number; width: number; text: string; end: number }[] = [];
  for (const [column, character] of [...cells].sort(([one], [other]) => one - other)) {
    const last = words.at(-1);
    if (last?.end === column) {
      last.text += character;
      last.end += 1;
      last.width += CELL;
    } else words.push({ x: column * CELL, width: CELL, text: character, end: column + 1 });
  }
  return words.map(({ x, width, text }) => ({ x: round(x), width: round(width), text }));
}

const round = (value: number) => Math.round(value * 10) / 10;
