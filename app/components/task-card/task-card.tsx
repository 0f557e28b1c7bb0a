/** A task with every line of its contents, as a driver sees it. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { nameOf, type TaskCard as Task } from '~/domain/tasks/board/board';
import { attemptOf, TYPE_LABELS } from '~/domain/tasks/task';
import type { Edge } from '~/ui/card';
import { edge } from '~/ui/card.css';
import { Time } from '~/ui/time';
import { Badges } from './badges';
import * as css from './task-card.css';
import { Ways } from './ways';

export const edgeOf = ({ status, type }: Task): Edge =>
  status === 'going' || status === 'linked' ? status : type;

const MOST_LAYERS = 4;

/** The class that draws a card as a stack. */
export const stackOf = (tasks: Task[]) =>
  tasks.length > 1 ? css.stack[Math.min(tasks.length, MOST_LAYERS) as keyof typeof css.stack] : '';

type Props = {
  task: Task;
  /** The page that a click on the card opens. */
  to?: string | undefined;
  /** Actions, at the lower edge. */
  children?: ReactNode;
};

export function TaskCard({ task, to, children }: Props) {
  const { location, priority } = task;
  return (
    <article
      className={`${css.card} ${edge[edgeOf(task)]}`}
      data-urgent={priority === 'urgent' ? '' : undefined}
    >
      <h3 className={css.title}>
        {to ? (
          <Link to={to} className={css.titleLink} preventScrollReset>
            {location}
          </Link>
        ) : (
          location
        )}
      </h3>
      <Ways task={task} showsNumber={!to} />
      <Badges tasks={[task]} />
      <Facts task={task} />
      <Authors task={task} />
      {task.notes && (
        <div className={css.notes}>
          <strong>Notes:</strong> {task.notes}
        </div>
      )}
      {children}
    </article>
  );
}

function Facts({ task }: { task: Task }) {
  const { type, status, invoice_number, part_numbers, need_by, destinationAccount, transferTo, linkedTask } =
    task;
  const attempt = attemptOf(task);
  return (
    <>
      {type === 'pickup' && destinationAccount && (
        <div className={css.fact}>Deliver to {destinationAccount}</div>
      )}
      {type === 'transfer' && transferTo && <div className={css.fact}>To {nameOf(transferTo)}</div>}
      {linkedTask && (
        <div className={css.fact}>
          Linked to: {TYPE_LABELS[linkedTask.type]} task at {linkedTask.location}
        </div>
      )}
      {type === 'delivery' && invoice_number && <div className={css.fact}>Invoice # {invoice_number}</div>}
      {part_numbers && <div className={css.fact}>Part # {part_numbers}</div>}
      {status === 'hold' && need_by && (
        <div className={css.fact}>
          Need By <Time iso={need_by} />
        </div>
      )}
      {attempt && <div className={css.fact}>{attempt}</div>}
      {task.failure_reason && <div className={css.fact}>Could not complete: {task.failure_reason}</div>}
    </>
  );
}

function Authors({ task: { updated_at, creator, editor } }: { task: Task }) {
  if (!updated_at && !creator && !editor) return <div className={css.meta}>No timestamp available</div>;
  return (
    <div className={css.meta}>
      {updated_at && (
        <>
          Last updated <Time iso={updated_at} />
        </>
      )}
      {creator && <> · Created By {nameOf(creator)}</>}
      {editor && <> · Edited By {nameOf(editor)}</>}
    </div>
  );
}
