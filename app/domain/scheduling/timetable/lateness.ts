/**
 * Decides which deliveries are late, for every page, notification and message. Pure. A row of the board that says
 * "2 late" counts `late` of `GET /api/arrivals` (`arrivals/arrivals.server.ts`), which is `lateOf` of each stop.
 * Its two numbers, `expected` and `deviation`, come from `arrivalsOf` in `route-times.ts`, which drives through the
 * day. `arrivals/routes.server.ts` tells it where and when the drive begins, the shift, the break and the roads, and
 * `learned.ts` how long drives and stops took before. The task's dialog shows from where it counted.
 */
import type { RouteTask } from './stops';

/** Less may be chance. */
export const LEAST_LATE_MS = 5 * 60_000;

/** The share of a normal distribution that is below `z`: Abramowitz and Stegun 26.2.17, exact to seven digits. */
export function shareBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * tail;
  return z >= 0 ? 1 - above : above;
}

type Reached = {
  /** The expected arrival, before any wait. */
  at: number;
  deviation: number;
  /** The stop can't begin before this time. */
  after: number;
};

/** The probability of being late, from 0 to 1; null without a due time. */
export function latenessOf({ at, deviation, after }: Reached, dueAt: number | null): number | null {
  if (dueAt === null) return null;
  if (dueAt < after) return 1;
  return deviation === 0 ? Number(at > dueAt) : 1 - shareBelow((dueAt - at) / deviation);
}

type Expected = { expected: number; lateness: number | null };

/** A stop is shown as late when that is more likely than not, and by at least five minutes. */
export const isLate = ({ expected, lateness }: Expected, dueAt: number) =>
  lateness !== null && lateness > 0.5 && expected - dueAt >= LEAST_LATE_MS;

/** Returns the tasks of a stop that will likely be late. */
export const lateOf = (tasks: Pick<RouteTask, 'id' | 'due_by'>[], arrival: Expected): number[] =>
  tasks.filter(({ due_by: due }) => due !== null && isLate(arrival, Date.parse(due))).map(({ id }) => id);
