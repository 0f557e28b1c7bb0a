/** A card for several tasks at one place. It looks like a stack, and opens to show all of them. */
import { Fragment, type ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { factsOf } from '~/domain/tasks/model/facts';
import {
  type TaskCard as Task,
  TYPE_LABELS,
  PRIORITY_LABELS,
  STATUS_LABELS,
} from '~/domain/tasks/model/task';
import { linesOf } from '~/domain/tasks/model/concerns';
import { edge } from '~/ui/card.css';
import { buttonLook } from '~/ui/button';
import { Time } from '~/ui/time';
import { card } from '~/words/en/card';
import { asWritten } from '~/words/words';
import { pressing, DeliverBy, hasWindow } from './badges';
import { factText, edgeOf, LeadBadges, Notes, stackOf, TaskCard, Ways, TaskContents } from './task-card';
import { AboutTime } from './about';
import * as css from './task-card.css';
import * as lineCss from './stop-line.css';
import { isDone, isLinked, isOpen } from '~/domain/tasks/model/statuses';

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
            <LeadBadges tasks={tasks} />
            <h2 className={css.title} {...asWritten()}>
              {first.location}
            </h2>
            {first.address && (
              <div className={css.address} {...asWritten()}>
                {first.address}
              </div>
            )}
            <Notes tasks={tasks} />
            <ul className={css.facts}>
              {tasks.slice(0, PREVIEWED).map((task) => (
                <li key={task.id}>
                  {TYPE_LABELS[task.type]}
                  {factsOf(task).map(afterDot)}
                </li>
              ))}
              {more > 0 && <li className={css.meta}>{card.andMore(more)}</li>}
            </ul>
          </div>
          <h2 className={css.expanded}>
            <span {...asWritten()}>{first.location}</span> {card.inParentheses(tasks.length)}
          </h2>
        </summary>
        <div className={css.inside}>
          {tasks.map((task) => (
            <TaskCard key={task.id} task={task} to={taskTo(task)} />
          ))}
        </div>
      </details>
      <div className={css.stackWays}>
        <Ways task={first} isLead />
      </div>
      {children}
    </article>
  );
}

const afterDot = (fact: ReturnType<typeof factsOf>[number]) => (
  <Fragment key={fact.key}>
    {' · '}
    {factText(fact)}
  </Fragment>
);

type LineProps = {
  tasks: [Task, ...Task[]];
  /** Its position in the route, from 1. */
  number?: number | undefined;
  taskTo: (task: Task) => string | undefined;
  /** True when an action on it waits in the outbox. */
  isWaiting: boolean;
  /** The buttons of its actions. */
  children?: ReactNode;
};

/** A stop in one line. It opens in place and shows the tasks and actions. */
export function StopLine({ tasks, number, taskTo, isWaiting, children }: LineProps) {
  const [first, ...others] = tasks;
  const isUrgent = pressing(tasks) === 'urgent';
  const to = taskTo(first);
  return (
    <article className={edge[edgeOf(first)]}>
      <details className={lineCss.details}>
        <summary className={lineCss.summary}>
          <span className={`${lineCss.number} ${lineCss.tone[isUrgent ? 'urgent' : edgeOf(first)]}`}>
            {number ?? (isDone(first) ? '✓' : TYPE_LABELS[first.type].charAt(0))}
          </span>
          <h3 className={lineCss.name}>
            <span {...asWritten()}>{first.location}</span>
            {others.length > 0 && (
              <span className={lineCss.whenOpen}> {card.inParentheses(tasks.length)}</span>
            )}
          </h3>
          <span className={lineCss.special}>
            {specialOf(tasks, isWaiting).map((each, index) => (
              <Fragment key={index}>
                {index > 0 && ' · '}
                {each}
              </Fragment>
            ))}
          </span>
          <AboutTime tasks={tasks} className={lineCss.time} />
        </summary>
        <div className={lineCss.inside}>
          {others.length > 0 ? (
            tasks.map((task) => <TaskCard key={task.id} task={task} to={taskTo(task)} />)
          ) : (
            <>
              <TaskContents task={first} />
              {to && (
                <Link
                  to={to}
                  preventScrollReset
                  aria-label={card.detailsOf(first.location)}
                  {...buttonLook({ variant: 'quiet', size: 'touch', wide: true })}
                >
                  {card.details}
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
function specialOf(tasks: LineProps['tasks'], isWaiting: boolean): ReactNode[] {
  const [first, ...others] = tasks;
  const priority = pressing(tasks);
  const notes = tasks.flatMap((task) => task.notes || []);
  const lines = tasks.flatMap(linesOf);
  const needed = tasks.flatMap((task) => task.need_by ?? []).sort()[0];
  const types = [...new Set(tasks.map(({ type }) => TYPE_LABELS[type]))].join(', ');
  const goods = others.length > 0 ? [] : factsOf(first).slice(0, 1);
  return [
    isWaiting && <strong>{card.waiting}</strong>,
    priority === 'urgent' && <strong className={lineCss.urgent}>! {PRIORITY_LABELS.urgent}</strong>,
    priority === 'high' && <strong>{PRIORITY_LABELS.high}</strong>,
    needed && isOpen(first) && (
      <strong>
        {card.needBy}
        <Time iso={needed} />
      </strong>
    ),
    isOpen(first) && tasks.some(hasWindow) && (
      <strong>
        <DeliverBy tasks={tasks} />
      </strong>
    ),
    isLinked(first) && STATUS_LABELS.linked,
    others.length > 0 && <span>{card.tasks(tasks.length)}</span>,
    lines[0] && <span>{factText({ label: card.customer, text: lines.at(-1) ?? lines[0] })}</span>,
    notes[0] && <span>{factText({ label: card.note, text: notes[0] })}</span>,
    <>
      {types}
      {goods.map(afterDot)}
    </>,
  ].filter(Boolean);
}
