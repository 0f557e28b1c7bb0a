/** From the values of a line to an account, or to the reason why it is none. */
import type { AccountType } from '~/domain/network/accounts/fields';
import { fromCsvCell } from '~/domain/kernel/csv';
import { LIMITS } from '~/domain/kernel/limits';
import { hasLeadingZero, stateCode } from '~/domain/geography/states';
import { FIELDS, type Columns, type Field } from './format';
import { AccountRow } from './schema';

type Judged = { account: AccountRow; error?: never } | { account?: never; error: string };

/**
 * @param values of one record; those that are missing at its end are blank.
 * @param otherwise what the account is when the row doesn't say.
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
  problems.push(...doubtsOf(parts));
  if (parsed.success && problems.length === 0)
    return { account: { ...parsed.data, accountType: parsed.data.accountType ?? otherwise } };
  return { error: [...new Set(problems)].join('. ') };
}

function inParts(given: Record<Field, string>): Record<Field, string> {
  const { address, city, state, zipCode } = given;
  if (!city && !state && !zipCode) return { ...given, ...splitAddress(address) };
  // Spreadsheets drop the zero that a ZIP code begins with.
  const isCut = isShortZip(given) && hasLeadingZero(state);
  return { ...given, zipCode: isCut ? `0${zipCode}` : zipCode };
}

type Region = { state: string; zipCode: string };

const isShortZip = ({ zipCode }: Region) => /^\d{4}$/.test(zipCode);

const shortZipOf = ({ state, zipCode }: Region) =>
  `ZIP ${zipCode} has four digits, ${state ? `and no ZIP code in ${state} begins with a zero` : 'and without a state we can’t tell whether a leading zero is missing'}`;

/** In one line. Spreadsheets write a text that looks like a number as a formula. */
function clean(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return fromCsvCell(/^="([^"]*)"$/.exec(line)?.[1] ?? line);
}

/** Without the apostrophe that makes a number a text. */
const cleanNumber = (value: string) => clean(value).replace(/^'(?=[\d+(])/, '');

/** As spreadsheets leave it: a number with a decimal, or nine digits in one. */
const cleanZip = (value: string) =>
  cleanNumber(value)
    .replace(/^(\d{4,5})\.0+$/, '$1')
    .replace(/^(\d{5})(\d{4})$/, '$1-$2');

const CLEAN: Partial<Record<Field, (value: string) => string>> = {
  phone: cleanNumber,
  zipCode: cleanZip,
  state: (value) => stateCode(clean(value)) ?? clean(value),
};

const SHORTEST_PHONE = 10;
const FEWEST_DIGITS = 7;

/** Lists values that can't be right and whose intended value can't be guessed. */
function doubtsOf({ phone, state, zipCode }: Record<Field, string>): string[] {
  const isZip = /^\d{5}(-\d{4})?$/.test(zipCode);
  const isOther = zipCode !== '' && !isZip && /^\d|[='"]/.test(zipCode);
  // A shorter one is refused by its length.
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

type Parts = { address: string; city: string; state: string; zipCode: string };

const COUNTRY = /[\s,]+(?:usa|u\.s\.a\.|us|united states)\.?$/i;
const WITH_ZIP = /^(.+?)\s*,\s*([^,]+?)\s*[,\s]\s*([a-z]{2})\.?\s*,?\s*(\d{5}(?:-\d{4})?)$/i;
const WITHOUT_ZIP = /^(.+?)\s*,\s*([^,]+?)\s*,\s*([a-z]{2})$/i;

/** The parts of an address in one line; all of it as the street when it is of another form. */
export function splitAddress(line: string): Parts {
  // Refused later as too long; the expressions would take for ever over a cell of commas.
  if (line.length > LIMITS.address) return { address: line, city: '', state: '', zipCode: '' };
  const whole = line.trim().replace(COUNTRY, '');
  const [, address, city, state, zipCode] = WITH_ZIP.exec(whole) ?? WITHOUT_ZIP.exec(whole) ?? [];
  if (address && city && state && stateCode(state) !== null)
    return { address, city, state: state.toUpperCase(), zipCode: zipCode ?? '' };
  return { address: line.trim(), city: '', state: '', zipCode: '' };
}
