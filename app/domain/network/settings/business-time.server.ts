import { row } from 'db/connection';
import { businessZone } from './network.server';
import { dateLabel, wallClock } from '~/domain/kernel/time';

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

/** Returns the short name of the business zone at that moment, such as `CDT`. */
export function businessZoneName(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: businessZone(),
    timeZoneName: 'short',
  }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? businessZone();
}
