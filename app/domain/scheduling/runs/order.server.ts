/** The order of a run, which is computed once, at its cut-off, and the arrivals that follow from it. */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { shownAddress } from '~/domain/geography/address';
import { toLatLng } from '~/domain/geography/coordinates';
import { type RoadMatrix, estimatedMatrix } from '~/domain/geography/distance';
import { roadsBetween } from '~/domain/geography/roads/roads.server';
import { zoneOffset } from '~/domain/kernel/time';
import { businessZone } from '~/domain/network/settings/network.server';
import { arrivalsNow, type RouteNow, runForRoute } from '~/domain/scheduling/arrivals/routes.server';
import { learnedLately } from '~/domain/scheduling/arrivals/past.server';
import { planOf, problemOf, rowsAlong } from '~/domain/scheduling/route-order/route-problem';
import { bestOrder, orderStop, pairsOf } from '~/domain/scheduling/route-order/suggest.server';
import { hourOfWeek } from '~/domain/scheduling/timetable/route-times';
import {
  expectedDrives,
  legsIn,
  type RouteTask,
  type Stop,
  stopOf,
} from '~/domain/scheduling/timetable/stops';
import { groupByStop } from '~/domain/tasks/model/stops';
import { isQueued, STATUS } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** A standing stop of the schedule on the day of the run. */
export type StandingStop = {
  accountId: number;
  name: string;
  address: string;
  latitude: string | null;
  longitude: string | null;
  precision: string | null;
  always: boolean;
  serviceMinutes: number | null;
  /** The waiting tasks that go there. */
  taskIds: number[];
};

const STANDING = prepared(
  `select p.account_id as "accountId", a.name, p.visit = 'always' as always, p.service_minutes as "serviceMinutes",
     ${shownAddress('d')} as address,
     d.latitude::text as latitude, d.longitude::text as longitude, d.geo_precision as precision,
     array(select t.id from tasks t where t.run_id = r.id and ${statusIs(isQueued)} and not t.archived
       and (t.type = 'delivery' and t.account_id = p.account_id or lower(t.location) = lower(a.name))) as "taskIds"
   from runs r join run_stops p on p.schedule_id = r.schedule_id join accounts a on a.id = p.account_id and a.deleted_at is null
     left join account_addresses d on d.id = coalesce(p.address_id,
       (select m.id from account_addresses m where m.account_id = a.id and m.is_default))
   where r.id = $runId and (p.weekdays is null or extract(isodow from r.day) = any(p.weekdays))
   order by p.place, p.id`,
);

export type PlannedStop = {
  taskIds: number[];
  /** The standing stop for which a pickup is made. */
  standing: StandingStop | null;
  from: Date | null;
  to: Date | null;
};

export type RunPlan = {
  /** The tasks that the plan is made of, ascending. */
  taskIds: number[];
  stops: PlannedStop[];
};

/** More iterations hardly find better orders of so few stops. */
const ITERATIONS_A_STOP = 20;

/**
 * Computes the order of the tasks that wait for the run, with pickups for the standing stops that are always visited.
 * Writes nothing. @returns null when there is no such run.
 */
export async function planRun(runId: number): Promise<RunPlan | null> {
  const [found, standing] = await Promise.all([runForRoute(runId), rows<StandingStop>(STANDING, { runId })]);
  if (!found) return null;
  const { departsAt, startAt, orderKind, tasks } = found;
  const missing = standing.filter(({ always, taskIds }) => always && taskIds.length === 0);
  const stops = groupByStop([...tasks, ...missing.map(pickupOf)]).map(stopOf);
  const at = new Date(Math.max(departsAt.getTime(), Date.now()));
  const ordered = await inOrder(stops, {
    at,
    startAt,
    places: orderKind === 'fixed' ? placesOf(standing) : null,
  });
  const made = (stop: Stop) => missing[-1 - (stop.tasks.find(({ id }) => id < 0)?.id ?? 0)] ?? null;
  return {
    taskIds: tasks.map(({ id }) => id).sort((a, b) => a - b),
    stops: ordered.map(({ stop, from, to }) => ({
      taskIds: stop.tasks.map(({ id }) => id).filter((id) => id > 0),
      standing: made(stop),
      from,
      to,
    })),
  };
}

