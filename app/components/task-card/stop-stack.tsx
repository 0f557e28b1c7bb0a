/** A card for several tasks at one place. It looks like a stack, and opens to show all of them. */
import type { ReactNode } from 'react';
import { factLines } from '~/domain/tasks/model/facts';
import { type TaskCard as Task, TYPE_LABELS } from '~/domain/tasks/model/task';
import { edge } from '~/ui/card.css';
import { Badges, pressing } from './badges';
import { edgeOf, Notes, stackOf, TaskCard } from './task-card';
import * as css from './task-card.css';
import { Ways } from './ways';

const PREVIEWED = 2;

type Props = {
  tasks: [Task, ...Task[]];
  taskTo: (task: Task) => string | undefined;
  /** Shown at the lower edge. */
  children?: ReactNode;
};

export function StopStack({ tasks, taskTo, children }: Props) {
  const [first] = tasks;
  const more = tasks.length - PREVIEWED;
  return (
    <article
      className={`${css.card} ${stackOf(tasks)} ${edge[edgeOf(first)]}`}
      data-urgent={pressing(tasks) === 'urgent' ? '' : undefined}
    >
      <details>
        <summary className={css.summary}>
          <div className={css.collapsed}>
            <h2 className={css.title}>{first.location}</h2>
            {first.address && <div className={css.address}>{first.address}</div>}
            <Badges tasks={tasks} />
            <Notes tasks={tasks} />
            <ul className={css.facts}>
              {tasks.slice(0, PREVIEWED).map((task) => (
                <li key={task.id}>{[TYPE_LABELS[task.type], ...factLines(task)].join(' · ')}</li>
              ))}
              {more > 0 && (
                <li className={css.meta}>
                  ...and {more === 1 ? '1 more task' : `${String(more)} more tasks`}
                </li>
              )}
            </ul>
          </div>
          <h2 className={css.expanded}>
            {first.location} ({tasks.length} tasks)
          </h2>
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
