/** Shifts of now. Tests run at any hour: these are stored as they are, whatever forms and API would refuse. */
import type { TestDatabase } from './database';

type More = { breakMinutes?: number; breakFrom?: number; startPlace?: string; endPlace?: string };

/** @param from of the shift, as until and the start of its break: in minutes from now, on the network's clocks. */
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
      ...[driverId, from, until - from, breakMinutes],
      ...[breakFrom === undefined ? null : breakFrom - from, startPlace, endPlace],
    ],
  );
}
