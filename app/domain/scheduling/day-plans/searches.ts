/** Runs the searches of a plan in the worker thread. Pure. */
import { violationsOf, type Violation } from '~/domain/scheduling/fleet-optimizer/checker';
import { planDay } from '~/domain/scheduling/fleet-optimizer/plan-fleet';
import type { Plan, PlanProblem } from '~/domain/scheduling/fleet-optimizer/plan-problem';
import { PLAN_KINDS, type PlanKind } from './kinds';
import { withFewerWaits } from './waits';

/**
 * Indexes of the memory that is shared with the caller: how much is done, in thousandths of all searches, and
 * whether to stop.
 */
export const CONTROL = { done: 0, stop: 1, size: 2 } as const;

export type PlanInput = {
  problems: Record<PlanKind, PlanProblem>;
  iterations: number;
  control: Int32Array;
};
export type PlanFound = { plan: Plan; violations: Violation[] };
export type PlansFound = Record<PlanKind, PlanFound>;

/** The length of each search, unless it is ended early. */
export const ITERATIONS = 12_000;
/** The seconds of a whole search, and the seconds of one of its size on the machine that was measured. */
export type Searched = { seconds: number; usual: number };

/**
 * Estimates the seconds of the searches, by `npm run bench -- --vrp` with 5 to 40 drivers and 30 to 1,000
 * tasks: within a fifth of the measured ones.
 */
export const usualSeconds = (tasks: number, drivers: number) =>
  0.1 + 0.07 * drivers + tasks * (0.0185 + 0.1 / Math.max(1, drivers));

/**
 * The weight of the last search: high enough to learn a new machine soon and to forget a busy moment soon.
 */
const NEWEST = 0.5;
export const paceAfter = (before: number | null, newest: number) =>
  before === null ? newest : before * (1 - NEWEST) + newest * NEWEST;

/** @param pace the time of searches here as a multiple of `usualSeconds`; null when it is not known. */
export const expectedSeconds = (tasks: number, drivers: number, pace: number | null) =>
  Math.max(1, Math.round(usualSeconds(tasks, drivers) * (pace ?? 1)));

const SEED = 1;
const WHOLE = 1_000;
/** If no list has two stops that may move, ordering gives the same answer as inserting. */
const hasOrder = ({ drivers }: PlanProblem) => drivers.some(({ route, fixed }) => route.length - fixed > 1);

export function planAll({ problems, iterations, control }: PlanInput): PlansFound {
  const search = (kind: PlanKind): PlanFound => {
    const problem = problems[kind];
    const found = planDay(problem, SEED, (done) => {
      const share = Math.min(1, done / iterations);
      const before = PLAN_KINDS.indexOf(kind);
      Atomics.store(control, CONTROL.done, Math.round((WHOLE * (before + share)) / PLAN_KINDS.length));
      return Atomics.load(control, CONTROL.stop) === 1 ? 1 : share;
    });
    const plan = withFewerWaits(problem, found);
    return { plan, violations: violationsOf(problem, plan) };
  };
  const insert = search('insert');
  const order = hasOrder(problems.order) ? search('order') : insert;
  return { insert, order, few: search('few'), free: search('free') };
}

export const shareDone = (control: Int32Array) => Atomics.load(control, CONTROL.done) / WHOLE;
