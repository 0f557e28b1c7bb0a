/** Times and days by the clocks of the business, and the time zones to choose from. */
import { row } from 'db/connection';
import { clockAt, clockLabel, dateLabel, eachDay, isDay, wallClock, zoneName } from '~/domain/kernel/time';
import { fieldRefusal } from '~/domain/kernel/errors';
import { language, locale } from '~/words/words';
import { businessZone } from './network.server';
import { type Days, MOST_DAYS } from './days';
import { untranslated } from '~/domain/kernel/sentence';

/**
 * Returns the instant (ISO 8601) at which business clocks show this date and time. On nights when clocks
 * change, PostgreSQL decides: an hour that happens twice is the second one, and one that is skipped becomes
 * an hour later.
 */
export async function businessInstant(date: string, hour: number, minute = 0): Promise<string> {
  const found = await row<{ at: Date }>(
    'select ($date::date + make_interval(hours => $hour::integer, mins => $minute::integer)) at time zone $zone as at',
    { date, hour, minute, zone: businessZone() },
  );
  if (!found) throw new Error('The database did not answer');
  return found.at.toISOString();
}

/** `Mar 9, 2026 2:40 PM` on business clocks. */
export function businessTime(iso: string): string {
  const at = new Date(iso);
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: businessZone(),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  return `${dateLabel(wallClock(at, businessZone()).date)} ${time.replace(/\u202f/g, ' ')}`;
}

/** The same for pages in the language of the reader. */
export function readersTime(iso: string): string {
  if (language() === 'en') return businessTime(iso);
  return written(iso, { dateStyle: 'medium', timeStyle: 'short' });
}

/** `2:40 PM` on business clocks, as the reader writes it. */
export const readersClock = (iso: string): string =>
  language() === 'en'
    ? clockLabel(clockAt(new Date(iso), businessZone()))
    : written(iso, { timeStyle: 'short' });

const written = (iso: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { timeZone: businessZone(), ...style })
    .format(new Date(iso))
    .replace(/[\u00a0\u202f]/g, ' ');

/** Returns the short name of the business zone at that moment, such as `CDT`. */
export function businessZoneName(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: businessZone(),
    timeZoneName: 'short',
  }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? businessZone();
}

/** Business days: they begin and end by the clocks of the business time zone, also when those change. */

/**
 * SQL: whether task `t` was archived and completed from the first to the last of these days, which are SQL as
 * well.
 */
export const archivedWithin = (first: string, last: string) => `t.archived
  and t.completed_at >= (${first})::timestamp at time zone $zone
  and t.completed_at < (${last} + 1)::timestamp at time zone $zone`;

/** The same for the days of `daysOf`. */
export const ARCHIVED_WITHIN = archivedWithin('$from::date', '$to::date');

/** The values that both bind. */
export const daysOf = ({ from, to }: Days) => ({ from, to, zone: businessZone() });

/** The day that business clocks show now. */
export const businessToday = () => wallClock(new Date(), businessZone()).date;

/** @throws invalid when the text is no day. */
export function oneDay(date: string): Days {
  requireDay(date, 'date');
  return { from: date, to: date };
}

/** @throws invalid when a text is no day, the order is wrong, or there are too many days. */
export function rangeOfDays(from: string, to: string): Days {
  requireDay(from, 'from');
  requireDay(to, 'to');
  if (from > to)
    throw fieldRefusal('from', untranslated('daysInWrongOrder', 'The first day must not be after the last'));
  if (eachDay(from, to).length > MOST_DAYS)
    throw fieldRefusal('from', untranslated('tooManyDays', `Choose at most ${String(MOST_DAYS)} days`));
  return { from, to };
}

function requireDay(text: string, field: string): void {
  if (!isDay(text)) throw fieldRefusal(field, untranslated('invalidDate', 'Invalid date'));
}

/** Lists the time zones to choose from, by the names that people use. */

type Zone = { zone: string; label: string };

export type Zones = {
  business: string;
  /** The zones of the United States. */
  common: Zone[];
  others: Zone[];
};

const UNITED_STATES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** `Central Time (America/Chicago)`. */
export function zoneLabel(zone: string): string {
  const name = zoneName(zone);
  const place = zone.replaceAll('_', ' ');
  return name === place ? name : `${name} (${place})`;
}

const labeled = (zones: string[]): Zone[] => zones.map((zone) => ({ zone, label: zoneLabel(zone) }));

const offered = new Map<string, Pick<Zones, 'common' | 'others'>>();

/** Made once for each language, because naming four hundred zones takes a while. */
function offeredZones() {
  const known = offered.get(locale());
  if (known) return known;
  // The list of Node.js lacks UTC.
  const all = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const others = [...all].filter((zone) => !UNITED_STATES.includes(zone)).sort();
  const made = { common: labeled(UNITED_STATES), others: labeled(others) };
  offered.set(locale(), made);
  return made;
}

export const timeZones = (): Zones => ({ business: businessZone(), ...offeredZones() });
