/** Turns the values of a line into an account, or into the reason why it can't be one. */
import * as z from 'zod/v4';
import { ACCOUNT_FIELDS, type AccountType, ADDRESS_FIELDS } from '~/domain/network/accounts/fields';
import { fromCsvCell, isChangedNumber, isFormulaError, plainClock } from '~/domain/kernel/csv';
import { LIMITS } from '~/domain/kernel/limits';
import type { Street } from '~/domain/geography/address';
import { hasLeadingZero, stateCode } from '~/domain/geography/states';
import { accountTypeRule } from '~/domain/network/accounts/schema';
import { textRule } from '~/domain/kernel/field-rules';
import { id } from '~/domain/kernel/schema';
import { isClock, readClock } from '~/domain/kernel/time';
import { COLUMN_NAMES, type Columns, DEFAULT_TYPE, type Field, FIELDS } from './format';

/** Spellings of the account types in a file. An empty cell gets the type chosen for the whole file. */
const TYPES = {
  '': null,
  dealership: 'dealership',
  vendor: 'vendor',
  shop: 'shop',
  'service shop': 'shop',
  customer: 'shop',
} as const;
type Type = keyof typeof TYPES;

const LONGEST_NUMBER = 100;

export const AccountRow = z.object({
  name: textRule(ACCOUNT_FIELDS.name, COLUMN_NAMES.name),
  address: textRule(ADDRESS_FIELDS.address, COLUMN_NAMES.address),
  phone: textRule(ACCOUNT_FIELDS.phone, COLUMN_NAMES.phone),
  accountType: z
    .string()
    .transform((type) => type.toLowerCase())
    .refine((type) => Object.hasOwn(TYPES, type), 'Type must be Dealership, Vendor or Service Shop')
    .transform((type) => TYPES[type as Type]),
  city: textRule(ADDRESS_FIELDS.city, COLUMN_NAMES.city),
  state: textRule(ADDRESS_FIELDS.state, COLUMN_NAMES.state),
  zipCode: textRule(ADDRESS_FIELDS.zipCode, COLUMN_NAMES.zipCode),
  deliverBy: z
    .string()
    .transform((typed) => readClock(plainClock(typed)) ?? typed)
    .refine((time) => time === '' || isClock(time), 'Deliver By must be a time such as 4:00 PM'),
  instructions: textRule(ADDRESS_FIELDS.instructions, COLUMN_NAMES.instructions),
  customerNumber: z
    .string()
    .max(LONGEST_NUMBER, `Customer Number has at most ${String(LONGEST_NUMBER)} characters`),
});
export type AccountRow = Omit<z.output<typeof AccountRow>, 'accountType'> & { accountType: AccountType };

/** The account type of rows that name none. */
const otherwise = accountTypeRule('accountType').default(DEFAULT_TYPE);

/** Path ids. */
export const atImport = { importId: id };

/** A missing file gets the same message as one of another kind. */
export const StartImport = z.strictObject({
  accountType: otherwise,
  file: z.instanceof(File).optional().catch(undefined),
});

export const ImportCsv = z.strictObject({
  csvData: z.string('csvData must be the text of the CSV file'),
  accountType: otherwise.describe('For rows without a type'),
});

type Judged = { account: AccountRow; error?: never } | { account?: never; error: string };

/**
 * @param values of one record; missing ones at its end are blank.
 * @param otherwise the type when the row names none.
 */
export function judgeRow(values: string[], { at, count }: Columns, otherwise: AccountType): Judged {
  if (values.slice(count).some((value) => value.trim() !== ''))
    return {
      error:
        'There are more values than columns. Put quotation marks around a value that contains a separator.',
    };
  const valueOf = (field: Field) => (CLEAN[field] ?? clean)(values[at[field] ?? -1] ?? '');
  const given = Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as Record<Field, string>;
  const parts = inParts(given);
  const parsed = AccountRow.safeParse(parts);
  const problems = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  problems.push(...faultsOf(parts), ...doubtsOf(parts));
  if (parsed.success && problems.length === 0)
    return { account: { ...parsed.data, accountType: parsed.data.accountType ?? otherwise } };
  return { error: [...new Set(problems)].join('. ') };
}

