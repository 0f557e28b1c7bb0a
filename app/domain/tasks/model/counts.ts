/**
 * The terms in which every screen counts tasks; see docs/architecture.md, "Counts of tasks". Safe in the
 * browser.
 */
import { TASK_STATUSES, type TaskStatus } from './task';

export const TERMS = {
  pending: ['pending'],
  active: ['pending', 'going'],
  open: TASK_STATUSES.filter((status) => status !== 'completed'),
  linked: ['linked'],
  nextRoute: ['next-route'],
  hold: ['hold'],
  completed: ['completed'],
} as const satisfies Record<string, readonly TaskStatus[]>;

export type Term = keyof typeof TERMS;

/** Numbers of tasks that are not archived. `forRun`: those of `nextRoute` that leave with their run. */
export type Counts = Record<Term | 'forRun', number>;

const isOf = (term: Term, status: TaskStatus) => TERMS[term].some((each) => each === status);

type Counted = { status: TaskStatus; run_id?: number | null };

export function countTasks(tasks: Counted[]): Counts {
  const count = (term: Term) => tasks.filter(({ status }) => isOf(term, status)).length;
  const counts = Object.fromEntries((Object.keys(TERMS) as Term[]).map((term) => [term, count(term)]));
  const forRun = tasks.filter(({ status, run_id: id }) => isOf('nextRoute', status) && id != null).length;
  return { ...counts, forRun } as Counts;
}

/** `all 19 open tasks`, or `19 of 20 open tasks`, because a linked one moves only with its transfer. */
export function movableText({ open, linked }: Pick<Counts, 'open' | 'linked'>): string {
  const movable = linked > 0 ? `${String(open - linked)} of ${String(open)}` : `all ${String(open)}`;
  return `${movable} open ${open === 1 ? 'task' : 'tasks'}`;
}
