import {
  type Priority,
  PRIORITY_LABELS,
  STATUS_LABELS,
  type TaskCard,
  TYPE_LABELS,
} from '~/domain/tasks/model/task';
import type { ReactNode } from 'react';
import { Badge } from '~/ui/badge';
import { Time } from '~/ui/time';
import { card } from '~/words/en/card';
import * as css from './task-card.css';
import { isOpen, toneOf } from '~/domain/tasks/model/statuses';

type BadgesProps = {
  tasks: TaskCard[];
  hidesStatus?: boolean;
  /** Shown after the badges. */
  children?: ReactNode;
};

/** Type, status and priority of a task. For a stop it shows each type and status once, and the highest priority. */
export function Badges({ tasks, hidesStatus, children }: BadgesProps) {
  const priority = pressing(tasks);
  const statuses = hidesStatus ? [] : distinct(tasks.map(({ status }) => status));
  return (
    <div className={css.badges}>
      {tasks.length > 1 && <Badge tone="neutral">{card.tasks(tasks.length)}</Badge>}
      {distinct(tasks.map(({ type }) => type)).map((type) => (
        <Badge key={type} tone={type}>
          {TYPE_LABELS[type]}
        </Badge>
      ))}
      {statuses.map((status) => {
        const tone = toneOf(status);
        return (
          <Badge key={status} tone={tone ?? 'inactive'}>
            {tone ? STATUS_LABELS[status] : card.inactive}
          </Badge>
        );
      })}
      {priority !== 'normal' && (
        <Badge tone={priority}>
          {priority === 'urgent' ? `! ${PRIORITY_LABELS.urgent}` : PRIORITY_LABELS.high}
        </Badge>
      )}
      {children}
    </div>
  );
}

/** True for a task that is not completed and has an earliest or latest delivery time. */
export const hasWindow = (task: TaskCard) => isOpen(task) && Boolean(task.deliver_after ?? task.deliver_by);

/**
 * Shows `after 9:00 AM, by 4:00 PM`: the latest `after` and the earliest `by` of the open tasks, or nothing without
 * one.
 */
export function DeliverBy({
  tasks,
  day,
  className,
}: {
  tasks: TaskCard[];
  day?: string;
  className?: string;
}) {
  const open = tasks.filter(isOpen);
  const [first] = open.flatMap(({ deliver_by }) => deliver_by ?? []).sort();
  const after = open
    .flatMap(({ deliver_after }) => deliver_after ?? [])
    .sort()
    .at(-1);
  return (
    (first ?? after) && (
      <span className={className}>
        {after && (
          <>
            {card.after}
            <Time iso={after} {...(day && { day })} />
          </>
        )}
        {after && first && ', '}
        {first && (
          <>
            {card.by}
            <Time iso={first} {...(day && { day })} />
          </>
        )}
      </span>
    )
  );
}

export const pressing = (tasks: TaskCard[]): Priority =>
  (['urgent', 'high'] as const).find((each) => tasks.some(({ priority }) => priority === each)) ?? 'normal';

const distinct = <Value,>(values: Value[]) => [...new Set(values)];
