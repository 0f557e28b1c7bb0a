/** Reads and sets wall clocks of a time zone. Safe in the browser. */

import { locale } from '~/words/words';

type Wall = { date: string; hour: number };

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formatters are kept: making one takes longer than using it a hundred times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
}

function read(at: number, timeZone: string): Record<string, string> {
  return Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
}

/** The date (yyyy-mm-dd) and hour (0–23) that clocks in the zone show at this moment. */
export function wallClock(at: Date, timeZone: string): Wall {
  const { year, month, day, hour } = read(at.getTime(), timeZone);
  return { date: `${year ?? ''}-${month ?? ''}-${day ?? ''}`, hour: Number(hour) };
}

/**
 * Names the zone as people do, in summer and winter: `Central Time`. A zone without a name, or in a browser
 * that knows none, is named by its place.
 */
export function zoneName(timeZone: string): string {
  const place = timeZone.replace(/_/g, ' ');
  try {
    const format = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'longGeneric' });
    const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? place;
    return /^(GMT|UTC)/.test(name) ? place : name;
  } catch {
    return place;
  }
}

/** The time of day that clocks in the zone show at this moment, such as 16:05. */
export function clockAt(at: Date, timeZone: string): string {
  const { hour, minute } = read(at.getTime(), timeZone);
  return `${hour ?? ''}:${minute ?? ''}`;
}

/**
 * Returns the time that clocks show as if the zone were UTC, in milliseconds that can be compared and
 * subtracted.
 */
function shown(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = read(at, timeZone);
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

/** The milliseconds by which clocks in the zone are ahead of UTC at this moment. */
export const zoneOffset = (at: Date, timeZone: string) =>
  shown(at.getTime(), timeZone) - Math.floor(at.getTime() / 1_000) * 1_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Returns the moments (milliseconds) at which clocks in the zone show this time of this date (yyyy-mm-dd),
 * earliest first: one, or on nights when clocks change none or two.
 */
export function momentsOf(date: string, hour: number, timeZone: string, minute = 0): number[] {
  const wanted = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS;
  return Number.isNaN(wanted) ? [] : momentsShowing(wanted, timeZone);
}

/**
 * Returns the first moment (milliseconds) at which clocks in the zone show this time or, where they skip it, the
 * first one after it. @param minutes since midnight.
 */
export function momentAt(date: string, minutes: number, timeZone: string): number {
  const [first] = momentsOf(date, 0, timeZone, minutes);
  if (first !== undefined) return first;
  const wanted = dayStart(date) + minutes * MINUTE_MS;
  let [before, after] = [wanted - DAY_MS, wanted + DAY_MS];
  const [winter, summer] = [before, after].map((near) => shown(near, timeZone) - near);
  [before, after] = [wanted - (summer ?? 0), wanted - (winter ?? 0)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shown(middle, timeZone) < wanted) before = middle;
    else after = middle;
  }
  return after;
}

/** @param wanted a time as `shown` returns it. */
function momentsShowing(wanted: number, timeZone: string): number[] {
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((near) => shown(near, timeZone) - near);
  return [...new Set(offsets.map((offset) => wanted - offset))]
    .filter((moment) => shown(moment, timeZone) === wanted)
    .sort((a, b) => a - b);
}

const changingDays = new Map<string, boolean>();

/** Whether clocks in the zone show this time at another moment as well, because they are set back that night. */
export function isShownTwice(at: Date, timeZone: string): boolean {
  const day = Math.floor(at.getTime() / DAY_MS);
  const key = `${timeZone} ${String(day)}`;
  // Results are kept by day: a list shows hundreds of times, and nearly all days have no change.
  let isChanging = changingDays.get(key);
  if (isChanging === undefined) {
    const [before, after] = [day - 1, day + 2].map((each) => zoneOffset(new Date(each * DAY_MS), timeZone));
    isChanging = before !== after;
    changingDays.set(key, isChanging);
  }
  return isChanging && momentsShowing(shown(at.getTime(), timeZone), timeZone).length > 1;
}

/**
 * Suggests an hour for the chosen day: the next full one. For today it must still be to come; null when the
 * day has none left. For other days in the last hour of today, it is midnight.
 */
export function suggestedHour(date: string, now: Date, timeZone: string): number | null {
  const today = wallClock(now, timeZone);
  const isToday = date === today.date;
  const first = isToday ? today.hour + 1 : (today.hour + 1) % 24;
  const fits = (hour: number) =>
    hour >= first && momentsOf(date, hour, timeZone).some((moment) => !isToday || moment > now.getTime());
  return HOURS.find(fits) ?? null;
}

/** Whether the text is a day of the calendar, yyyy-mm-dd. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** Returns the days from the first to the last, both included; none when the first is after the last. */
export function eachDay(first: string, last: string): string[] {
  const count = Math.max(0, (dayStart(last) - dayStart(first)) / DAY_MS + 1);
  return Array.from({ length: count }, (_, index) =>
    new Date(dayStart(first) + index * DAY_MS).toISOString().slice(0, 10),
  );
}

const dayStart = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** `14` → `2 PM`. */
export const hourLabel = (hour: number) => `${String(hour % 12 || 12)} ${hour < 12 ? 'AM' : 'PM'}`;

/** Whether the text is a time of day, such as 16:00. */
export const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** A time of day as people type it (`4 PM`, `4:30pm`, `16:00`), as 16:00; null for anything else. */
export function readClock(text: string): string | null {
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?::(\d{2}))?(?::00)?\s*([ap]\.?m\.?)?$/i.exec(text.trim()) ?? [];
  if (hour === undefined || (half && (Number(hour) < 1 || Number(hour) > 12))) return null;
  const isLate = half?.toLowerCase().startsWith('p') ?? false;
  const number = half ? (Number(hour) % 12) + (isLate ? 12 : 0) : Number(hour);
  const clock = `${String(number).padStart(2, '0')}:${minute}`;
  return isClock(clock) ? clock : null;
}

/** `16:05` → `4:05 PM`. */
export function clockLabel(clock: string): string {
  const [hour = '', minute = ''] = clock.split(':');
  return hourLabel(Number(hour)).replace(' ', `:${minute} `);
}

/** `99 min`. @param minutes are rounded. */
export const minutesLabel = (minutes: number) => `${String(Math.round(minutes))} min`;

/** `48 min`, and from an hour on `1 h 39 min`. @param minutes are rounded. */
export function durationLabel(minutes: number): string {
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return minutesLabel(rest);
  return `${String(hours)} h${rest > 0 ? ` ${String(rest)} min` : ''}`;
}

/** `2026-03-09` → `Mar 9, 2026`. */
export const dateLabel = (date: string, language = 'en-US') =>
  new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(Date.parse(`${date}T00:00:00Z`));

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `2026-03-09`, 16 → `March 9th, 2026 at 4:00 PM`. */
export function longTimeLabel(date: string, hour: number): string {
  const day = Number(date.slice(-2));
  const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long' });
  const time = hourLabel(hour).replace(' ', ':00 ');
  return `${month.format(Date.parse(`${date}T00:00:00Z`))} ${String(day)}${ENDINGS[ordinals.select(day)] ?? 'th'}, ${date.slice(0, 4)} at ${time}`;
}

/** `2026-03-09` → `Monday`. */
export const weekdayLabel = (date: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }).format(
    Date.parse(`${date}T00:00:00Z`),
  );

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
