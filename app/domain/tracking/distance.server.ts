/** Computes the distance to the driver, for the customer of the next stop. */
import { row } from 'db/connection';
import { businessZone } from '~/domain/network/settings/network.server';
import { toLatLng } from '~/domain/geography/coordinates';
import { inMiles, straightMetres } from '~/domain/geography/distance';
import { HAS_PLACE } from './visits.server';
import { clockAt, clockLabel } from '~/domain/kernel/time';

/** SQL: whether the network wants it. */
export const SHOWS_DISTANCE = `coalesce((
  select (value ->> 'showDistance')::boolean from settings where name = 'customer-messages'), false)`;

type Found = {
  at: string;
  driver: { lat: number; lng: number };
  latitude: string | null;
  longitude: string | null;
};

const AWAY = `
  select to_json(p.at) #>> '{}' as at, json_build_object('lat', p.latitude, 'lng', p.longitude) as driver,
    t.latitude::text, t.longitude::text
  from tasks t join last_positions p on p.driver_id = t.driver_id and p.at > now() - interval '10 minutes'
  where t.id = $taskId and ${HAS_PLACE} and ${SHOWS_DISTANCE}`;

const LEAST_METRES = 200;

/**
 * Returns null when the distance is not known, or the network does not show it. The position itself is never
 * shown.
 */
export async function distanceTo(taskId: number): Promise<string | null> {
  const found = await row<Found>(AWAY, { taskId });
  const stop = found && toLatLng(found.latitude, found.longitude);
  if (!stop) return null;
  const metres = Math.max(LEAST_METRES, straightMetres(found.driver, stop));
  const clock = clockLabel(clockAt(new Date(found.at), businessZone()));
  return `The driver was about ${inMiles(metres)} away in a straight line at ${clock}.`;
}
