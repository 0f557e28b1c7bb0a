/** Reads the cells of a spreadsheet in the OpenDocument format (ISO/IEC 26300), which LibreOffice saves, as texts. */
import { type Sheet, SHEET_LIMITS, sheetRows } from './sheet-rows';
import { attributeOf, Unreadable, visit } from './xml';

type Cell = { type: string; value: string | null; isFault: boolean; repeated: number };

/** Returns the first visible sheet. @param xml of its content. @throws Unreadable, Exceeded */
export function readOpenDocument(xml: string): Sheet {
  const hidden = hiddenStyles(xml);
  const { rows, keep, end } = sheetRows();
  const names: string[] = [];
  let [line, column, repeatedRows] = [0, 0, 1];
  let cell: Cell | null = null;
  let text = '';
  /** Elements that are open inside of the cell and hold no text of it, such as comments. */
  let aside = 0;
  let isRead = false;

  const endRow = () => {
    const before = rows.length;
    line += 1;
    end(line);
    const row = rows.length > before ? rows.at(-1) : undefined;
    for (let more = 1; row && more < repeatedRows; more += 1) {
      row.values.forEach((value, at) => {
        keep(at, value);
      });
      end(line + more);
    }
    line += repeatedRows - 1;
  };
  const endCell = ({ repeated, ...given }: Cell) => {
    const value = valueOf(given, text.trim());
    if (value !== '')
      for (let at = 0; at < Math.min(repeated, SHEET_LIMITS.columns + 1); at += 1) keep(column + at, value);
    column += repeated;
    cell = null;
  };

  visit(xml, {
    open: (tag, attributes) => {
      const attribute = (name: string) => attributeOf(attributes, name);
      if (tag === 'table' && cell === null) {
        const isShown = !hidden.has(attribute('table:style-name') ?? '');
        if (isShown) names.push(attribute('table:name') ?? '');
        isRead = isShown && names.length === 1;
      } else if (!isRead) return;
      else if (tag === 'table-row') {
        column = 0;
        repeatedRows = countOf(attribute('table:number-rows-repeated'));
      } else if (tag === 'table-cell' || tag === 'covered-table-cell') {
        text = '';
        cell = {
          type: attribute('office:value-type') ?? '',
          value:
            attribute('office:value') ?? attribute('office:date-value') ?? attribute('office:time-value'),
          isFault: attribute('calcext:value-type') === 'error',
          repeated: countOf(attribute('table:number-columns-repeated')),
        };
      } else if (tag === 'annotation') aside += 1;
      else if (tag === 's') text += ' '.repeat(Math.min(countOf(attribute('text:c')), 100));
      else if ((tag === 'p' && text !== '') || tag === 'tab' || tag === 'line-break') text += ' ';
    },
    close: (tag) => {
      if (tag === 'annotation') aside -= 1;
      else if (tag === 'table-row' && isRead) endRow();
      else if ((tag === 'table-cell' || tag === 'covered-table-cell') && cell) endCell(cell);
      else if (tag === 'table' && cell === null) isRead = false;
    },
    text: (piece) => {
      if (cell && aside === 0) text += piece;
    },
  });
  const [name] = names;
  if (name === undefined) throw new Unreadable('no sheet');
  return { rows, name, sheets: names.length };
}

/** The names of styles whose sheets are not shown. */
function hiddenStyles(xml: string): Set<string> {
  const hidden = new Set<string>();
  let name = '';
  visit(xml, {
    open: (tag, attributes) => {
      if (tag === 'style') name = attributeOf(attributes, 'style:name') ?? '';
      if (tag === 'table-properties' && attributeOf(attributes, 'table:display') === 'false')
        hidden.add(name);
    },
  });
  return hidden;
}

const countOf = (text: string | null) => (text !== null && /^\d{1,7}$/.test(text) ? Number(text) : 1);

/** @param text as it is shown. Long numbers are shown rounded, and dates as people have chosen. */
function valueOf({ type, value, isFault }: Omit<Cell, 'repeated'>, text: string): string {
  if (isFault || value === null) return text;
  if (type === 'date') return value.replace('T', ' ').replace(/^(\S+ \d\d:\d\d).*$/, '$1');
  if (type === 'time') {
    const [, hours = '', minutes = ''] = /^PT(\d{1,4})H(\d{1,2})M/.exec(value) ?? [];
    return hours === '' || Number(hours) >= 24
      ? text
      : `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
  }
  const number = Number(value);
  const isNumber = type === 'float' || type === 'currency' || type === 'percentage';
  if (!isNumber || value.trim() === '' || !Number.isFinite(number)) return text;
  // A number with leading zeros, such as a ZIP code.
  return /^0\d+$/.test(text) && Number(text) === number ? text : String(number);
}
