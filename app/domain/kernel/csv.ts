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

const FORMULA_ERROR =
  /^(?:#(?:N\/[AD]|[¡¿]?(?:REF|VALUE|VALOR|NAME|NOMBRE|DIV\/0|NUM|NULL|NULO|SPILL|CALC|ERROR)[!?]?)|Err:\d{3})$/i;

/** Returns true for `#N/A`, `#¡REF!` and others, which stand in a cell whose formula has failed. */
export const isFormulaError = (text: string) => FORMULA_ERROR.test(text);

/** Returns true for `8.165550123E+09` and `8165550124.0`: a spreadsheet took digits for a number. */
export const isChangedNumber = (text: string) =>
  /^[+-]?(?:\d[.,]\d+E[+-]?|\dE[+-])\d{1,3}$/i.test(text) || /^\d{7,}\.0+$/.test(text);

const DAY_MINUTES = 24 * 60;
const two = (number: number) => String(number).padStart(2, '0');

/** Returns a time as people type it. Spreadsheets write 1:30 PM also as `0.5625`, `1:30:00 PM` and `1:30 p. m.`. */
export function plainClock(text: string): string {
  if (/^0?\.\d{1,20}$/.test(text)) {
    const minutes = Math.round(Number(text) * DAY_MINUTES);
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }
  return text.replace(/^(\d{1,2}:\d\d):\d\d(?:\.\d+)?/, '$1').replace(/ ?([ap])\.?\s?m\.?$/i, ' $1m');
}

/** Returns the text of a cell that `toCsvLine` has written. */
export const fromCsvCell = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
