/** Small days to plan, with places in a row, a second apart. */
import type {
  PlanDriver,
  PlanProblem,
  PlanStop,
  PlanTask,
} from '~/modules/day-plans/fleet-optimizer/plan-problem';

export const ROW = 10;
export const row = Float64Array.from({ length: ROW ** 2 }, (_, cell) =>
  Math.abs(Math.floor(cell / ROW) - (cell % ROW)),
);
export const at = (place: number, more: Partial<PlanStop> = {}): PlanStop => ({
  place,
  after: 0,
  by: Infinity,
  service: 0,
  size: 1,
  ...more,
});
export const task = (stops: PlanTask['stops'], more: Partial<PlanTask> = {}): PlanTask => ({
  stops,
  skills: [],
  pinned: null,
  known: 'unseen',
  ...more,
});
export const driver = (start: number, route: number[], more: Partial<PlanDriver> = {}): PlanDriver => ({
  start,
  end: start,
  from: 0,
  until: 100,
  capacity: 9,
  load: 0,
  skills: [],
  route,
  fixed: 0,
  ...more,
});
export const day = (more: Partial<PlanProblem>): PlanProblem => ({
  placeCount: ROW,
  seconds: row,
  lengths: row,
  stops: [],
  tasks: [],
  drivers: [],
  costs: { late: 1, overtime: 1, moved: 0, driver: 0 },
  mayMove: true,
  ...more,
});
