/** The answers of a plan: their kinds, and what each saves. Safe in the browser. */

/** In the order in which they are searched for. */
export const PLAN_KINDS = ['insert', 'order', 'few', 'free'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export const PLAN_LABELS: Record<PlanKind, { label: string; about: string }> = {
  insert: { label: 'Only add', about: 'What is in a list keeps its driver and its order' },
  order: { label: 'Reorder', about: 'What is in a list keeps its driver, in a better order' },
  few: { label: 'Few moves', about: 'A task changes its driver only where that saves much' },
  free: { label: 'Best', about: 'The least time, whoever has a task now' },
};

/** The reasons why a task is in none of the planned routes, or stays where it is. */
export const LEFT_REASONS = {
  place: 'No location: nobody knows where it is',
  going: 'Under way, or at the stop that is',
  goods: 'The parts are in the vehicle of a driver who is not planned for',
  skills: 'No driver has the skills for it, or may take it',
  capacity: 'No vehicle is large enough',
  road: 'No road leads there',
  time: 'No shift or time fits',
  room: 'No room beside the other tasks',
} as const;
export type LeftReason = keyof typeof LEFT_REASONS;

/** The reasons why an accepted driver's list stays as it is. */
export const SKIP_REASONS = {
  list: 'the list changed',
  shift: 'the shift changed or is over',
  vehicle: 'the vehicle or the skills changed',
  room: 'the vehicle would be too full, as others keep what they have',
  gone: 'no longer a driver',
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** Minutes saved, compared with lists that keep their order. */
export type Gain = { total: number; byOrder: number; byMoving: number };

type Compared = { kind: PlanKind; minutes: number; moved: number };

/**
 * Splits the gain: how much comes from the order of lists, and how much from moving tasks.
 * @returns null for an answer that moves nothing or saves nothing.
 */
export function gainOf(answers: Compared[], { minutes, moved }: Compared): Gain | null {
  const minutesOf = (kind: PlanKind) => answers.find((each) => each.kind === kind)?.minutes;
  const [insert, order] = [minutesOf('insert'), minutesOf('order')];
  if (insert === undefined || order === undefined || moved === 0 || minutes >= insert) return null;
  const total = insert - minutes;
  const byOrder = Math.min(total, Math.max(0, insert - order));
  return { total, byOrder, byMoving: total - byOrder };
}
