/**
 * Splits the gain of an answer: how much comes from the order of lists, and how much from moving tasks. Pure.
 * Safe in the browser.
 */
import type { PlanKind } from './kinds';
import type { PlanAnswer } from './schema';

/** Minutes saved, compared with lists that keep their order. */
export type Gain = { total: number; byOrder: number; byMoving: number };

type Compared = Pick<PlanAnswer, 'kind' | 'minutes' | 'moved'>;

/** Returns null for an answer that moves nothing or saves nothing. */
export function gainOf(answers: Compared[], { minutes, moved }: Compared): Gain | null {
  const minutesOf = (kind: PlanKind) => answers.find((each) => each.kind === kind)?.minutes;
  const [insert, order] = [minutesOf('insert'), minutesOf('order')];
  if (insert === undefined || order === undefined || moved === 0 || minutes >= insert) return null;
  const total = insert - minutes;
  const byOrder = Math.min(total, Math.max(0, insert - order));
  return { total, byOrder, byMoving: total - byOrder };
}
