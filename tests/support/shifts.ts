/** Shifts around the present time. Tests run at any hour, so these are stored without the checks of forms and API. */
import type { TestDatabase } from './database';

type More = { breakMinutes?: number; breakFrom?: number; startPlace?: string; endPlace?: string };

/** @param from start of the shift, in minutes from now on the network's clocks; the same unit holds for its end and its break. */
export async function addShift(
  { rows }: Pick<TestDatabase, 'rows'>,
  driverId: number | undefined,
  from: number,
  until: number,
  { breakMinutes = 0, breakFrom, startPlace, endPlace }: More = {},
): Promise<void> {
  const zone = `coalesce((select value ->> 'timeZone' from settings where name = 'network'), 'America/Chicago')`;
  await rows(
    `insert into shifts (driver_id, day, starts, ends, break_minutes, break_from, start_place, end_place)
     select $1, at::date, minute, minute + $3::integer, $4, minute + $5::integer, $6, $7
     from (select at, round(extract(epoch from at - date_trunc('day', at)) / 60)::integer as minute
       from (select now() at time zone ${zone} + make_interval(mins => $2) as at) c) m`,
    [
      driverId,
      from,
      until - from,
      breakMinutes,
      breakFrom === undefined ? null : breakFrom - from,
      startPlace,
      endPlace,
    ],
  );
}
