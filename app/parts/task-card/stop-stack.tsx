/** Several tasks at one place: a stack of cards that opens into all of them. */
import type { TaskCard as Task } from '~/domain/tasks/board';
import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/task';
import { Badge } from '~/ui/badge';
import { AddressLink, TaskCard } from './task-card';
import * as css from './task-card.css';

const PREVIEWED = 2;
const MOST_LAYERS = 4;

export function StopStack({ tasks, taskTo }: { tasks: Task[]; taskTo: (task: Task) => string }) {
  const [first] = tasks;
  if (!first) return null;
  const layers = Math.min(tasks.length, MOST_LAYERS) as keyof typeof css.stack;
  const more = tasks.length - PREVIEWED;
  const urgent = tasks.some(({ priority }) => priority === 'urgent');
  return (
    <details>
      <summary className={css.summary}>
        <div
          className={`${css.card} ${css.stack[layers]} ${css.collapsed}`}
          data-urgent={urgent ? '' : undefined}
        >
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
            {urgent && <Badge tone="urgent">! Urgent</Badge>}
          </div>
          <h3 className={css.title}>{first.location}</h3>
          <div>{first.address}</div>
          {tasks.slice(0, PREVIEWED).map(({ id, invoice_number, part_numbers }) => (
            <div key={id} className={css.fact}>
              {[part_numbers && `Part # ${part_numbers}`, invoice_number && `Invoice # ${invoice_number}`]
                .filter(Boolean)
                .join(' · ')}
            </div>
          ))}
          {more > 0 && <div className={css.meta}>...and {more} more tasks</div>}
        </div>
        <div className={css.expanded}>
          {first.location} ({tasks.length} tasks)
        </div>
      </summary>
      <div className={css.inside}>
        <AddressLink task={first} />
        {tasks.map((task) => (
          <TaskCard key={task.id} task={task} to={taskTo(task)} />
        ))}
      </div>
    </details>
  );
}

const distinct = <Value,>(values: Value[]) => [...new Set(values)];
