/** Shifts around the present time. Tests run at any hour, so these are stored without the checks of forms and API. */
import type { TestDatabase } from './database';

type More = {
  breakMinutes?: number;
  breakFrom?: number;
  startPlace?: string;
  endPlace?: string;
  /** The application's time zone, when a server setting decides it. */
  zone?: string;
};

/** A time zone in which the day has begun and is far from its end, whenever the tests run. */
export const morningZone = (): string => {
  const behind = (new Date().getUTCHours() - 9 + 24) % 24;
  return behind <= 12 ? `Etc/GMT+${String(behind)}` : `Etc/GMT-${String(24 - behind)}`;
};

/**
 * The start is rounded before its day is taken: at half a minute before midnight it is a shift of the next day.
 * @param from start of the shift, in minutes from now on the network's clocks; the same unit holds for its end and its break.
 */
export async function addShift(
  { rows }: Pick<TestDatabase, 'rows'>,
  driverId: number | undefined,
  from: number,
  until: number,
  { breakMinutes = 0, breakFrom, startPlace, endPlace, zone: fixed }: More = {},
): Promise<void> {
  const zone = `coalesce($8, (select value ->> 'timeZone' from settings where name = 'network'), 'America/Chicago')`;
  await rows(
    `insert into shifts (driver_id, day, starts, ends, break_minutes, break_from, start_place, end_place)
     select $1, at::date, minute, minute + $3::integer, $4, minute + $5::integer, $6, $7
     from (select at, (extract(epoch from at - date_trunc('day', at)) / 60)::integer as minute
       from (select date_trunc('minute', now() at time zone ${zone} + make_interval(mins => $2, secs => 30))
         as at) c) m`,
    [
      driverId,
      from,
      until - from,
      breakMinutes,
      breakFrom === undefined ? null : breakFrom - from,
      startPlace,
      endPlace,
      fixed,
    ],
  );
}
