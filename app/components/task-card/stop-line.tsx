/** A stop in one line. It opens in place and shows the tasks and actions. */
import { Link } from '@remix-run/react';
import { Fragment, type ReactNode } from 'react';
import { linesOf } from '~/domain/tasks/model/concerns';
import { factLines } from '~/domain/tasks/model/facts';
import {
  PRIORITY_LABELS,
  STATUS_LABELS,
  type TaskCard as Task,
  TYPE_LABELS,
} from '~/domain/tasks/model/task';
import { buttonLook } from '~/ui/button';
import { Time } from '~/ui/time';
import { About } from './about';
import { DeliverBy, hasWindow, pressing } from './badges';
import { edgeOf, TaskCard, TaskContents } from './task-card';
import * as css from './stop-line.css';

type Props = {
  tasks: [Task, ...Task[]];
  /** Its position in the route, from 1. */
  number?: number | undefined;
  taskTo: (task: Task) => string | undefined;
  /** True when an action on it waits in the outbox. */
  isWaiting: boolean;
  /** The buttons of its actions. */
  children?: ReactNode;
};

export function StopLine({ tasks, number, taskTo, isWaiting, children }: Props) {
  const [first, ...others] = tasks;
  const isUrgent = pressing(tasks) === 'urgent';
  const to = taskTo(first);
  return (
    <article className={css.card} data-urgent={isUrgent ? '' : undefined}>
      <details className={css.details}>
        <summary className={css.summary}>
          <span className={`${css.number} ${css.tone[isUrgent ? 'urgent' : edgeOf(first)]}`}>
            {number ?? (first.status === 'completed' ? '✓' : TYPE_LABELS[first.type].charAt(0))}
          </span>
          <h3 className={css.name}>
            {first.location}
            {others.length > 0 && <span className={css.whenOpen}> ({tasks.length} tasks)</span>}
          </h3>
          <span className={css.special}>
            <About tasks={tasks} after=" · " />
            {specialOf(tasks, isWaiting).map((each, index) => (
              <Fragment key={index}>
                {index > 0 && ' · '}
                {each}
              </Fragment>
            ))}
          </span>
        </summary>
        <div className={css.inside}>
          {others.length > 0 ? (
            tasks.map((task) => <TaskCard key={task.id} task={task} to={taskTo(task)} />)
          ) : (
            <>
              <TaskContents task={first} />
              {to && (
                <Link
                  to={to}
                  preventScrollReset
                  aria-label={`Details: ${first.location}`}
                  {...buttonLook({ variant: 'quiet', size: 'touch', wide: true })}
                >
                  Details
                </Link>
              )}
            </>
          )}
          {children}
        </div>
      </details>
    </article>
  );
}

/** The most urgent notes come first, because a narrow screen cuts the end off. */
function specialOf(tasks: Props['tasks'], isWaiting: boolean): ReactNode[] {
  const [first, ...others] = tasks;
  const priority = pressing(tasks);
  const notes = tasks.flatMap((task) => task.notes || []);
  const lines = tasks.flatMap(linesOf);
  const needed = tasks.flatMap((task) => task.need_by ?? []).sort()[0];
  const types = [...new Set(tasks.map(({ type }) => TYPE_LABELS[type]))].join(', ');
  const goods = others.length > 0 ? [] : factLines(first).slice(0, 1);
  return [
    isWaiting && <strong>Waiting to send</strong>,
    priority === 'urgent' && <strong className={css.urgent}>! {PRIORITY_LABELS.urgent}</strong>,
    priority === 'high' && <strong>{PRIORITY_LABELS.high}</strong>,
    needed && first.status !== 'completed' && (
      <strong>
        Need By <Time iso={needed} />
      </strong>
    ),
    first.status !== 'completed' && tasks.some(hasWindow) && (
      <strong>
        <DeliverBy tasks={tasks} />
      </strong>
    ),
    first.status === 'linked' && STATUS_LABELS.linked,
    others.length > 0 && <span>{tasks.length} tasks</span>,
    lines.length > 0 && <span>Customer: {lines.at(-1)}</span>,
    notes.length > 0 && <span>Note: {notes[0]}</span>,
    [types, ...goods].join(' · '),
  ].filter(Boolean);
}
