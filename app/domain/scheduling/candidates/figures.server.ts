/**
 * Computes how much a task adds to one route, and its best place there, with the arrival times that people
 * see.
 */
import { isLate, LEAST_LATE_MS } from '~/domain/scheduling/timetable/lateness';
import { hourOfWeek, type Arrival } from '~/domain/scheduling/timetable/route-times';
import type { Learned } from '~/domain/scheduling/timetable/learned';
import {
  arrivalsNow,
  askedDrive,
  pathOf,
  positionOf,
  UNKNOWN_DRIVE_SECONDS,
  type RouteNow,
} from '~/domain/scheduling/arrivals/routes.server';
import {
  isPickupFor,
  type RouteTask,
  serviceOf,
  type Stop,
  stopOf,
} from '~/domain/scheduling/timetable/stops';
import type { Drives } from '~/domain/geography/roads/drives.server';
import type { LatLng } from '~/domain/geography/coordinates';
import { LATE_WEIGHT } from '~/domain/scheduling/route-order/route-problem';
import { estimatedSeconds } from '~/domain/geography/roads/roads.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { zoneOffset } from '~/domain/kernel/time';
import { placeKey } from '~/domain/geography/place-key';
import { cheapestPlace, type Insertion } from './insertion';
import type { Candidate } from './schema';
import { isUnderWay } from '~/domain/tasks/model/statuses';

type Given = {
  /** The route without the task. */
  route: RouteNow;
  task: RouteTask;
  drives: Drives;
  /** Seconds by road from the driver's position to the task; null when they are not known. */
  fromPosition: number | null;
  /** The present place of the task, if it is in this route: it stays there. */
  given: number | null;
  at: Date;
  learned: Learned;
};

/** A task that becomes late, or later than before. Minutes after its due time; 0 when on time. */
export type Delay = { taskId: number; lateBefore: number; lateAfter: number };

type Figures = {
  /** In milliseconds; delays are weighted. */
  cost: number;
  delays: Delay[];
  added: Omit<NonNullable<Candidate['added']>, 'makesLate'>;
};

const MINUTE_MS = 60_000;

/** @param given the present place of the task, when it is in this route. */
export function figuresOf(input: Given): Figures | null {
  const { route, task, drives, given, at: now, learned } = input;
  const times = (of: RouteNow, isTurned = false) =>
    arrivalsNow(
      of,
      { path: legsOf(of, drives), fromPosition: firstDrive(input, of.stops[0]?.place) },
      now,
      learned,
      {
        isTurned,
      },
    );
  const before = times(route);
  const joined = route.stops.findIndex(({ tasks: [first] }) => first && placeKey(first) === placeKey(task));
  const place = joined >= 0 ? joined : (given ?? cheapestPlace(insertionOf(input, before)));
  const added = stopOf([...(route.stops[joined]?.tasks ?? []), task]);
  const stops = [
    ...route.stops.slice(0, place),
    added,
    ...route.stops.slice(joined >= 0 ? place + 1 : place),
  ];
  const isTurned = place === 0 && joined < 0 && given === null;
  const then = { ...route, stops };
  const after = times(then, isTurned);
  const arrival = after.arrivals.find(({ key }) => key === String(place));
  if (!arrival || after.finish === null) return null;
  // The break is taken in any case, so it does not count.
  const finish = Math.max(before.setsOutAt, before.doneAt - before.rested);
  const more = Math.max(0, after.finish - after.rested - finish);
  const lateBefore = lateMsOf(route, before.arrivals);
  const late = [...lateMsOf(then, after.arrivals)].map(([taskId, ms]) => {
    const was = lateBefore.get(taskId) ?? 0;
    return { taskId, before: was, after: ms, growth: Math.max(0, ms - was) };
  });
  const due = task.due_by === null ? null : Date.parse(task.due_by);
  return {
    cost: more + LATE_WEIGHT * late.reduce((sum, { growth }) => sum + growth, 0),
    delays: late
      .filter((each) => each.taskId !== task.id && isSignificantDelay(each))
      .map(({ taskId, ...ms }) => ({
        taskId,
        lateBefore: Math.round(ms.before / MINUTE_MS),
        lateAfter: Math.round(ms.after / MINUTE_MS),
      })),
    added: {
      minutes: Math.round(more / MINUTE_MS),
      stop: place + 1,
      stops: stops.length,
      behind: route.stops[joined >= 0 ? joined : place - 1]?.tasks.at(-1)?.id ?? null,
      expectedAt: new Date(arrival.expected).toISOString(),
      late: due === null ? null : isLate(arrival, due),
      from: before.begin.from,
      roads: drives.source,
    },
  };
}