/**
 * Returns by task what a run promises that leaves now, in the order that it has.
 * @param order the ids of the tasks, if it is another one. Tasks that are missing come last.
 */
export async function promisesOfLeaving(
  runId: number,
  at: Date,
  order?: number[],
): Promise<Map<number, Pick<PlannedStop, 'from' | 'to'>>> {
  const found = await runForRoute(runId);
  if (!found || found.tasks.length === 0) return new Map();
  const stops = groupByStop(found.tasks).map(stopOf);
  const ids = order ?? found.tasks.map(({ id }) => id);
  const places = new Map(ids.map((id, place) => [id, place]));
  const ordered = await inOrder(stops, { at, startAt: found.startAt, places });
  return new Map(ordered.flatMap(({ stop, from, to }) => stop.tasks.map(({ id }) => [id, { from, to }])));
}

/** The places of tasks in the order of the standing stops; tasks that are made have ids below zero. */
function placesOf(standing: StandingStop[]): Map<number, number> {
  let made = 0;
  return new Map(
    standing.flatMap(({ taskIds, always }, place) => {
      if (taskIds.length > 0) return taskIds.map((id): [number, number] => [id, place]);
      return always ? [[(made -= 1), place]] : [];
    }),
  );
}

const pickupOf = (stop: StandingStop, index: number): RouteTask => ({
  id: -1 - index,
  type: 'pickup',
  status: STATUS.nextRoute,
  priority: 'normal',
  location: stop.name,
  address: stop.address,
  deliver_after: null,
  due_by: null,
  size: null,
  service_minutes: stop.serviceMinutes,
  skills: [],
  latitude: stop.latitude,
  longitude: stop.longitude,
  linkedTo: null,
  goesTo: null,
});

type Asked = { at: Date; startAt: RouteNow['startAt']; places: Map<number, number> | null };

/** @param asked.places the fixed places of tasks; null to compute the order. */
async function inOrder(stops: Stop[], { at, startAt, places }: Asked) {
  const learned = await learnedLately();
  const plan = planOf(
    toLatLng(...startAt),
    stops.map((stop) => orderStop(stop, at, learned)),
    pairsOf(stops),
    null,
  );
  const { matrix } = await roadsBetween(plan.points, 'traffic-unaware');
  const numbers = places ? byPlace(stops, places) : await computed();
  const route: RouteNow = {
    driverId: 0,
    startAt,
    last: null,
    going: null,
    position: null,
    visit: null,
    stops: numbers.flatMap((number) => stops[number] ?? []),
    duty: { onDuty: true, worksToday: true, shift: null, endsAt: null },
  };
  let estimated: RoadMatrix | undefined;
  const legs = legsIn(matrix, rowsAlong(plan, numbers), () => (estimated ??= estimatedMatrix(plan.points)));
  const { arrivals } = arrivalsNow(route, { path: legs.seconds }, at, learned);
  const arrivalAt = new Map(arrivals.map((arrival) => [Number(arrival.key), arrival]));
  return route.stops.map((stop, number) => {
    const arrival = arrivalAt.get(number);
    return { stop, from: arrival ? new Date(arrival.from) : null, to: arrival ? new Date(arrival.to) : null };
  });

  async function computed(): Promise<number[]> {
    const hour = hourOfWeek(at.getTime(), zoneOffset(at, businessZone()));
    const { problem, read } = problemOf(plan, expectedDrives(matrix.seconds, learned, hour), 0);
    const iterations = Math.min(problem.iterations, ITERATIONS_A_STOP * stops.length);
    return read(await bestOrder({ ...problem, iterations }));
  }
}

/** Returns the numbers of the stops: those with a place first, then the others in the order in which they came. */
function byPlace(stops: Stop[], places: Map<number, number>): number[] {
  const placeOf = (number: number) =>
    Math.min(...(stops[number]?.tasks ?? []).map(({ id }) => places.get(id) ?? Infinity));
  const numbers = [...stops.keys()];
  return numbers.sort((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)];
    return a === b ? one - other : a - b;
  });
}
