/** The problem of planning a day over several drivers, and its answer. Pure, and safe in the browser. */
import type { Rest } from '~/domain/scheduling/timetable/day-clock';

/** One visit. Times are seconds on one clock. */
export type PlanStop = {
  /** The row in the matrix. */
  place: number;
  /** Not served before this time; a driver who is early waits. */
  after: number;
  /** Late when served after this time; Infinity for none. */
  by: number;
  /** Seconds at the stop. */
  service: number;
  /** The size that it adds to the vehicle, negative when it unloads. Only added sizes have to fit. */
  size: number;
};

/** The driver's knowledge of a task; each step makes it dearer to move. */
type Known = 'unseen' | 'seen' | 'next';

export const PRICE_OF_MOVING: Record<Known, number> = { unseen: 1, seen: 5, next: 15 };

export type PlanTask = {
  /** Numbers of its stops: one, or a pickup and the delivery it feeds. */
  stops: readonly [number] | readonly [pickup: number, delivery: number];
  /** The driver must have all of these. */
  skills: readonly string[];
  /** The only driver who may take it; null for any. */
  pinned: number | null;
  known: Known;
  /**
   * For one more pickup: the number of another task's delivery, which must come behind it with the same
   * driver. Without that delivery in a route, the pickup has no place. Ignored if one of them stays.
   */
  delivery?: number;
};

export type PlanDriver = {
  /** The places where the driver begins and ends; null: wherever the first or the last stop is. */
  start: number | null;
  end: number | null;
  /** The shift. */
  from: number;
  until: number;
  capacity: number;
  /** The load of the vehicle at the start. */
  load: number;
  skills: readonly string[];
  /** Numbers of the stops in the present order. */
  route: readonly number[];
  /** This many of the first stops are under way or picked up: they stay, in this order. */
  fixed: number;
  rest?: Rest;
};

export type PlanProblem = {
  placeCount: number;
  /** Row-major, from row to column; Infinity where there is no road. Never negative. */
  seconds: Float64Array;
  /** The cost of each leg. May be the same array. */
  lengths: Float64Array;
  stops: readonly PlanStop[];
  tasks: readonly PlanTask[];
  drivers: readonly PlanDriver[];
  costs: PlanCosts;
  /** False: stops that are in a route keep their driver and order, and only the others are inserted. */
  mayMove: boolean;
};

/** In the unit of the lengths. */
type PlanCosts = {
  /** The cost of a second of lateness; Infinity when no stop may be late. */
  late: number;
  /** The cost of a second after the shift's end; Infinity when no driver may work longer. */
  overtime: number;
  /** The cost of moving a task by one price (see PRICE_OF_MOVING); 0 when moving is free. */
  moved: number;
  /** The cost of each driver who has anything to do. */
  driver: number;
};

/**
 * The reason why a task is in no route: no driver has its skills or its pin; no vehicle is large enough; no
 * road leads there; it fits into no shift or window, even alone; or the planned tasks leave no room for it.
 */
export type Reason = 'skills' | 'capacity' | 'road' | 'time' | 'room';

export type Plan = {
  /** By driver. */
  routes: PlannedRoute[];
  unplanned: { task: number; reason: Reason }[];
  totals: PlanTotals;
};

export type PlannedRoute = {
  /** Numbers of the stops in order. */
  stops: number[];
  /** By stop of the route: the begin of service, and its lateness. */
  begins: number[];
  late: number[];
  length: number;
  /** The time at which the driver reaches the end, and the seconds of it after the shift. */
  finish: number;
  overtime: number;
  /** The break; null without one, and when all is done before the break is due. */
  rest: { from: number; until: number } | null;
};

type PlanTotals = {
  length: number;
  late: number;
  overtime: number;
  lateStops: number;
  /** Numbers of the tasks that changed their driver, and the sum of their prices. */
  moved: number[];
  movedPrice: number;
  /** The number of drivers with a stop. */
  drivers: number;
};
