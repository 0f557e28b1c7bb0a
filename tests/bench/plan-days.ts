/** Made-up networks for planning. */
import type { PlanProblem, PlanStop, PlanTask } from '~/modules/day-plans/fleet-optimizer/plan-problem';
import { randomFrom } from '~/domain/scheduling/route-optimizer/search';

const HOUR = 3_600;
const MINUTE = 60;

/** These iterations take about two seconds. */
export const LARGE_WORK = 2_000;

/** A third of the tasks are pickups with a delivery. A third has a due time, and a fifth requires a skill. */
export function largeNetwork(driverCount: number, taskCount: number): PlanProblem {
  const random = randomFrom(7);
  const stops: PlanStop[] = [];
  const stop = (size: number, by: number) =>
    stops.push({ place: driverCount + stops.length, after: 0, by, service: 5 * MINUTE, size }) - 1;
  const tasks = Array.from({ length: taskCount }, (_, task): PlanTask => {
    const by = random() < 1 / 3 ? HOUR * (2 + 6 * random()) : Infinity;
    return {
      stops: task % 3 === 0 ? [stop(1, Infinity), stop(-1, by)] : [stop(0, by)],
      skills: random() < 0.2 ? ['truck'] : [],
      pinned: null,
      known: 'unseen',
    };
  });
  const placeCount = driverCount + stops.length;
  const points = Array.from({ length: placeCount }, () => [random() * 2_400, random() * 2_400] as const);
  const seconds = Float64Array.from({ length: placeCount ** 2 }, (_, cell) => {
    const [from, to] = [Math.floor(cell / placeCount), cell % placeCount];
    const [a, b] = [points[from] ?? [0, 0], points[to] ?? [0, 0]];
    return from === to ? 0 : Math.round(60 + Math.hypot(a[0] - b[0], a[1] - b[1]) * (1.1 + 0.2 * random()));
  });
  return {
    placeCount,
    seconds,
    lengths: seconds,
    stops,
    tasks,
    drivers: Array.from({ length: driverCount }, (_, driver) => ({
      start: driver,
      end: driver,
      from: 0,
      until: 8 * HOUR,
      capacity: 6,
      load: 0,
      skills: driver % 3 === 0 ? ['truck'] : [],
      route: [],
      fixed: 0,
    })),
    costs: { late: 5, overtime: 5, moved: 0, driver: 0 },
    mayMove: true,
  };
}
