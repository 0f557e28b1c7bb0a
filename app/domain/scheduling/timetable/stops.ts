/** The stops of routes and their tasks, in the form for arrival times and plans. Pure. */
import { type LatLng, toLatLng } from '~/domain/geography/coordinates';
import { placeKey } from '~/domain/geography/place-key';
import type { RoadMatrix } from '~/domain/geography/distance';
import type { Learned } from './learned';

export type RouteTask = {
  id: number;
  type: string;
  status: string;
  priority: string;
  location: string;
  address: string;
  deliver_after: string | null;
  /** The latest delivery time; without one, the end of what its run promises. */
  due_by: string | null;
  size: number | null;
  service_minutes: number | null;
  skills: string[];
  latitude: string | null;
  longitude: string | null;
  /** The transfer that this delivery belongs to. */
  linkedTo: number | null;
  /** The name of the account that this pickup is for. */
  goesTo: string | null;
};

export type Stop = {
  tasks: RouteTask[];
  place: LatLng | null;
  dueAt: number | null;
  /** The time from which all of its tasks may be handed over; null: at any time. */
  afterAt: number | null;
  /** The longest service time of its tasks; null where none has been entered. */
  serviceSeconds: number | null;
};
export function stopOf(tasks: RouteTask[]): Stop {
  const dues = tasks.flatMap(({ due_by }) => (due_by === null ? [] : Date.parse(due_by)));
  const afters = tasks.flatMap(({ deliver_after }) =>
    deliver_after === null ? [] : Date.parse(deliver_after),
  );
  const [place] = tasks.flatMap(({ latitude, longitude }) => toLatLng(latitude, longitude) ?? []);
  const minutes = tasks.flatMap(({ service_minutes }) => service_minutes ?? []);
  return {
    tasks,
    place: place ?? null,
    dueAt: dues.length > 0 ? Math.min(...dues) : null,
    afterAt: afters.length > 0 ? Math.max(...afters) : null,
    serviceSeconds: minutes.length > 0 ? Math.max(...minutes) * 60 : null,
  };
}

/** Returns how long the stop takes: as entered, or else as learned. */
export function serviceOf(
  { tasks: [task], serviceSeconds }: Pick<Stop, 'tasks' | 'serviceSeconds'>,
  learned: Learned,
): number {
  return serviceSeconds ?? (task ? learned.stop(placeKey(task), task.type).seconds : 0);
}

export const sizeOf = (tasks: Pick<RouteTask, 'size'>[]) =>
  tasks.reduce((total, { size }) => total + (size ?? 0), 0);

/** Tells which pickups must come before which deliveries. Pure. */

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Returns true when `first`, a pickup or a transfer, brings the goods that `then` delivers. */
export const isPickupFor = (first: RouteTask, then: RouteTask) =>
  then.linkedTo === first.id ||
  (first.goesTo !== null && then.type === 'delivery' && sameName(first.goesTo, then.location));

/** The expected drives between the points of a matrix. Pure. */

/** @param seconds by road; Infinity where there is none. @param hour of the week, on business clocks. */
export const expectedDrives = (seconds: RoadMatrix['seconds'], learned: Learned, hour: number) =>
  seconds.map((road) => (road > 0 && road < Infinity ? learned.leg(road, hour).seconds : road));

type Legs = { metres: number[]; seconds: number[]; isEstimated: boolean };

/** Returns the drives from each of these rows to the next one; where there is no road, the estimate. */
export function legsIn(roads: RoadMatrix, rows: number[], estimate: () => RoadMatrix): Legs {
  const size = Math.sqrt(roads.seconds.length);
  const legs: Legs = { metres: [], seconds: [], isEstimated: roads.isEstimated };
  rows.slice(1).forEach((to, index) => {
    const from = rows[index] ?? to;
    const cell = from * size + to;
    const isOpen = Number.isFinite(roads.seconds[cell]) && Number.isFinite(roads.metres[cell]);
    const leg = isOpen ? roads : estimate();
    legs.metres.push(leg.metres[cell] ?? 0);
    legs.seconds.push(leg.seconds[cell] ?? 0);
    legs.isEstimated ||= !isOpen || [from, to].some((row) => roads.outside?.has(row));
  });
  return legs;
}
