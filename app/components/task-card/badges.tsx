import type { TaskCard } from '~/domain/tasks/board/board';
import { PRIORITY_LABELS, STATUS_LABELS, TYPE_LABELS, type Priority } from '~/domain/tasks/task';
import { Badge } from '~/ui/badge';
import { Time } from '~/ui/time';
import * as css from './task-card.css';

/** Type, status and priority of a task; of a stop, each type and status once, and the highest priority. */
export function Badges({ tasks, hidesStatus }: { tasks: TaskCard[]; hidesStatus?: boolean }) {
  const priority = pressing(tasks);
  const statuses = hidesStatus ? [] : distinct(tasks.map(({ status }) => status));
  return (
    <div className={css.badges}>
      {tasks.length > 1 && <Badge tone="neutral">{tasks.length} tasks</Badge>}
      {distinct(tasks.map(({ type }) => type)).map((type) => (
        <Badge key={type} tone={type}>
          {TYPE_LABELS[type]}
        </Badge>
      ))}
      {statuses.map((status) =>
        status in STATUS_LABELS ? (
          <Badge key={status} tone={status}>
            {STATUS_LABELS[status]}
          </Badge>
        ) : (
          <Badge key={status} tone="inactive">
            Inactive
          </Badge>
        ),
      )}
      {priority !== 'normal' && (
        <Badge tone={priority}>
          {priority === 'urgent' ? `! ${PRIORITY_LABELS.urgent}` : PRIORITY_LABELS.high}
        </Badge>
      )}
    </div>
  );
}

/** `by 4:00 PM`: the first of those that are still open; nothing without one. */
export function DeliverBy({
  tasks,
  day,
  className,
}: {
  tasks: TaskCard[];
  day?: string;
  className?: string;
}) {
  const [first] = tasks
    .flatMap(({ status, deliver_by }) => (status !== 'completed' && deliver_by) || [])
    .sort();
  return (
    first && (
      <span className={className}>
        by <Time iso={first} {...(day && { day })} />
      </span>
    )
  );
}

export const pressing = (tasks: TaskCard[]): Priority =>
  (['urgent', 'high'] as const).find((each) => tasks.some(({ priority }) => priority === each)) ?? 'normal';

const distinct = <Value,>(values: Value[]) => [...new Set(values)];
