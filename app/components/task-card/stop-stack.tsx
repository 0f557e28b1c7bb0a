/** Several tasks at one place: a stack of cards that opens into all of them. */
import type { ReactNode } from 'react';
import type { TaskCard as Task } from '~/domain/tasks/board/board';
import { edge } from '~/ui/card.css';
import { Badges, pressing } from './badges';
import { edgeOf, stackOf, TaskCard } from './task-card';
import * as css from './task-card.css';
import { Ways } from './ways';

const PREVIEWED = 2;

type Props = {
  tasks: Task[];
  taskTo: (task: Task) => string | undefined;
  /** Actions for all of them, at the lower edge. */
  children?: ReactNode;
};

export function StopStack({ tasks, taskTo, children }: Props) {
  const [first] = tasks;
  if (!first) return null;
  const more = tasks.length - PREVIEWED;
  const notes = [...new Set(tasks.map((task) => task.notes).filter(Boolean))];
  return (
    <article
      className={`${css.card} ${stackOf(tasks)} ${edge[edgeOf(first)]}`}
      data-urgent={pressing(tasks) === 'urgent' ? '' : undefined}
    >
      <details>
        <summary className={css.summary}>
          <div className={css.collapsed}>
            <h3 className={css.title}>{first.location}</h3>
            <Badges tasks={tasks} />
            {tasks.slice(0, PREVIEWED).map(({ id, invoice_number, part_numbers }) => (
              <div key={id} className={css.fact}>
                {[part_numbers && `Part # ${part_numbers}`, invoice_number && `Invoice # ${invoice_number}`]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            ))}
            {notes.map((note) => (
              <div key={note} className={css.notes}>
                <strong>Notes:</strong> {note}
              </div>
            ))}
            {more > 0 && <div className={css.meta}>...and {more} more tasks</div>}
          </div>
          <h3 className={css.expanded}>
            {first.location} ({tasks.length} tasks)
          </h3>
        </summary>
        <div className={css.inside}>
          {tasks.map((task) => (
            <TaskCard key={task.id} task={task} to={taskTo(task)} />
          ))}
        </div>
      </details>
      <div className={css.stackWays}>
        <Ways task={first} />
      </div>
      {children}
    </article>
  );
}
