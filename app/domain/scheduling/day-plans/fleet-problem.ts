/**
 * Makes the problem of the search from a draft and its roads. Times are seconds from the moment of planning.
 * Pure.
 */
import type { Learned } from '~/domain/scheduling/timetable/learned';
import { hourOfWeek } from '~/domain/scheduling/timetable/route-times';
import type { PlanDriver, PlanProblem, PlanTask } from '~/domain/scheduling/fleet-optimizer/plan-problem';
import type { LatLng } from '~/domain/geography/coordinates';
import type { RoadMatrix } from '~/domain/geography/distance';
import { LATE_WEIGHT } from '~/domain/scheduling/route-order/route-problem';
import { serviceOf } from '~/domain/scheduling/timetable/stops';
import { restOf } from './breaks';
import { expectedDrives } from '~/domain/scheduling/timetable/drives';
import { pickupsFor, type Draft, type DraftStop, type Links } from './draft';
import type { PlanKind } from './kinds';
import { abilities, loadsOf } from './needs';

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
