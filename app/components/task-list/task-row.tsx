import { Link } from '@remix-run/react';
import { memo, type ReactNode } from 'react';
import { placeNoteOf } from '~/domain/geography/address';
import { linesOf } from '~/domain/tasks/model/concerns';
import { factLines } from '~/domain/tasks/model/facts';
import { orderLine } from '~/domain/tasks/model/office-facts';
import { STATUS_LABELS, type TaskCard, TYPE_LABELS } from '~/domain/tasks/model/task';
import { attemptOf, failureText, needsOf } from '~/domain/tasks/model/task-texts';
import { nameOf } from '~/domain/tasks/model/stops';
import { DeliverBy, hasWindow } from '~/components/task-card/badges';
import { Badge } from '~/ui/badge';
import type { Edge } from '~/ui/card';
import { edge } from '~/ui/card.css';
import { Time } from '~/ui/time';
import { card } from '~/words/en/card';
import { RunLine } from './run-line';
import * as css from './task-list.css';
import { edgeTone, isAhead, isDone, isOpen, toneOf } from '~/domain/tasks/model/statuses';

export const edgeOf = ({ priority, status, type }: TaskCard): Edge =>
  priority === 'urgent' ? 'urgent' : (edgeTone(status) ?? type);

type Props = {
  task: TaskCard;
  /** The path that a click opens. */
  to?: string | undefined;
  /** A checkbox or a drag handle, shown at the start. */
  handle?: ReactNode;
  /** The reason why the task is on the list. */
  note?: ReactNode;
  /** The buttons of the row. */
  children?: ReactNode;
};

/** A task in a dispatcher's list. */
export function TaskRow({ task, to, handle, note, children }: Props) {
  const line = <TaskLine task={task} note={note} />;
  return (
    <div className={`${css.row} ${edge[edgeOf(task)]}`}>
      {handle}
      {to ? (
        <Link to={to} preventScrollReset className={css.line} data-row>
          {line}
        </Link>
      ) : (
        <div className={css.narrowLine}>{line}</div>
      )}
      {children}
    </div>
  );
}

// All rows of a list render together, but most tasks have not changed.
const TaskLine = memo(function TaskLine({ task, note }: Pick<Props, 'task' | 'note'>) {
  const { type, status, priority, location, address, need_by } = task;
  const details = [address, ...detailsOf(task)].filter(Boolean);
  return (
    <>
      <span className={css.badges}>
        <Badge tone={type}>{TYPE_LABELS[type]}</Badge>
        <Badge tone={toneOf(status) ?? 'inactive'}>{STATUS_LABELS[status]}</Badge>
        {priority !== 'normal' && (
          <Badge tone={priority}>{priority === 'urgent' ? '! Urgent' : 'High'}</Badge>
        )}
      </span>
      <span>
        <span className={css.title}>{location}</span>
        {note && <span className={css.note}> · {note}</span>}
        <br />
        <span className={css.sub}>
          {details.join(' · ')}
          {need_by && (
            <>
              {' · Need By '}
              <Time iso={need_by} />
            </>
          )}
          {hasWindow(task) && (
            <>
              {' · '}
              <DeliverBy tasks={[task]} />
            </>
          )}
          {task.run && (
            <>
              {' · '}
              <RunLine task={task} />
            </>
          )}
          <Seen task={task} />
        </span>
      </span>
    </>
  );
});

/** The details of a task that follow the address in its line. */
export const detailsOf = (task: TaskCard) => [
  ...factLines(task),
  orderLine(task),
  task.destinationAccount && `Deliver to ${task.destinationAccount}`,
  task.transferTo && `To ${nameOf(task.transferTo)}`,
  task.linkedTask && `Linked to: ${task.linkedTask.type} task at ${task.linkedTask.location}`,
  ...(isDone(task) ? [] : needsOf(task)),
  attemptOf(task),
  task.failure_reason && `${card.failed} ${failureText(task.failure_reason)}`,
  ...linesOf(task).map((line) => `Customer: ${line}`),
  task.geo_precision !== 'interpolated' && placeNoteOf(task.geo_precision),
  task.latitude === null && isOpen(task) && 'Not on the map yet',
];

/** Says if the driver's phone has shown a pending task. */
function Seen({ task: { driver_id, status, seen_at } }: { task: TaskCard }) {
  if (driver_id === null || !isAhead({ status })) return null;
  if (seen_at === null) return <> · not seen yet</>;
  return (
    <>
      {' · seen '}
      <Time iso={seen_at} />
    </>
  );
}
