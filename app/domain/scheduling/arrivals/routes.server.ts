/**
 * Reads routes as they are now, and computes the arrivals of their drivers: one statement for one driver or
 * for all.
 */
import { row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { businessZone } from '~/domain/network/settings/network.server';
import { toLatLng, type LatLng } from '~/domain/geography/coordinates';
import { straightMetres } from '~/domain/geography/distance';
import type { Origin } from '~/domain/geography/roads/provider.server';
import { placeNumber } from '~/domain/geography/roads/pairs.server';
import { estimatedSeconds } from '~/domain/geography/roads/roads.server';
import { type Duty, dutyAt } from '~/domain/network/shifts/duty.server';
import { groupByStop } from '~/domain/tasks/model/stops';
import { placeKey } from '~/domain/geography/place-key';
import { zoneOffset } from '~/domain/kernel/time';
import { arrivalsOf, type OpenStop } from '~/domain/scheduling/timetable/route-times';
import type { Break } from '~/domain/scheduling/timetable/day-clock';
import type { Learned } from '~/domain/scheduling/timetable/learned';
import { type RouteTask, type Stop, stopOf } from '~/domain/scheduling/timetable/stops';
import { DRIVES } from '~/domain/network/users/queries.server';
import { isDone, isHeld, isInRoute, isQueued, isUnderWay } from '~/domain/tasks/model/statuses';
import { FAILED, routeOrder, statusIs } from '~/domain/tasks/model/status-sql.server';

type Place = [latitude: string | null, longitude: string | null];
type Position = {
  at: string;
  latitude: number;
  longitude: number;
  heading: number | null;
  /** The time since when the driver has not left that place. */
  stillSince: string | null;
  /**
   * The drive that roads answered for a recent position: the seconds to a place, as `placeNumber` names it.
   */
  drive: { at: string; to: number; seconds: number | null } | null;
};
type Facts = {
  driverId: number;
  startAt: Place;
  /** The latest completion, when it is recent. */
  last: { at: string; place: Place } | null;
  /** When the stop under way was reported as Going. */
  going: string | null;
  position: Position | null;
  /** The stop that the driver has arrived at, and has not left. */
  visit: { at: string; place: string } | null;
  /** In the order of the route. */
  tasks: RouteTask[];
};

/** An older completion belongs to another shift. An older position says nothing about the present drive. */
const SHIFT = "interval '12 hours'";
const FRESH = "interval '10 minutes'";

// Joined with the account that it is for, if there is one, as `a`. What a run promises follows from its order, and not
// the other way round.
const taskWith = (due: string) => `json_build_object('id', t.id, 'type', t.type, 'location', t.location,
  'address', t.address, 'deliver_after', t.deliver_after, 'due_by', ${due}, 'size', t.size,
  'service_minutes', t.service_minutes, 'skills', t.skills, 'latitude', t.latitude, 'longitude', t.longitude,
  'status', t.status, 'priority', t.priority, 'linkedTo', t.linked_task_id, 'goesTo', a.name)`;
const TASK = taskWith('coalesce(t.deliver_by, t.promised_to)');

const FACTS = prepared(`
  select u.id as "driverId", json_build_array(d.latitude::text, d.longitude::text) as "startAt",
    (select json_build_object('at', t.completed_at, 'place', json_build_array(t.latitude, t.longitude)) from tasks t
     where t.driver_id = u.id and ${statusIs(isDone)} and not t.archived and t.completed_at > now() - ${SHIFT}
     order by t.completed_at desc, t.id desc limit 1) as last,
    (select to_json(max(e.occurred_at)) #>> '{}' from tasks t join task_events e on e.task_id = t.id
     where t.driver_id = u.id and ${statusIs(isUnderWay)} and not t.archived and ${statusIs(isUnderWay, 'e.action')}) as going,
    (select json_build_object('at', p.at, 'latitude', p.latitude, 'longitude', p.longitude, 'heading', p.heading,
       'stillSince', p.still_since, 'drive', case when p.drive_at is not null then
         json_build_object('at', p.drive_at, 'to', p.drive_to, 'seconds', p.drive_seconds) end)
     from last_positions p where p.driver_id = u.id and p.at > now() - ${FRESH}) as position,
    (select json_build_object('at', v.arrived_at, 'place', v.place) from stop_visits v
      where v.driver_id = u.id and v.left_at is null and v.arrived_at > now() - ${SHIFT}) as visit,
    (select coalesce(json_agg(${TASK}
       order by ${routeOrder()}), '[]')
     from tasks t left join accounts a on a.id = t.account_id and t.type = 'pickup'
     where t.driver_id = u.id and ${statusIs(isInRoute)} and not t.archived) as tasks
  from users u left join dealership_locations d on d.name = u.dealerships[1]
  where ${DRIVES}
    and ($drivers::integer[] is null or u.id = any($drivers))
  order by u.id`);

const ONE = prepared(
  `select ${TASK} as task, t.driver_id as "driverId", t.archived
   from tasks t left join accounts a on a.id = t.account_id and t.type = 'pickup' where t.id = $taskId`,
);
/** Returns a task in the form that routes have. */
export const taskForRoute = (taskId: number) =>
  row<{ task: RouteTask; driverId: number | null; archived: boolean }>(ONE, { taskId });

const IN_RUN = prepared(
  `select r.departs_at as "departsAt", json_build_array(d.latitude::text, d.longitude::text) as "startAt",
     coalesce(s.order_kind, 'computed') as "orderKind",
     (select coalesce(json_agg(${taskWith('t.deliver_by')} order by t.run_place nulls last, t.id), '[]')
      from tasks t left join accounts a on a.id = t.account_id and t.type = 'pickup'
      where t.run_id = r.id and ${statusIs(isQueued)} and not t.archived) as tasks
   from runs r left join run_schedules s on s.id = r.schedule_id left join dealership_locations d on d.name = r.dealership
   where r.id = $runId`,
);
/** Returns the tasks that wait for a run, in the form that routes have, and where and when it begins. */
export const runForRoute = (runId: number) =>
  row<{ departsAt: Date; startAt: Place; orderKind: 'fixed' | 'computed'; tasks: RouteTask[] }>(IN_RUN, {
    runId,
  });

/** SQL: whether task `t` could not be completed. */
export const TO_PLAN_AGAIN = `${FAILED} and not t.archived`;
// A task that could not be completed counts as unassigned, because any driver may get it when it is planned
// again.
const OPEN = prepared(
  `select ${TASK} as task, case when not ${statusIs(isHeld)} then t.driver_id end as "driverId"
   from tasks t left join accounts a on a.id = t.account_id and t.type = 'pickup'
   where ${statusIs(isInRoute)} and not t.archived
     and (t.driver_id is null or not t.driver_id = any($drivers::integer[])) or ${TO_PLAN_AGAIN} order by t.id`,
);
/** Pending, going and failed tasks that are in the route of none of these drivers. */
export const tasksOutsideLists = (drivers: number[]) =>
  rows<{ task: RouteTask; driverId: number | null }>(OPEN, { drivers });

export type RouteNow = Omit<Facts, 'tasks'> & { stops: Stop[]; duty: Duty };

/** @param drivers null for all drivers */
export async function routesNow(drivers: number[] | null): Promise<RouteNow[]> {
  const [found, dutyOf] = await Promise.all([rows<Facts>(FACTS, { drivers }), dutyAt(new Date())]);
  return found.map(({ tasks, ...facts }) => ({
    ...facts,
    stops: groupByStop(tasks).map(stopOf),
    duty: dutyOf(facts.driverId),
  }));
}

/** Returns the places that drives lead to, in order. Stops without a place are left out. */
export const placesOf = ({ stops }: Pick<RouteNow, 'stops'>) => stops.flatMap(({ place }) => place ?? []);

/** Returns the driver's position and heading, as roads are asked about it. */
export const positionOf = ({ position }: Pick<RouteNow, 'position'>): Origin | null =>
  position && { lat: position.latitude, lng: position.longitude, heading: position.heading };

export type Begin = {
  from: 'position' | 'stop' | 'start' | 'now';
  place: LatLng | null;
  since: number;
  at: string | null;
  /** The driver has not set out, as far as we know. */
  isStanding: boolean;
};
const MINUTE_MS = 60_000;
const STANDING_MS = 30 * MINUTE_MS;
/** For the drive to the first stop when the present place of the driver is not known. */
export const UNKNOWN_DRIVE_SECONDS = 600;

/** The place of the last stop, or else of the start. */
const leftPlaceOf = ({ last, startAt, duty }: Pick<RouteNow, 'last' | 'startAt' | 'duty'>) =>
  (last && toLatLng(...last.place)) ?? duty.shift?.startAt ?? toLatLng(...startAt);

/**
 * Returns the points of the route's drives: its begin, and then its stops. The driver's position is left out,
 * because answers of road engines are stored, and that would store a trail.
 */
export function pathOf(route: RouteNow): LatLng[] {
  const { from, place } = beginOf(route, 0);
  return [...(from === 'position' ? [] : [place ?? []].flat()), ...placesOf(route)];
}

/**
 * Returns the place and time at which the drive to the first stop began, from the best source that is known.
 */
export function beginOf(route: RouteNow, now: number): Begin {
  const { position, last, going } = route;
  if (position) {
    const { at, latitude, longitude } = position;
    return {
      from: 'position',
      place: { lat: latitude, lng: longitude },
      since: Date.parse(at),
      at,
      isStanding: false,
    };
  }
  const left = last && Date.parse(last.at);
  const wentAt = going === null ? null : Date.parse(going);
  const place = leftPlaceOf(route);
  // A driver who left the last stop long ago, and has reported nothing since, is standing and begins now at
  // the earliest.
  const reported = wentAt === null ? left : Math.max(wentAt, left ?? 0);
  const isStanding = reported === null || (wentAt === null && now - reported > STANDING_MS);
  const since = isStanding ? now : reported;
  if (last && place) return { from: 'stop', place, since, at: last.at, isStanding };
  return { from: place ? 'start' : 'now', place, since, at: going, isStanding };
}

/** A driver who stands this near to a stop or the start is at work. */
const AT_PLACE_METRES = 150;

/**
 * Returns since when the driver stands at a place without a purpose; null for one who moves, and for one at a
 * stop or at the start.
 */
function standingOf(route: RouteNow): number | null {
  const { position, visit, startAt, last, duty } = route;
  if (!position?.stillSince || visit) return null;
  const here = { lat: position.latitude, lng: position.longitude };
  const known = [duty.shift?.startAt, toLatLng(...startAt), last && toLatLng(...last.place)];
  const places = [...placesOf(route), ...known.flatMap((place) => place ?? [])];
  if (places.some((place) => straightMetres(place, here) <= AT_PLACE_METRES)) return null;
  return Date.parse(position.stillSince);
}

type Shift = Duty['shift'];

/**
 * A driver does not set out before the shift, unless they have reported Going or have just completed a stop.
 */
function setOutAt({ since }: Begin, { going, last }: RouteNow, shift: Shift, now: number): number {
  const isAtWork = going !== null || (last !== null && now - Date.parse(last.at) <= STANDING_MS);
  return isAtWork || !shift ? since : Math.max(since, shift.from);
}

function restOf(shift: Shift): Break | null {
  const { breakFrom: from = null, breakMinutes = 0 } = shift ?? {};
  return from === null || breakMinutes === 0 ? null : { from, until: from + breakMinutes * MINUTE_MS };
}

/** A driver is soon elsewhere: the roads of an older position are of no use. */
const ASKED_MS = 2 * MINUTE_MS;

/** The drive to the first stop as roads answered it for this position or for a slightly older one. */
export function askedDrive({ position, stops }: Pick<RouteNow, 'position' | 'stops'>) {
  const [first] = placesOf({ stops });
  const { drive = null } = position ?? {};
  if (!position || !drive || !first || drive.to !== placeNumber(first)) return null;
  const since = Date.parse(drive.at);
  return Date.parse(position.at) - since > ASKED_MS ? null : { seconds: drive.seconds, since };
}

export type Drives = {
  /** Seconds from each of `pathOf(route)` to the next one. */
  path: number[];
  /**
   * Seconds by road from the position to the first stop. Without it, the remembered answer of a recent
   * position counts.
   */
  fromPosition?: number | null;
};

/**
 * Returns how long the driver still drives to the first stop, from when on, and how long the whole drive is.
 */
function firstDrive(route: RouteNow, { path, fromPosition }: Drives, begin: Begin) {
  const [first] = placesOf(route);
  const estimated = (place: LatLng | null) =>
    first && place ? estimatedSeconds({ from: place, to: first }) : UNKNOWN_DRIVE_SECONDS;
  if (begin.from !== 'position') {
    const seconds = (begin.place ? path[0] : undefined) ?? estimated(begin.place);
    return { seconds, since: begin.since, whole: seconds };
  }
  const drive =
    typeof fromPosition === 'number' ? { seconds: fromPosition, since: begin.since } : askedDrive(route);
  const seconds = drive?.seconds ?? estimated(begin.place);
  const since = drive?.seconds === null ? begin.since : (drive?.since ?? begin.since);
  return { seconds, since, whole: Math.max(seconds, estimated(leftPlaceOf(route))) };
}

type Asking = {
  /** The shift with its break. Null for callers that need only the end of the stop under way, as plans do. */
  shift?: Shift;
  /** The first stop was only now put in front: the driver has not been driving there. */
  isTurned?: boolean;
};

export function arrivalsNow(
  route: RouteNow,
  drives: Drives,
  at: Date,
  learned: Learned,
  { shift = route.duty.shift, isTurned = false }: Asking = {},
) {
  const now = at.getTime();
  const begin = { ...beginOf(route, now), ...(isTurned && { since: now }) };
  const isByPath = begin.from !== 'position' && begin.place !== null;
  const first = firstDrive(route, drives, begin);
  const legs = [first.seconds, ...(isByPath ? drives.path.slice(1) : drives.path)];
  const open = route.stops.map(
    ({ tasks: [task], place, dueAt, afterAt, serviceSeconds }, index): OpenStop => ({
      key: String(index),
      address: task ? placeKey(task) : '',
      type: task?.type ?? '',
      roadSeconds: place && (legs.shift() ?? 0),
      dueAt,
      afterAt,
      serviceSeconds,
    }),
  );
  const isThere = route.visit && route.visit.place === open[0]?.address;
  const arrivedAt = isThere ? Date.parse(route.visit?.at ?? '') : null;
  const rest = restOf(shift);
  const isResting = rest !== null && rest.from <= now;
  const standingSince = isResting ? null : standingOf(route);
  const stoodMs = standingSince === null ? 0 : now - standingSince;
  const since = stoodMs > 0 ? now : first.since;
  const drivingSince = isTurned
    ? Math.max(now, shift?.from ?? now)
    : setOutAt({ ...begin, since }, route, shift, now);
  const isDriving = route.stops[0]?.tasks.some(isUnderWay) ?? false;
  const input = {
    now,
    drivingSince,
    wholeDrive: first.whole,
    arrivedAt,
    isUnderWay: isDriving,
    rest,
    stops: open,
    stoodSeconds: Math.max(0, stoodMs / 1_000),
  };
  const arrivals = arrivalsOf(input, learned, zoneOffset(at, businessZone()));
  return { ...arrivals, begin, rest, standingSince, setsOutAt: Math.max(now, drivingSince) };
}
