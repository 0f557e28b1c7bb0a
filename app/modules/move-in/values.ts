/** Reads values of cells. A value with two readings is refused with the question. */
import { plainClock } from '~/domain/kernel/csv';
import { invalid } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { isDay, momentAt } from '~/domain/kernel/time';
import { momentOf } from '~/domain/intake/reading/workbook';
import { LAST_YEAR, parseClock } from '~/domain/network/shifts/hours';
import { plainName } from './fields';

/** `11/27/2026` has the month first, `27/11/2026` the day. */
export const DATE_ORDERS = ['month', 'day'] as const;
type DateOrder = (typeof DATE_ORDERS)[number];

type DayReading = { dates: DateOrder | null };
type MomentReading = DayReading & {
  /** The day of times without a date, such as 2026-11-27. */
  day: string | null;
  zone: string;
};

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const two = (text: string | number) => String(text).padStart(2, '0');

/** @param label of the column. @returns a day like 2026-11-27. @throws invalid */
export function readDay(text: string, label: string, { dates }: DayReading): string {
  const day = dayParts(text.trim().toLowerCase(), label, dates);
  if (day === null || !isDay(day) || Number(day.slice(0, 4)) > LAST_YEAR)
    throw invalid(untranslated('noDay', `${label} “${short(text)}” is not a day with a year of four digits`));
  return day;
}

function dayParts(text: string, label: string, dates: DateOrder | null): string | null {
  const serial = serialOf(text);
  if (serial !== null) return momentOf(serial, 'day', false);
  const [, year, month = '', date = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${two(month)}-${two(date)}`;
  const [, one = '', other = '', last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (last !== undefined) {
    const order = orderOf(Number(one), Number(other)) ?? dates;
    if (order === null)
      throw invalid(
        untranslated(
          'chooseDateOrder',
          `${label} “${text}” can be read in two ways. Choose whether the month or the day comes first`,
        ),
      );
    return order === 'month' ? `${last}-${two(one)}-${two(other)}` : `${last}-${two(other)}-${two(one)}`;
  }
  return namedMonth(text.split(/[\s,-]+/).filter(Boolean));
}

/** Reads a count of days as spreadsheets have it, from 2000 to 2049; null for any other text. */
function serialOf(text: string): number | null {
  const serial = /^\d{5}(?:\.\d{1,20})?$/.test(text) ? Number(text) : 0;
  return serial >= 36_526 && serial < 54_789 ? serial : null;
}

/** Null for a date that both orders can be. */
function orderOf(one: number, other: number): DateOrder | null {
  if (one === other) return 'month';
  return one > 12 ? 'day' : other > 12 ? 'month' : null;
}

/** `Nov 27, 2026` or `27 November 2026`, in small letters, also behind the day of the week. */
function namedMonth(words: string[]): string | null {
  const rest = /^(?:mon|tue|wed|thu|fri|sat|sun)/.test(words[0] ?? '') ? words.slice(1) : words;
  const at = rest.findIndex((word) => /^[a-z]{3,9}\.?$/.test(word));
  const month = MONTHS.indexOf((rest[at] ?? '').slice(0, 3));
  const [date = '', year = '', more] = rest.filter((_, index) => index !== at);
  if (month === -1 || more !== undefined || !/^\d{1,2}$/.test(date) || !/^\d{4}$/.test(year)) return null;
  return `${year}-${two(month + 1)}-${two(date)}`;
}

/** @returns minutes since midnight. @throws invalid */
function readTime(text: string, label: string): number {
  const minutes = parseClock(plainClock(text));
  if (minutes === null)
    throw invalid(untranslated('noTime', `${label} “${short(text)}” is not a time like 8:30 or 4:15 PM`));
  return minutes;
}

/** Milliseconds or seconds since 1970, as programs write them. */
const SINCE_1970 = /^(\d{10})(\d{3})?$/;
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,6})?(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * Reads a moment, or a time on the day that the row or the file gives. @param day of the row.
 * @returns ISO 8601 in UTC. @throws invalid
 */
export function readMoment(text: string, label: string, day: string | null, reading: MomentReading): string {
  const [, seconds, rest = '000'] = SINCE_1970.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds + rest)).toISOString();
  if (WITH_ZONE.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  const serial = text.includes('.') ? serialOf(text) : null;
  const words = (serial === null ? text : (momentOf(serial, 'moment', false) ?? text))
    .replace(/(\d)T(\d)/, '$1 $2')
    .replace(/(\d) ?([ap])\.?\s?m\.?$/i, '$1$2m')
    .split(' ');
  const time = /\d(?::\d\d|[ap]m)|^0?\.\d/i.test(words.at(-1) ?? '') ? (words.pop() ?? '') : '';
  const date = words.join(' ').replace(/,$/, '');
  if (time === '') throw invalid(untranslated('momentWithoutTime', `${label} “${short(text)}” has no time`));
  const on = date === '' ? (day ?? reading.day) : readDay(date, label, reading);
  if (on === null)
    throw invalid(
      untranslated(
        'chooseDayOfTimes',
        `${label} “${short(text)}” has no date. Choose the day of times without a date`,
      ),
    );
  return new Date(momentAt(on, readTime(time, label), reading.zone)).toISOString();
}

const LONGEST_SHOWN = 40;
const short = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

/** @param words what each meaning is called, by `plainName`. @throws invalid */
export function readWord<Meaning extends string>(
  text: string,
  label: string,
  words: Record<Meaning, string[]>,
): Meaning {
  const plain = plainName(text);
  const found = (Object.keys(words) as Meaning[]).find((meaning) => words[meaning].includes(plain));
  if (found === undefined)
    throw invalid(untranslated('unknownWord', `${label} “${short(text)}” is not known`));
  return found;
}

/** @throws invalid */
export function readCount(text: string, label: string): number {
  if (!/^\d{1,9}(?:\.0+)?$/.test(text))
    throw invalid(untranslated('noCount', `${label} “${short(text)}” is not a whole number`));
  return Number(text);
}
