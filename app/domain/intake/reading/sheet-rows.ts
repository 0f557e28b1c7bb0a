/** Rows of a sheet, within limits. */

export type SheetRow = {
  /** The number of the row, from 1. */
  line: number;
  values: string[];
};

export const SHEET_LIMITS = {
  rows: 20_001,
  columns: 200,
  /** Filled ones, and empty ones before them. */
  cells: 1_000_000,
  /** Characters of all cells together: one stored text may be used by many cells. */
  characters: 10_000_000,
};

export type SheetReason =
  'too many rows' | 'too many columns' | 'too many cells' | 'too much text' | 'unreadable' | 'empty';

export type Sheet = { rows: SheetRow[]; name: string; sheets: number };

export class Exceeded extends Error {
  constructor(readonly reason: SheetReason) {
    super(reason);
  }
}

type SheetRows = {
  /** @throws Exceeded */
  keep: (column: number, value: string) => void;
  /** Rows without any value are left out. @throws Exceeded */
  end: (line: number) => void;
  rows: SheetRow[];
};

export function sheetRows(): SheetRows {
  const rows: SheetRow[] = [];
  let values: string[] = [];
  let characters = 0;
  let filled = 0;
  return {
    rows,
    keep: (column, value) => {
      if (value === '') return;
      if (column >= SHEET_LIMITS.columns) throw new Exceeded('too many columns');
      characters += value.length;
      if (characters > SHEET_LIMITS.characters) throw new Exceeded('too much text');
      while (values.length < column) values.push('');
      values[column] = value;
    },
    end: (line) => {
      if (values.some((value) => value.trim() !== '')) {
        rows.push({ line, values });
        filled += values.length;
        if (filled > SHEET_LIMITS.cells) throw new Exceeded('too many cells');
        if (rows.length > SHEET_LIMITS.rows) throw new Exceeded('too many rows');
      }
      values = [];
    },
  };
}
