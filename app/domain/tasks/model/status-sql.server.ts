/** The questions about statuses in SQL. */
import { isHeld, isUnderWay, type Question } from './statuses';
import { TASK_STATUSES, type TaskStatus } from './values';

/** The statuses with the answer yes. */
export const statusesThat = (question: Question): TaskStatus[] =>
  TASK_STATUSES.filter((status) => question({ status }));

const quoted = (statuses: TaskStatus[]) => statuses.map((status) => `'${status}'`).join(', ');

/** SQL: whether the answer for the column is yes. */
export function statusIs(question: Question, column = 't.status'): string {
  const yes = statusesThat(question);
  const no = TASK_STATUSES.filter((status) => !yes.includes(status));
  if (yes.length === 1) return `${column} = ${quoted(yes)}`;
  if (no.length === 1) return `${column} <> ${quoted(no)}`;
  return yes.length <= no.length ? `${column} in (${quoted(yes)})` : `${column} not in (${quoted(no)})`;
}

/** SQL for tasks as `t`: whether it could not be completed, like `hasFailed`. */
export const FAILED = `${statusIs(isHeld)} and t.failure_reason is not null`;

/** SQL: the order of a route. @param task the prefix of its columns. */
export const routeOrder = (task = 't.'): string =>
  `${statusIs(isUnderWay, `${task}status`)} desc, ${task}order_index, ${task}id`;
