/**
 * Makes the problem of the search from a draft and its roads. Times are seconds from the moment of planning.
 * Pure.
 */
import type { Learned } from '~/domain/scheduling/timetable/learned';
import { hourOfWeek } from '~/domain/scheduling/timetable/route-times';
import type { PlanDriver, PlanProblem, PlanTask } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadMatrix } from '~/domain/geography/distance';
import { LATE_WEIGHT } from '~/domain/scheduling/route-order/route-problem';
import {
  expectedDrives,
  isPickupFor,
  type RouteTask,
  serviceOf,
  sizeOf,
} from '~/domain/scheduling/timetable/stops';
import type { Rest } from '~/domain/scheduling/timetable/day-clock';
import { type Draft, type DraftStop, type Links, type Person, pickupsFor } from './draft';
import type { PlanKind } from './kinds';

/** Breaks of shifts, both for the search and for people. Pure. */

const MINUTE_MS = 60_000;

type Break = Pick<Person, 'breakFrom' | 'breakMinutes'>;

/** Returns the end of a break that has begun; null otherwise. */
const endOfBegun = ({ breakFrom, breakMinutes }: Break, at: number) =>
  breakFrom !== null && breakFrom <= at ? breakFrom + breakMinutes * MINUTE_MS : null;

/** Returns when the driver can set out: after the end of a break that has begun. */
export const restedAt = (person: Break, ready: number, at: number) =>
  Math.max(ready, endOfBegun(person, at) ?? ready);

/**
 * Returns the break that is still to come.
 * @param begin when the driver sets out, or finishes the stop under way, which comes before the break.
 * @param at the moment of planning.
 */
export function restOf(person: Break, begin: number, at: number): Rest | undefined {
  const { breakFrom, breakMinutes } = person;
  if (breakMinutes === 0 || endOfBegun(person, at) !== null) return undefined;
  const due = breakFrom === null ? null : (Math.max(breakFrom, begin) - at) / 1_000;
  return { due, seconds: breakMinutes * 60 };
}

/** Returns the break under way in seconds from the moment of planning; null without one. */
export function breakUnderWay(person: Break, at: number): { from: number; until: number } | null {
  const until = endOfBegun(person, at);
  if (until === null || until <= at) return null;
  return { from: ((person.breakFrom ?? at) - at) / 1_000, until: (until - at) / 1_000 };
}

/** Computes the room and the skills that tasks need. Pure. */

/**
 * Returns how much each stop adds to the vehicle, and the load of each vehicle at the start. Everything to
 * deliver or bring back is in the vehicle at once, with two exceptions: goods that are picked up and
 * delivered on the way, and goods that are in the vehicle already. Their room is free after the delivery.
 */
function loadsOf({ stops, people, facts }: Draft, links: Links): { sizes: number[]; loads: number[] } {
  const goodsWith = ({ id }: RouteTask) => facts.get(id)?.goodsWith ?? null;
  const isIn = (task: RouteTask) => goodsWith(task) !== null;
  const sizes = stops.map(
    ({ tasks }) => sizeOf(tasks.filter((task) => !isIn(task))) - sizeOf(tasks.filter(isIn)),
  );
  for (const then of new Set([...links.pairs.values(), ...links.extraPickups.values()])) {
    let rest = stops[then]?.tasks ?? [];
    let brought = 0;
    for (const first of pickupsFor(links, then)) {
      const from = stops[first]?.tasks ?? [];
      const delivered = rest.filter((task) => from.some((source) => isPickupFor(source, task)));
      rest = rest.filter((task) => !delivered.includes(task));
      sizes[first] = Math.max(sizeOf(from), sizeOf(delivered));
      brought += sizes[first] ?? 0;
    }
    sizes[then] = sizeOf(rest) - brought;
  }
  const all = stops.flatMap(({ tasks }) => tasks);
  return {
    sizes,
    loads: people.map(({ driverId }) => sizeOf(all.filter((task) => goodsWith(task) === driverId))),
  };
}

/**
 * Returns who may take each stop, as skills of the search: a stop needs the name of the group that may. A
 * driver who has a task already may keep it, because people gave it to them for a reason. No driver hands
 * over to themselves.
 */
function abilities({ stops, people }: Draft): { needed: string[][]; has: string[][] } {
  const groups = stops.map(({ tasks, home, pinned, barred }: DraftStop) => {
    const wanted = tasks.flatMap(({ skills }) => skills.map((skill) => skill.toLowerCase()));
    return people.flatMap(({ skills }, person) => {
      const isKnown = person === home || person === pinned || wanted.every((skill) => skills.includes(skill));
      return isKnown && !barred.includes(person) ? [person] : [];
    });
  });
  const nameOf = (group: number[]) => (group.length === people.length ? [] : [group.join()]);
  return {
    needed: groups.map(nameOf),
    has: people.map((_, person) => [
      ...new Set(groups.filter((group) => group.includes(person)).flatMap(nameOf)),
    ]),
  };
}

/**
 * The place and time at which a driver begins. With a stop under way, that is its place when it is reached.
 */
export type Begin = { place: LatLng | null; at: number };

