/**
 * The terms in which every screen counts tasks; see docs/architecture.md, "Counts of tasks". Safe in the
 * browser.
 */
import type { TaskStatus } from './task';
import {
  isAhead,
  isDone,
  isHeld,
  isInRoute,
  isLinked,
  isOpen,
  isQueued,
  type Question,
  TABS,
} from './statuses';

export const TERMS = {
  pending: isAhead,
  active: isInRoute,
  open: isOpen,
  linked: isLinked,
  nextRoute: isQueued,
  hold: isHeld,
  completed: isDone,
} satisfies Record<string, Question>;

export type Term = keyof typeof TERMS;

/** What the number at a tab of a driver's list counts. */
export const termOf = (tab: (typeof TABS)[number]): Term => (tab === TABS[1] ? 'nextRoute' : tab);

/** Numbers of tasks that are not archived. `forRun`: those of `nextRoute` that leave with their run. */
export type Counts = Record<Term | 'forRun', number>;

type Counted = { status: TaskStatus; run_id?: number | null };

export function countTasks(tasks: Counted[]): Counts {
  const count = (term: Term) => tasks.filter(TERMS[term]).length;
  const counts = Object.fromEntries((Object.keys(TERMS) as Term[]).map((term) => [term, count(term)]));
  const forRun = tasks.filter((task) => isQueued(task) && task.run_id != null).length;
  return { ...counts, forRun } as Counts;
}