/** Returns the milliseconds of lateness by task with a due time. */
const lateMsOf = ({ stops }: RouteNow, arrivals: Arrival[]) =>
  new Map(
    arrivals.flatMap(({ key, expected }) =>
      (stops[Number(key)]?.tasks ?? []).flatMap(({ id, due_by: due }) =>
        due === null ? [] : [[id, Math.max(0, expected - Date.parse(due))] as const],
      ),
    ),
  );

/** A difference of less than five minutes may be chance. */
const isSignificantDelay = ({ before, after }: { before: number; after: number }) =>
  after >= LEAST_LATE_MS && (before < LEAST_LATE_MS || after - before >= LEAST_LATE_MS);

type Begun = Pick<ReturnType<typeof arrivalsNow>, 'begin' | 'setsOutAt' | 'rest'>;

function insertionOf(
  input: Given,
  { begin: { place: begin, from: beginsAt }, setsOutAt, rest }: Begun,
): Insertion {
  const { route, task, drives, at: now, learned } = input;
  const hour = hourOfWeek(now.getTime(), zoneOffset(now, businessZone()));
  const all = [...route.stops, stopOf([task])];
  const seconds = (at: number) => (at - now.getTime()) / 1_000;
  const fromNow = (at: number | null) => at && seconds(at);
  const hasBegun = rest !== null && rest.from <= now.getTime();
  const planned = ({ tasks, place, dueAt, afterAt, serviceSeconds }: Stop) => ({
    isPlaced: place !== null,
    serviceSeconds: serviceOf({ tasks, serviceSeconds }, learned),
    dueAt: fromNow(dueAt),
    afterAt: fromNow(afterAt),
    rank: tasks.some(isUnderWay) ? 0 : tasks.some(({ priority }) => priority === 'urgent') ? 1 : 2,
  });
  return {
    start: seconds(hasBegun ? Math.max(setsOutAt, rest.until) : setsOutAt),
    rest: rest && !hasBegun ? { from: seconds(rest.from), until: seconds(rest.until) } : null,
    stops: route.stops.map((stop) => ({ ...planned(stop), order: orderOf(stop.tasks, task) })),
    added: { ...planned(stopOf([task])), rank: task.priority === 'urgent' ? 1 : 2 },
    drive: (from, to) => {
      const [start, end] = [from === null ? begin : (all[from]?.place ?? null), all[to]?.place ?? null];
      if (!end) return 0;
      if (!start) return UNKNOWN_DRIVE_SECONDS;
      const ahead = from === null && beginsAt === 'position' ? firstDrive(input, end) : null;
      const road = ahead ?? drives.seconds(start, end);
      return learned.leg(road, hour).seconds;
    },
  };
}

/**
 * Returns the drive from the driver's position. To the task and to the first other stop, both are by road or
 * both estimated, because the best place is found by comparing them.
 */
function firstDrive({ route, task, fromPosition }: Given, to: LatLng | null | undefined): number | null {
  const position = positionOf(route);
  if (!position || !to) return null;
  const first = route.stops.flatMap(({ place }) => place ?? [])[0];
  const seconds = first ? askedDrive(route)?.seconds : undefined;
  const isByRoad = fromPosition !== null && (typeof seconds === 'number' || !first);
  const { place } = stopOf([task]);
  const isToTask = place?.lat === to.lat && place.lng === to.lng;
  const byRoad = isToTask ? fromPosition : seconds;
  return (isByRoad ? byRoad : null) ?? estimatedSeconds({ from: position, to });
}

function orderOf(stop: RouteTask[], task: RouteTask) {
  if (stop.some((each) => isPickupFor(each, task))) return 'before it';
  return stop.some((each) => isPickupFor(task, each)) ? 'after it' : null;
}

const legsOf = (route: RouteNow, { seconds }: Drives) => {
  const places = pathOf(route);
  return places.slice(1).map((to, index) => seconds(places[index] ?? to, to));
};