type Given = {
  draft: Draft;
  /** The beginnings by person. Their places come behind those of the draft among the points of the roads. */
  begins: Begin[];
  at: number;
  roads: RoadMatrix;
  learned: Learned;
  /** The milliseconds by which business clocks are ahead of UTC. */
  offset: number;
};

/** Returns the points of the stops, and behind them the known starts and ends. */
export const allPoints = ({ points, people }: Draft, begins: Begin[]): LatLng[] => [
  ...points,
  ...begins.flatMap(({ place }) => place ?? []),
  ...people.flatMap(({ endAt }) => endAt ?? []),
];

/** Moving a task must save this many seconds for each step of its price. */
const PRICE_SECONDS = 60;

/** Makes a problem for each search. They share the roads. */
export function problemsOf(given: Given): Record<PlanKind, PlanProblem> {
  const { draft, at, roads, learned, offset } = given;
  const seconds = expectedDrives(roads.seconds, learned, hourOfWeek(at, offset));
  const few = problemOf(given, seconds, draft);
  const staying = linksThatStay(draft);
  const homeOf: HomeOf = ({ home }) => home;
  const insert = problemOf(given, seconds, staying, homeOf);
  const order = problemOf(given, seconds, draft, homeOf);
  const free = { ...few.costs, moved: 0 };
  return {
    insert: { ...insert, mayMove: false, costs: free },
    order: { ...order, costs: free },
    few,
    free: { ...few, costs: free },
  };
}

function problemOf(
  { draft, begins, at, learned }: Given,
  seconds: Float64Array,
  links: Links,
  homeOf: HomeOf = () => null,
): PlanProblem {
  const { people, points, stops, present } = draft;
  const from = (ms: number) => (ms - at) / 1_000;
  let next = points.length;
  const number = (place: LatLng | null) => (place ? next++ : null);
  const starts = begins.map(({ place }) => number(place));
  const ends = people.map(({ endAt }) => number(endAt));
  const { sizes, loads } = loadsOf(draft, links);
  const { needed, has } = abilities(draft);
  return {
    placeCount: Math.round(Math.sqrt(seconds.length)),
    seconds,
    lengths: seconds,
    stops: stops.map((stop, index) => ({
      place: stop.place,
      after: stop.afterAt === null ? 0 : Math.max(0, from(stop.afterAt)),
      // An urgent stop is due at once, so each second counts.
      by: isUrgent(stop) ? 0 : stop.dueAt === null ? Infinity : from(stop.dueAt),
      service: serviceOf(stop, learned),
      size: sizes[index] ?? 0,
    })),
    tasks: tasksOf(stops, links, needed, homeOf),
    drivers: people.map((driver, person): PlanDriver => {
      const { until, capacity } = driver;
      const begin = begins[person]?.at ?? at;
      const { route = [], fixed = 0 } = present[person] ?? {};
      return {
        start: starts[person] ?? null,
        end: ends[person] ?? null,
        from: from(begin),
        until: until === null ? Infinity : from(until),
        capacity: capacity ?? Infinity,
        load: loads[person] ?? 0,
        skills: has[person] ?? [],
        route,
        fixed,
        rest: restOf(driver, begin, at),
      };
    }),
    costs: { late: LATE_WEIGHT, overtime: LATE_WEIGHT, moved: PRICE_SECONDS, driver: 0 },
    mayMove: true,
  };
}

const isUrgent = ({ tasks }: DraftStop) => tasks.some(({ priority }) => priority === 'urgent');

/** Returns the person who keeps a stop that is not pinned. */
type HomeOf = (stop: DraftStop) => number | null;

function tasksOf(stops: DraftStop[], links: Links, needed: string[][], homeOf: HomeOf): PlanTask[] {
  const { pairs, extraPickups } = links;
  const deliveries = new Set(pairs.values());
  return [...stops.keys()].flatMap((number) => {
    if (deliveries.has(number)) return [];
    const then = pairs.get(number);
    const numbers = then === undefined ? ([number] as const) : ([number, then] as const);
    const delivery = then ?? extraPickups.get(number) ?? number;
    const group = [...new Set([...numbers, ...pickupsFor(links, delivery), delivery])];
    const together = group.flatMap((member) => stops[member] ?? []);
    const owners = [...together.map(({ pinned }) => pinned), ...together.map(homeOf)];
    const members = numbers.flatMap((member) => stops[member] ?? []);
    const dearest = (['next', 'seen'] as const).find((known) => members.some((each) => each.known === known));
    return {
      stops: numbers,
      // A delivery and all of its pickups have the same driver, who needs the skills of all of them.
      skills: group.flatMap((member) => needed[member] ?? []),
      pinned: owners.find((person) => person !== null) ?? null,
      known: dearest ?? 'unseen',
      ...(then === undefined && delivery !== number && { delivery }),
    };
  });
}

/** For insertions: where people have put a delivery before its pickup, that order stays, without a link. */
function linksThatStay({ pairs, extraPickups, present }: Draft): Links {
  const isBehind = (first: number, then: number) =>
    present.some(({ route }) => route.includes(then) && route.indexOf(first) > route.indexOf(then));
  const stayingOf = (links: Map<number, number>) =>
    new Map([...links].filter(([first, then]) => !isBehind(first, then)));
  return { pairs: stayingOf(pairs), extraPickups: stayingOf(extraPickups) };
}
