/** Several tasks at one place: a stack of cards that opens into all of them. */
import type { ReactNode } from 'react';
import type { TaskCard as Task } from '~/domain/tasks/board';
import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/task';
import { Badge } from '~/ui/badge';
import { edge } from '~/ui/card.css';
import { AddressLink, edgeOf, PriorityBadge, TaskCard } from './task-card';
import * as css from './task-card.css';

const PREVIEWED = 2;
const MOST_LAYERS = 4;

type Props = {
  tasks: Task[];
  taskTo: (task: Task) => string | undefined;
  /** What can be done with all of them, at the lower edge. */
  children?: ReactNode;
};

export function StopStack({ tasks, taskTo, children }: Props) {
  const [first] = tasks;
  if (!first) return null;
  const layers = Math.min(tasks.length, MOST_LAYERS) as keyof typeof css.stack;
  const more = tasks.length - PREVIEWED;
  const priority = (['urgent', 'high'] as const).find((each) => tasks.some((task) => task.priority === each));
  return (
    <article
      className={`${css.card} ${css.stack[layers]} ${edge[edgeOf(first)]}`}
      data-urgent={priority === 'urgent' ? '' : undefined}
    >
      <details>
        <summary className={css.summary}>
          <div className={css.collapsed}>
            <h3 className={css.title}>{first.location}</h3>
            <div className={css.badges}>
              <Badge tone="neutral">{tasks.length} tasks</Badge>
              {distinct(tasks.map(({ type }) => type)).map((type) => (
                <Badge key={type} tone={type}>
                  {TYPE_LABELS[type]}
                </Badge>
              ))}
              {distinct(tasks.map(({ status }) => status)).map((status) => (
                <Badge key={status} tone={status}>
                  {STATUS_LABELS[status]}
                </Badge>
              ))}
              {priority && <PriorityBadge priority={priority} />}
            </div>
            {tasks.slice(0, PREVIEWED).map(({ id, invoice_number, part_numbers }) => (
              <div key={id} className={css.fact}>
                {[part_numbers && `Part # ${part_numbers}`, invoice_number && `Invoice # ${invoice_number}`]
                  .filter(Boolean)
                  .join(' · ')}
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
      {first.address && <AddressLink task={first} />}
      {children}
    </article>
  );
}

const distinct = <Value,>(values: Value[]) => [...new Set(values)];
