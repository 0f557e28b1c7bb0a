import { row } from 'db/connection';
import { businessZone } from './network.server';
import { dateLabel, wallClock } from '~/domain/kernel/time';

/**
 * The instant (ISO 8601) at which business clocks show this date and time. PostgreSQL decides what a clock-change night
 * makes of it: an hour that happens twice is the second, one that does not happen is an hour later.
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

/** `CDT`: what business clocks go by at that moment. */
export function businessZoneName(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: businessZone(),
    timeZoneName: 'short',
  }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? businessZone();
}
