import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { nameOf, type TaskCard } from '~/domain/tasks/board';
import { STATUS_LABELS, TYPE_LABELS } from '~/domain/tasks/task';
import { Badge } from '~/ui/badge';
import type { Edge } from '~/ui/card';
import { edge } from '~/ui/card.css';
import { Time } from '~/ui/time';
import * as css from './rows.css';

const edgeOf = ({ priority, status, type }: TaskCard): Edge =>
  priority === 'urgent' ? 'urgent' : status === 'going' || status === 'linked' ? status : type;

/** A task in a list; a click opens it. */
export function TaskRow({ task, to }: { task: TaskCard; to: string }) {
  return (
    <Link to={to} preventScrollReset className={`${css.row} ${edge[edgeOf(task)]}`}>
      <TaskLine task={task} />
    </Link>
  );
}

/** The same with buttons instead of a link. */
export function MovableRow({ task, children }: { task: TaskCard; children: ReactNode }) {
  return (
    <div className={`${css.row} ${edge[edgeOf(task)]}`}>
      <TaskLine task={task} />
      {children}
    </div>
  );
}

function TaskLine({ task }: { task: TaskCard }) {
  const { type, status, priority, location, address, invoice_number, part_numbers, need_by, failure_reason } =
    task;
  const details = [
    invoice_number && `Invoice # ${invoice_number}`,
    part_numbers && `Part # ${part_numbers}`,
    task.destinationAccount && `Deliver to ${task.destinationAccount}`,
    task.transferTo && `To ${nameOf(task.transferTo)}`,
    task.linkedTask && `Linked to: ${task.linkedTask.type} task at ${task.linkedTask.location}`,
    failure_reason && `Could not complete: ${failure_reason}`,
  ].filter(Boolean);
  return (
    <>
      <span className={css.badges}>
        <Badge tone={type}>{TYPE_LABELS[type]}</Badge>
        <Badge tone={status}>{STATUS_LABELS[status]}</Badge>
        {priority !== 'normal' && (
          <Badge tone={priority}>{priority === 'urgent' ? '! Urgent' : 'High'}</Badge>
        )}
      </span>
      <span>
        <span className={css.title}>{location}</span>
        <br />
        <span className={css.sub}>
          {[address, ...details].filter(Boolean).join(' · ')}
          {need_by && (
            <>
              {' · Need By '}
              <Time iso={need_by} />
            </>
          )}
        </span>
      </span>
    </>
  );
}
