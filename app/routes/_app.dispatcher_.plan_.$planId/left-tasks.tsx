/** Lists tasks that stay in their lists, with the reasons. */
import { Link } from '@remix-run/react';
import { LEFT_REASONS } from '~/domain/scheduling/day-plans/kinds';
import type { PlanResult } from '~/domain/scheduling/day-plans/schema';
import * as css from './plan.css';

const MOST_SHOWN = 3;

export function LeftTasks({ left }: { left: PlanResult['left'] }) {
  if (left.length === 0) return null;
  return (
    <details open={left.length <= MOST_SHOWN} className={css.left}>
      <summary>
        {left.length === 1 ? '1 task stays where it is' : `${String(left.length)} tasks stay where they are`}
      </summary>
      <ul className={css.list}>
        {left.map(({ taskId, location, reason }) => (
          <li key={taskId}>
            <Link to={`/dispatcher/tasks/${String(taskId)}`}>{location}</Link>
            <span className={css.note}> {LEFT_REASONS[reason]}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
