/** The states of the United States with their postal abbreviations, and which ZIP codes begin with a zero. */

const NAMES: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DC: 'District of Columbia',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  IA: 'Iowa',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  MA: 'Massachusetts',
  MD: 'Maryland',
  ME: 'Maine',
  MI: 'Michigan',
  MN: 'Minnesota',
  MO: 'Missouri',
  MS: 'Mississippi',
  MT: 'Montana',
  NC: 'North Carolina',
  ND: 'North Dakota',
  NE: 'Nebraska',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NV: 'Nevada',
  NY: 'New York',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VA: 'Virginia',
  VI: 'Virgin Islands',
  VT: 'Vermont',
  WA: 'Washington',
  WI: 'Wisconsin',
  WV: 'West Virginia',
  WY: 'Wyoming',
};
const BY_NAME = new Map(Object.entries(NAMES).map(([code, name]) => [name.toUpperCase(), code]));

/** Returns the abbreviation of a state, given as abbreviation or name. */
export function stateCode(given: string): string | null {
  const plain = given.trim().replace(/\.$/, '').replace(/\s+/g, ' ').toUpperCase();
  return Object.hasOwn(NAMES, plain) ? plain : (BY_NAME.get(plain) ?? null);
}

/** For regular expressions: every abbreviation and name, longest first. */
export const STATE_PATTERN = [...Object.keys(NAMES), ...Object.values(NAMES)]
  .sort((a, b) => b.length - a.length)
  .join('|');

const WITH_LEADING_ZERO = ['CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT'];

/** True for states whose ZIP codes begin with a zero, which spreadsheets drop. */
export const hasLeadingZero = (state: string) => WITH_LEADING_ZERO.includes(stateCode(state) ?? '');
