import { row } from 'db/connection';
import { env } from '~/env.server';

/**
 * The instant (ISO 8601) at which business clocks show this date and hour. PostgreSQL decides what a clock-change night
 * makes of it: an hour that happens twice is the second, one that does not happen is an hour later.
 */
export async function businessInstant(date: string, hour: number): Promise<string> {
  const found = await row<{ at: Date }>(
    'select ($date::date + make_interval(hours => $hour::integer)) at time zone $zone as at',
    { date, hour, zone: env.BUSINESS_TIME_ZONE },
  );
  if (!found) throw new Error('The database did not answer');
  return found.at.toISOString();
}