function inParts(given: Record<Field, string>): Record<Field, string> {
  const { address, city, state, zipCode } = given;
  if (!city && !state && !zipCode) return { ...given, ...splitAddress(address) };
  // Spreadsheets drop the leading zero of a ZIP code.
  const isCut = isShortZip(given) && hasLeadingZero(state);
  return { ...given, zipCode: isCut ? `0${zipCode}` : zipCode };
}

type Region = { state: string; zipCode: string };

const isShortZip = ({ zipCode }: Region) => /^\d{4}$/.test(zipCode);

const shortZipOf = ({ state, zipCode }: Region) =>
  `ZIP ${zipCode} has four digits, ${state ? `and no ZIP code in ${state} begins with a zero` : 'and without a state we can’t tell whether a leading zero is missing'}`;

/** Returns the value in one line. Spreadsheets write a text that looks like a number as a formula. */
function clean(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return fromCsvCell(/^="([^"]*)"$/.exec(line)?.[1] ?? line);
}

/** Removes the apostrophe that makes a number a text. */
const cleanNumber = (value: string) => clean(value).replace(/^'(?=[\d+(])/, '');

/** Repairs ZIP codes that spreadsheets wrote as a decimal number, or as nine digits. */
export const cleanZip = (value: string) =>
  cleanNumber(value)
    .replace(/^(\d{4,5})\.0+$/, '$1')
    .replace(/^(\d{5})(\d{4})$/, '$1-$2');

const CLEAN: Partial<Record<Field, (value: string) => string>> = {
  phone: cleanNumber,
  customerNumber: cleanNumber,
  zipCode: cleanZip,
  state: (value) => stateCode(clean(value)) ?? clean(value),
};

const SHORTEST_PHONE = 10;
const FEWEST_DIGITS = 7;

/** Lists values that a spreadsheet has spoiled. */
const faultsOf = (parts: Record<Field, string>): string[] =>
  FIELDS.flatMap((field) => {
    const value = parts[field];
    if (isFormulaError(value)) return [`${COLUMN_NAMES[field]} is ${value}, the error of a formula`];
    return (field === 'phone' || field === 'customerNumber') && isChangedNumber(value)
      ? [`${COLUMN_NAMES[field]} ${value} was changed by a spreadsheet. Make the column text`]
      : [];
  });

/** Lists wrong values for which the intended value can't be guessed. */
function doubtsOf({ phone, state, zipCode }: Record<Field, string>): string[] {
  const isZip = /^\d{5}(-\d{4})?$/.test(zipCode);
  const isOther = zipCode !== '' && !isZip && /^\d|[='"]/.test(zipCode);
  // A shorter phone number is refused by its length.
  const isNoPhone = phone.length >= SHORTEST_PHONE && phone.replaceAll(/\D/g, '').length < FEWEST_DIGITS;
  const isNoState = isZip && state !== '' && stateCode(state) === null;
  return [
    ...(isShortZip({ state, zipCode })
      ? [shortZipOf({ state, zipCode })]
      : isOther
        ? [`ZIP ${zipCode} is not a ZIP code`]
        : []),
    ...(isNoState ? [`${state} is not a state`] : []),
    ...(isNoPhone ? [`${phone} is not a phone number`] : []),
  ];
}

const COUNTRY = /[\s,]+(?:usa|u\.s\.a\.|us|united states)\.?$/i;
const WITH_ZIP = /^(.+?)\s*,\s*([^,]+?)\s*[,\s]\s*([a-z]{2})\.?\s*,?\s*(\d{5}(?:-\d{4})?)$/i;
const WITHOUT_ZIP = /^(.+?)\s*,\s*([^,]+?)\s*,\s*([a-z]{2})$/i;

/** Splits an address in one line into its parts. An address of another form becomes the street as a whole. */
export function splitAddress(line: string): Street {
  // The text is refused later as too long; on a long cell of commas the expressions would take forever.
  if (line.length > LIMITS.address) return { address: line, city: '', state: '', zipCode: '' };
  const whole = line.trim().replace(COUNTRY, '');
  const [, address, city, state, zipCode] = WITH_ZIP.exec(whole) ?? WITHOUT_ZIP.exec(whole) ?? [];
  if (address && city && state && stateCode(state) !== null)
    return { address, city, state: state.toUpperCase(), zipCode: zipCode ?? '' };
  return { address: line.trim(), city: '', state: '', zipCode: '' };
}
