/** Reads drives and stops of the last weeks from positions, and learns from them. */
import { rows } from 'db/connection';
import { businessZone } from '~/domain/network/settings/network.server';
import { knownLegs } from '~/domain/geography/roads/roads.server';
import { zoneOffset } from '~/domain/kernel/time';
import { hourOfWeek } from '~/domain/scheduling/timetable/route-times';
import { shiftClock } from '~/domain/network/shifts/store.server';
import { learn, type Learned, type PastError } from '~/domain/scheduling/timetable/learned';

const LATELY = "interval '60 days'";
const MOST = 20_000;
/** A longer time was no drive from one stop to the next. */
const LONGEST_DRIVE_SECONDS = 2 * 3_600;

type Visit = {
  driverId: number;
  place: string;
  type: string;
  lat: number;
  lng: number;
  arrived: number;
  /** The begin of service: the wait for the earliest time of the tasks does not count. */
  begun: number;
  left: number;
  /** The planned begin of the break in that shift. */
  breakFrom: number | null;
};

const VISITS = `
  select v.driver_id as "driverId", v.place, t.type, v.latitude as lat, v.longitude as lng,
    extract(epoch from v.arrived_at)::float8 as arrived,
    extract(epoch from greatest(v.arrived_at, (select max(w.deliver_after) from tasks w
      where w.id = any(v.task_ids) and w.deliver_after < v.left_at)))::float8 as begun, extract(epoch from v.left_at)::float8 as left,
    (select extract(epoch from ${shiftClock('s.break_from')})::float8 from shifts s
     where s.driver_id = v.driver_id and s.break_minutes > 0
       and s.day >= (v.arrived_at at time zone $zone)::date - 1
       and v.arrived_at >= ${shiftClock('s.starts')} and v.arrived_at < ${shiftClock('s.ends')}
     order by s.day desc limit 1) as "breakFrom"
  from (select * from stop_visits where left_at is not null and arrived_at > now() - ${LATELY}
        order by arrived_at desc limit ${String(MOST)}) v
    join tasks t on t.id = v.task_ids[1]
  order by v.driver_id, v.arrived_at`;

const ERRORS = `
  select extract(epoch from arrived_at - expected_at)::float8 / deviation as error, deviation::float8,
    extract(epoch from expected_at - predicted_at)::float8 / 60 as ahead from arrival_predictions
  where arrived_at > now() - ${LATELY} order by arrived_at desc limit ${String(MOST)}`;

/** Exported for its test, because the remembered result is up to an hour old. */
export async function learnNow(): Promise<Learned> {
  const zone = businessZone();
  const [visits, errors] = await Promise.all([rows<Visit>(VISITS, { zone }), rows<PastError>(ERRORS)]);
  const drives = visits.flatMap((to, index) => {
    const from = visits[index - 1];
    const seconds = from && to.arrived - from.left;
    const isDrive =
      from?.driverId === to.driverId && from.place !== to.place && !isBroken(from, from.left, to.arrived);
    return isDrive && seconds && seconds > 0 && seconds < LONGEST_DRIVE_SECONDS
      ? [{ from, to, seconds }]
      : [];
  });
  const offset = zoneOffset(new Date(), zone);
  const roads = await knownLegs(drives.map(({ from, to }) => [from, to]));
  return learn({
    legs: drives.flatMap(({ from, seconds }, index) => {
      const [roadSeconds = 0] = roads[index] ?? [];
      return roadSeconds > 0
        ? [{ roadSeconds, seconds, hourOfWeek: hourOfWeek(from.left * 1_000, offset) }]
        : [];
    }),
    stops: visits.flatMap((visit) =>
      isBroken(visit, visit.begun, visit.left)
        ? []
        : [{ address: visit.place, type: visit.type, seconds: visit.left - visit.begun }],
    ),
    errors,
  });
}

/** Such a drive or stop is not used: its time without the break is not known. */
const isBroken = ({ breakFrom }: Visit, from: number, until: number) =>
  breakFrom !== null && breakFrom >= from && breakFrom < until;

const FRESH_MS = 3_600_000;
let known: { at: number; learned: Promise<Learned> } | undefined;

/** Returns what was learned within the last hour. */
export function learnedLately(): Promise<Learned> {
  if (!known || performance.now() - known.at > FRESH_MS) {
    const learned = learnNow();
    known = { at: performance.now(), learned };
    learned.catch(() => (known = undefined));
  }
  return known.learned;
}
