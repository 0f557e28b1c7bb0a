/** Writes CSV (RFC 4180) for spreadsheets: in UTF-8, and without formulas that would run. Pure. */

/** Tells a spreadsheet that the file is UTF-8. Comes before the first line. */
export const CSV_BOM = '\ufeff';

// Spreadsheets take a text with this beginning for a formula, also behind spaces and in full width, as East
// Asian keyboards type it.
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const NEEDS_QUOTES = /[",;\t\r\n']|^\s|\s$/;

/**
 * Returns one line with its line end. A text that a spreadsheet would run gets an apostrophe in front;
 * numbers are numbers.
 */
export const toCsvLine = (cells: (string | number | null)[]) => `${cells.map(toCell).join(',')}\r\n`;

function toCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

/** Returns the text of a cell that `toCsvLine` has written. */
export const fromCsvCell = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
