/** "street, city, ST 12345" in one column, taken apart. */
import { LIMITS } from '~/domain/limits';
import { stateCode } from '~/domain/states';

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
