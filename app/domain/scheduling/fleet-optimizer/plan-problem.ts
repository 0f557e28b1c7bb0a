/** A day to be planned over several drivers, and its answer. Pure, and safe in the browser. */
import type { Rest } from '~/domain/scheduling/timetable/break-time';

/** One visit. Times are seconds on one clock. */
export type PlanStop = {
  /** Row of the matrix. */
  place: number;
  /** Not served before this time; a driver who is early waits. */
  after: number;
  /** Late when served after this time; Infinity for none. */
  by: number;
  /** Seconds at the stop. */
  service: number;
  /** What it adds to the vehicle, negative for what it takes out. Only what is added has to fit. */
  size: number;
};

/** How well the driver knows a task; each step makes it dearer to move. */
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
   * For one more pickup: the number of another task's delivery, which it has to come before, with the same driver. Without
   * it, there is no place for the pickup. Means nothing where either of them stays.
   */
  delivery?: number;
};

export type PlanDriver = {
  /** Places where the driver begins and ends; null for wherever the first or the last stop is. */
  start: number | null;
  end: number | null;
  /** The shift. */
  from: number;
  until: number;
  capacity: number;
  /** What the vehicle carries at the start. */
  load: number;
  skills: readonly string[];
  /** Numbers of the stops in the present order. */
  route: readonly number[];
  /** So many of the first stops are going or picked up: they stay, in this order. */
  fixed: number;
  rest?: Rest;
};

export type PlanProblem = {
  placeCount: number;
  /** Row-major, from row to column; Infinity where there is no road. Never negative. */
  seconds: Float64Array;
  /** What a leg costs. May be the same array. */
  lengths: Float64Array;
  stops: readonly PlanStop[];
  tasks: readonly PlanTask[];
  drivers: readonly PlanDriver[];
  costs: PlanCosts;
  /** False: what is in a route keeps its driver and its order; the rest is inserted. */
  mayMove: boolean;
};

/** In the unit of the lengths. */
type PlanCosts = {
  /** Of a second of lateness; Infinity when no stop may be late. */
  late: number;
  /** Of a second after the shift's end; Infinity when no driver may work longer. */
  overtime: number;
  /** Of moving a task by one price (see PRICE_OF_MOVING); 0 when moving is free. */
  moved: number;
  /** Of each driver who has anything to do. */
  driver: number;
};

/**
 * Why a task is in no route: nobody has its skills or its pin; no vehicle is large enough; no road leads there; it fits
 * into no shift or window, even alone; or what is planned leaves no room for it.
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
  /** By stop of the route: when service begins, and how late that is. */
  begins: number[];
  late: number[];
  length: number;
  /** When the driver reaches the end, and how long after the shift. */
  finish: number;
  overtime: number;
  /** The break; null without one, and when all is done before it is due. */
  rest: { from: number; until: number } | null;
};

type PlanTotals = {
  length: number;
  late: number;
  overtime: number;
  /** Stops that are late. */
  lateStops: number;
  /** Numbers of the tasks that changed their driver, and their prices. */
  moved: number[];
  movedPrice: number;
  /** Drivers with a stop. */
  drivers: number;
};
