/** From the values of a line to an account, or to the reason why it is none. */
import { fromCsvCell } from '~/domain/csv';
import { FIELDS, type Columns, type Field } from './columns';
import { AccountRow } from './schema';
import { splitAddress } from './split-address';

export type Judged = { account: AccountRow; error?: never } | { account?: never; error: string };

/** @param values of one record; those that are missing at its end are blank. */
export function judgeRow(values: string[], { at, count }: Columns): Judged {
  if (values.slice(count).some((value) => value.trim() !== ''))
    return {
      error: 'There are more values than columns. A value with a separator in it needs quotes around it.',
    };
  const valueOf = (field: Field) => clean(values[at[field] ?? -1] ?? '');
  const given = Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as Record<Field, string>;
  const parsed = AccountRow.safeParse(inParts(given));
  if (parsed.success) return { account: parsed.data };
  return { error: [...new Set(parsed.error.issues.map(({ message }) => message))].join('. ') };
}

function inParts(given: Record<Field, string>): Record<Field, string> {
  const { address, city, state, zipCode } = given;
  if (!city && !state && !zipCode) return { ...given, ...splitAddress(address) };
  return { ...given, zipCode: /^\d{4}$/.test(zipCode) ? `0${zipCode}` : zipCode };
}

/** In one line. */
const clean = (value: string) => fromCsvCell(value.replaceAll(/\s+/g, ' ').trim());
