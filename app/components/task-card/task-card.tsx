/** A task with all its details, as a driver sees it. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { placeNoteOf } from '~/domain/geography/address';
import { factLines } from '~/domain/tasks/model/facts';
import { attemptOf, needsOf, type TaskCard as Task, TYPE_LABELS } from '~/domain/tasks/model/task';
import { nameOf } from '~/domain/tasks/model/stops';
import { linesOf } from '~/domain/tasks/model/concerns';
import { edge } from '~/ui/card.css';
import { Time } from '~/ui/time';
import { Badges, DeliverBy, hasWindow } from './badges';
import * as css from './task-card.css';
import { Ways } from './ways';

export const edgeOf = ({ status, type }: Task) => (status === 'going' || status === 'linked' ? status : type);

const MOST_LAYERS = 4;

/** The class that draws a card as a stack. */
export const stackOf = (tasks: Task[]) =>
  tasks.length > 1 ? css.stack[Math.min(tasks.length, MOST_LAYERS) as keyof typeof css.stack] : '';

type Props = {
  task: Task;
  /** The path that a click on the card opens. */
  to?: string | undefined;
  /** The heading level of its title. */
  heading?: 'h2' | 'h3';
  /** Shown at the lower edge. */
  children?: ReactNode;
};

export function TaskCard({ task, to, heading: Heading = 'h3', children }: Props) {
  const { location, priority } = task;
  return (
    <article
      className={`${css.card} ${edge[edgeOf(task)]}`}
      data-urgent={priority === 'urgent' ? '' : undefined}
    >
      <Heading className={css.title}>
        {to ? (
          <Link to={to} className={css.titleLink} preventScrollReset>
            {location}
          </Link>
        ) : (
          location
        )}
      </Heading>
      <TaskContents task={task} isWhole={!to} />
      {children}
    </article>
  );
}

type Contents = { task: Task; /** True for a task that was opened alone. */ isWhole?: boolean };

/** The content of a card below its title. */
export function TaskContents({ task, isWhole = false }: Contents) {
  const placeNote = isWhole && placeNoteOf(task.geo_precision);
  return (
    <>
      {task.address && <div className={css.address}>{task.address}</div>}
      {placeNote && <div className={css.meta}>{placeNote}</div>}
      <Badges tasks={[task]} />
      <Notes tasks={[task]} />
      <Facts task={task} />
      <Authors task={task} />
      <Ways task={task} showsNumber={isWhole} />
    </>
  );
}

/** Notes are never hidden, because a note may be the code of a gate. */
export function Notes({ tasks }: { tasks: Task[] }) {
  const notes = new Set(tasks.map((task) => task.notes).filter(Boolean));
  const lines = new Set(tasks.flatMap(linesOf));
  return (
    <>
      {[...lines].map((line) => (
        <div key={line} className={css.notes}>
          <strong>Customer:</strong> {line}
        </div>
      ))}
      {[...notes].map((note) => (
        <div key={note} className={css.notes}>
          <strong>Notes:</strong> {note}
        </div>
      ))}
    </>
  );
}

function Facts({ task }: { task: Task }) {
  const { type, status, need_by, destinationAccount, transferTo, linkedTask } = task;
  const attempt = attemptOf(task);
  return (
    <ul className={css.facts}>
      {factLines(task).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {type === 'pickup' && destinationAccount && <li>Deliver to {destinationAccount}</li>}
      {type === 'transfer' && transferTo && <li>To {nameOf(transferTo)}</li>}
      {linkedTask && (
        <li>
          Linked to: {TYPE_LABELS[linkedTask.type]} task at {linkedTask.location}
        </li>
      )}
      {status !== 'completed' && need_by && (
        <li>
          Need By <Time iso={need_by} />
        </li>
      )}
      {hasWindow(task) && (
        <li>
          Deliver <DeliverBy tasks={[task]} />
        </li>
      )}
      {status !== 'completed' && needsOf(task).map((need) => <li key={need}>{need}</li>)}
      {attempt && <li>{attempt}</li>}
      {task.failure_reason && <li>Could not complete: {task.failure_reason}</li>}
    </ul>
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
