/** Writing CSV (RFC 4180) that spreadsheets open as it is meant: UTF-8, and nothing in it runs. Pure. */

/** Tells a spreadsheet that the file is UTF-8. Comes before the first line. */
export const CSV_BOM = '\ufeff';

// A spreadsheet takes such a beginning for a formula, also behind spaces and in full width, as East Asian keyboards have it.
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n']|^\s|\s$/;

/** One line with its end. A text that a spreadsheet would run gets an apostrophe in front; numbers are numbers. */
export const toCsvLine = (cells: (string | number | null)[]) => `${cells.map(toCell).join(',')}\r\n`;

function toCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** The text that a cell of such a file stands for. */
export const fromCsvCell = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
