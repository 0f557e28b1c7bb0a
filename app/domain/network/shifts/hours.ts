/** Hours of a shift as people type and read them, and weeks of the calendar. Safe in the browser. */
import { clockLabel, isDay } from '~/domain/kernel/time';

/** Minutes since midnight of the shift's day. An end past midnight is greater than a day. */
type Hours = { starts: number; ends: number };

export const DAY_MINUTES = 24 * 60;
export const LONGEST_MINUTES = 16 * 60;
export const TOO_LONG = 'A shift is at most 16 hours long. For 5 in the afternoon, enter 5 PM';
export const CHANGED_MEANWHILE = 'Others have changed this week in the meantime';
const NOT_HOURS = 'Enter hours like 8:00 AM–4:30 PM';

const CLOCK = /^(\d{1,2})(?:[:.]?(\d\d))?\s*(?:([ap])\.?m?\.?)?$/i;

/** Reads `8`, `8:30`, `0830`, `4:30p`, `4 PM` as minutes since midnight; null for any other text. */
export function parseClock(text: string): number | null {
  const [, hour = '', minute = '0', half] = CLOCK.exec(text.trim()) ?? [];
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (hour === '' || minutes > 59) return null;
  if (half) {
    if (hours < 1 || hours > 12) return null;
    return ((hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minutes;
  }
  return hours < 24 || (hours === 24 && minutes === 0) ? hours * 60 + minutes : null;
}

/** Reads hours like `8:00 AM–4:30 PM` or `8–16:30`. An end that is not later than the start is on the next day. */
export function parseHours(text: string): Hours | null {
  const read = readHours(text);
  return typeof read === 'string' ? null : read;
}

/** Reads hours that somebody has typed; returns a sentence when something is wrong with them. */
export function readHours(text: string): Hours | string {
  const parts = text.replace(NEXT_DAY, '').split(/\s*(?:[-–—]|\bto\b)\s*/i);
  const [start, end] = parts.map(parseClock);
  if (parts.length !== 2 || start == null || end == null) return NOT_HOURS;
  const hours = hoursOf(start % DAY_MINUTES, end);
  const isNextDay = NEXT_DAY.test(text) || !/^[1-9][\d:.]*$/.test((parts[1] ?? '').trim());
  return isNextDay || !isUnclear(hours) ? hours : unclear(end);
}

const NEXT_DAY = /\s*\(?\+1\)?\s*$/;
const NOON = DAY_MINUTES / 2;

/**
 * People type 10–2 or 8–5 for an end in the afternoon, but read literally these last until the next morning.
 */
const isUnclear = ({ starts, ends }: Hours) =>
  starts < NOON + 60 && ends > DAY_MINUTES + 59 && ends < DAY_MINUTES + NOON;

function unclear(end: number): string {
  const time = clockText(end).replace(/:00| AM/g, '');
  return `For ${time} in the afternoon, enter ${time} PM; for the next morning, ${time} AM`;
}

export const hoursOf = (starts: number, ends: number): Hours => ({
  starts,
  ends: ends > starts ? ends : ends + DAY_MINUTES,
});

const two = (value: number) => String(value).padStart(2, '0');

/** `08:05`, as the API has it. */
export const apiClock = (minutes: number) =>
  `${two(Math.floor((minutes % DAY_MINUTES) / 60))}:${two(minutes % 60)}`;

/** `8:05 AM` */
export const clockText = (minutes: number) => clockLabel(apiClock(minutes));

/** `8:00 AM–4:30 PM`; `10:00 PM–6:00 AM (+1)` where it ends on the next day. */
export const hoursText = ({ starts, ends }: Hours) =>
  `${clockText(starts)}–${clockText(ends)}${ends > DAY_MINUTES ? ' (+1)' : ''}`;

/** The last year of days and weeks: a later one is a typing error. */
export const LAST_YEAR = 2199;

const DAY_MS = DAY_MINUTES * 60_000;
const WEEK_DAYS = 7;

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const dayAfter = (day: string, days: number) => dayOf(at(day) + days * DAY_MS);

/** Returns the week of a day, as ISO 8601 counts them: `2026-W48`. */
export function weekOf(day: string): string {
  const thursday = new Date(at(day) + (3 - ((new Date(at(day)).getUTCDay() + 6) % 7)) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (WEEK_DAYS * DAY_MS)) + 1;
  return `${String(year)}-W${two(week)}`;
}

/** Returns Monday to Sunday of a week; null when there is no such week. */
export function daysOf(week: string): string[] | null {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(week) ?? [];
  if (year === undefined || Number(year) < 1970 || Number(year) > LAST_YEAR) return null;
  const january4 = Date.UTC(Number(year), 0, 4);
  const monday = january4 - ((new Date(january4).getUTCDay() + 6) % 7) * DAY_MS;
  const first = dayOf(monday + (Number(number) - 1) * WEEK_DAYS * DAY_MS);
  if (!isDay(first) || weekOf(first) !== week) return null;
  return Array.from({ length: WEEK_DAYS }, (_, index) => dayAfter(first, index));
}
