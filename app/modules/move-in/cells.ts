/** The cells of a row: their values by field, and all reasons against them. */
import { fromCsvCell, isChangedNumber, isFormulaError } from '~/domain/kernel/csv';
import { DomainError, invalid } from '~/domain/kernel/errors';
import { inEnglish, untranslated } from '~/domain/kernel/sentence';
import { fieldsOf, isSeveral, LEFT_OUT, type MoveInKind } from './fields';

/** The value of a field in one row: in one line, without what makes a spreadsheet take it for a text. */
export type Cell = (field: string) => string;

/** @param columns the field of each column. @param line of the file. */
export type RowToMake = { columns: string[]; cells: string[]; line: number };

export const cellOf =
  ({ columns, cells }: Omit<RowToMake, 'line'>): Cell =>
  (field) =>
    columns
      .flatMap((each, index) => (each === field ? [clean(cells[index] ?? '')] : []))
      .filter(Boolean)
      .join(isSeveral(field) ? '\n' : ' ');

/** Formulas stay texts. Spreadsheets write a text that looks like a number as `="00123"`. */
function clean(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return fromCsvCell(/^="([^"]*)"$/.exec(line)?.[1] ?? line);
}

/** Texts of digits, which a spreadsheet that takes them for numbers changes. */
const DIGITS = ['phone', 'zipCode', 'reference', 'invoice_number', 'orderAndInvoice', 'part_numbers'];

/** Returns why a value is not what the cell was meant to have; null for any other. */
function faultOf(kind: MoveInKind, field: string, value: string): string | null {
  const label = fieldsOf(kind)[field]?.label ?? field;
  if (isFormulaError(value)) return `${label} is ${value}, the error of a formula`;
  return DIGITS.includes(field) && isChangedNumber(value)
    ? `${label} ${value} was changed by a spreadsheet. Make the column text`
    : null;
}

type Reading = {
  /** Returns what `read` does. @param otherwise the value after a refusal. */
  read: <Value>(field: string | null, read: () => Value, otherwise: Value) => Value;
  refuse: (reason: string) => void;
  /** @throws invalid with all reasons, if there are any. */
  done: () => void;
};

/** A person mends a row once, so all its reasons are told together. @param cell of the row. */
export function readingOf(kind: MoveInKind, columns: string[], cell: Cell): Reading {
  const faults = new Map(
    [...new Set(columns)]
      .filter((field) => field !== LEFT_OUT)
      .flatMap((field) => {
        const fault = faultOf(kind, field, cell(field));
        return fault === null ? [] : [[field, fault] as const];
      }),
  );
  const reasons = new Set(faults.values());
  return {
    read: (field, read, otherwise) => {
      if (field !== null && faults.has(field)) return otherwise;
      try {
        return read();
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
        const { fields = {} } = error.details;
        const said = Object.values(fields).flat();
        for (const each of said.length > 0 ? said : [error.said]) reasons.add(inEnglish(each));
        return otherwise;
      }
    },
    refuse: (reason) => {
      reasons.add(reason);
    },
    done: () => {
      if (reasons.size > 0) throw invalid(untranslated('rejectedRow', [...reasons].join('. ')));
    },
  };
}
