/** House number and street of an address, spelled as the ranges of house numbers are stored. */
import { addressKey } from '~/domain/geography/place-key';

/** "59-17" is 17 after "59-", "N6W23001" is 23001 after "N6W". */
type HouseNumber = { prefix: string; number: number };

const NUMBER = /^(|[A-Z\d-]*[A-Z-])(\d{1,6})-?[A-Z]?$/;

/**
 * @returns null for a text that is no house number: with more than one letter behind it, as in "5th", or with
 * too many digits.
 */
export function houseNumberOf(text: string): HouseNumber | null {
  const [, prefix, digits] = NUMBER.exec(text.trim().toUpperCase()) ?? [];
  return prefix === undefined || digits === undefined ? null : { prefix, number: Number(digits) };
}

// Words in one line mean the same, and the first of them is stored. These are types of streets, by USPS and
// TIGER.
const TYPES = `aly alley ally|ave avenue av aven|blvd boulevard boul blv|brg bridge|byp bypass|cir circle circ|ct court|
  cres crescent|crse course|cswy causeway|cv cove|dr drive drv|expy expressway expwy|ext extension|fwy freeway|gdn garden|
  gdns gardens|grn green|grv grove|hl hill|hls hills|hts heights|hwy highway hiway|is island|jct junction|lk lake|
  ln lane|lndg landing|loop|mall|mdw meadow|mdws meadows|mnr manor|park|pass|path|pike|pkwy parkway pky pkway|pl place|plz plaza|
  pt point|rd road|rdg ridge|row|rte route rt|run|shrs shores|spg spring|spgs springs|sq square|st street str saint|
  ter terrace terr|tpke turnpike trnpk|trce trace|trl trail|trfy trafficway|tunl tunnel|vly valley|vw view|vlg village|walk|way wy|xing crossing`;
const DIRECTIONS = 'n north|s south|e east|w west|ne northeast|nw northwest|se southeast|sw southwest';
const OTHERS = `1st first|2nd second|3rd third|4th fourth|5th fifth|6th sixth|7th seventh|8th eighth|9th ninth|10th tenth|
  co county cnty|ft fort|mt mount|us|i interstate|jr junior|sr senior|dr doctor`;

const wordsOf = (table: string): [word: string, stored: string][] =>
  table.split('|').flatMap((line) => {
    const [stored = '', ...others] = line.trim().split(' ');
    return [stored, ...others].map((word): [string, string] => [word, stored]);
  });
const ENDINGS = new Map([...wordsOf(TYPES), ...wordsOf(DIRECTIONS)]);
const STORED = new Map([...wordsOf(OTHERS), ...ENDINGS]);

/**
 * Abbreviates direction and type, and removes capitals and punctuation, so that both sides of a comparison
 * have one spelling.
 */
export const streetName = (text: string): string => storedWords(text).join(' ');

const storedWords = (text: string) =>
  addressKey(text)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .split(' ')
    .filter(Boolean)
    .map((word) => STORED.get(word) ?? word);

const MOST_WORDS = 8;
const FRACTION = /^\d\/\d$/;

type StreetAddress = HouseNumber & {
  /** The possible names of the street, the likeliest first. */
  names: string[];
};

/** @returns null for an address without a house number. */
export function streetAddressOf(address: string): StreetAddress | null {
  for (const part of address.split(',')) {
    const [first = '', ...rest] = part.trim().split(/\s+/);
    const words = FRACTION.test(rest[0] ?? '') ? rest.slice(1) : rest;
    const number = houseNumberOf(first);
    if (number && words.length > 0) return { ...number, names: namesIn(words.join(' ')) };
  }
  return null;
}

/**
 * Without a comma the town follows, so a name may end behind each type or direction, or at the end of the
 * text.
 */
function namesIn(text: string): string[] {
  const words = storedWords(text);
  const names = words
    .map((word, i) => (isEnding(word) && i > 0 && i < MOST_WORDS ? words.slice(0, i + 1).join(' ') : ''))
    .filter(Boolean)
    .reverse();
  return [...new Set([words.join(' '), ...names])].filter(Boolean);
}

const isEnding = (word: string) => ENDINGS.get(word) === word;
