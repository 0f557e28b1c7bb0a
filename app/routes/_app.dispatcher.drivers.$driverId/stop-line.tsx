import { Link } from '@remix-run/react';
import { memo } from 'react';
import { unreadOf } from '~/domain/tasks/model/concerns';
import { type TaskCard, TYPE_LABELS } from '~/domain/tasks/model/task';
import { AboutTime } from '~/components/task-card/about';
import { DeliverBy, hasWindow, pressing } from '~/components/task-card/badges';
import { isSortable, isSameStop, placeOf, type StopTasks } from '~/components/stop-order/stops';
import { detailsOf, edgeOf, TaskRow } from '~/components/task-list/task-row';
import { edge } from '~/ui/card.css';
import { VisuallyHidden } from '~/ui/layout';
import { Time } from '~/ui/time';
import * as css from './list.css';
import { isAhead, isHeld, isLinked, isQueued, isUnderWay } from '~/domain/tasks/model/statuses';
import { isMovable } from '~/domain/tasks/model/office-statuses';

/** The id of the form that the checkboxes belong to. They are outside of it, because rows have their own forms. */
export const LIST_FORM = 'driver-tasks';

type Props = {
  stop: StopTasks;
  /** Its position in the list at the first rendering, from 1. After that `useNumbers` updates it. */
  number: number;
  /** True while it is being moved to another list. */
  isLeaving: boolean;
  /** True when the list has an order. */
  sorts: boolean;
  /** True with JavaScript: adds a menu, a drag handle and a checkbox for all its tasks. */
  isLive: boolean;
  /** The search for links to its tasks. It has the way back and the board's view. */
  back: string;
};

/** A stop in one line. With several tasks it opens in place; a single task opens its dialog. */
export const StopLine = memo(PlainStopLine, isSame);

// The number is left out, because `useNumbers` updates it without rendering.
const COMPARED = ['isLeaving', 'sorts', 'isLive', 'back'] as const;

function isSame(was: Props, is: Props): boolean {
  return isSameStop(was.stop, is.stop) && COMPARED.every((key) => was[key] === is[key]);
}

function PlainStopLine({ stop, number, isLeaving, sorts, isLive, back }: Props) {
  const [first] = stop;
  const { location } = first;
  const canDrag = isSortable(stop);
  const shown = stop.find(({ priority }) => priority === 'urgent') ?? first;
  return (
    <li
      className={`${css.stop} ${edge[edgeOf(shown)]}`}
      hidden={isLeaving}
      data-stop={placeOf(stop)}
      data-name={stop.length === 1 ? location : `${location} (${String(stop.length)} tasks)`}
      data-movable={sorts && canDrag ? '' : undefined}
    >
      {isLive && canDrag ? (
        <span className={css.handle} data-drag title="Drag to sort, or onto a driver" aria-hidden="true" />
      ) : (
        <span />
      )}
      <StopBox stop={stop} isLive={isLive} />
      {sorts && canDrag ? (
        <PositionField task={first} number={number} />
      ) : (
        <span
          className={css.number}
          data-number={sorts ? '' : undefined}
          data-going={isUnderWay(first) ? '' : undefined}
        >
          {sorts && number}
        </span>
      )}
      {stop.length === 1 ? (
        <Link to={taskPath(first, back)} preventScrollReset className={css.what} data-row>
          <Words stop={stop} />
        </Link>
      ) : (
        <details className={css.several}>
          <summary className={css.what} data-row>
            <Words stop={stop} />
          </summary>
          <ul aria-label={`Tasks at ${location}`}>
            {stop.map((task) => (
              <li key={task.id}>
                <TaskRow task={task} to={taskPath(task, back)} handle={<TaskBox task={task} />}>
                  {isLive && <MenuButton task={task} name={`${TYPE_LABELS[task.type]} at ${location}`} />}
                </TaskRow>
              </li>
            ))}
          </ul>
        </details>
      )}
      <span className={css.when}>
        <When stop={stop} />
      </span>
      {isLive ? <MenuButton name={location} /> : <span />}
    </li>
  );
}

const taskPath = ({ id }: TaskCard, back: string) => `/dispatcher/tasks/${String(id)}${back}`;

export function Words({ stop }: { stop: StopTasks }) {
  const [first] = stop;
  const urgent = pressing(stop) === 'urgent';
  const isSeen = stop.every(({ seen_at }) => seen_at !== null);
  const facts = stop.length === 1 ? detailsOf(first) : [];
  const about = [kindsOf(stop), ...facts, first.address].filter(Boolean).join(' · ');
  return (
    <>
      <span className={css.title}>{first.location}</span>
      <span className={css.sub} title={about}>
        {urgent && <span className={css.urgent}>! Urgent · </span>}
        {stop.flatMap(unreadOf).length > 0 && <span className={css.wrote}>Customer wrote · </span>}
        {isUnderWay(first) && <span className={css.going}>Going · </span>}
        {isLinked(first) && 'Linked · '}
        {isQueued(first) && first.run && (
          <>
            waits for {first.run.name} <Time iso={first.run.departsAt} inWeek />
            {' · '}
          </>
        )}
        <Promised stop={stop} />
        {isTold(stop) && !isSeen && 'not seen yet · '}
        {about}
        {isTold(stop) && isSeen && first.seen_at && (
          <>
            {' · seen '}
            <Time iso={first.seen_at} />
          </>
        )}
      </span>
    </>
  );
}

function kindsOf(stop: StopTasks): string {
  if (stop.length === 1) return TYPE_LABELS[stop[0].type];
  const kinds = [...new Set(stop.map(({ type }) => type))];
  return kinds
    .map((kind) => {
      const count = stop.filter(({ type }) => type === kind).length;
      const name = TYPE_LABELS[kind].toLowerCase();
      if (count === 1) return `1 ${name}`;
      return `${String(count)} ${name === 'delivery' ? 'deliveries' : `${name}s`}`;
    })
    .join(', ');
}

/** True for a pending stop of a driver, whose phone has shown it or not. */
const isTold = ([{ status, driver_id }]: StopTasks) => isAhead({ status }) && driver_id !== null;

/** The promised times of a stop. A held one shows its time in the column of times. */
function Promised({ stop }: { stop: StopTasks }) {
  const [{ status }] = stop;
  const needBy = needByOf(stop);
  return (
    <>
      {!isHeld({ status }) && needBy && (
        <>
          Need By <Time iso={needBy} /> ·{' '}
        </>
      )}
      {stop.some(hasWindow) && (
        <>
          <DeliverBy tasks={stop} className={css.due} /> ·{' '}
        </>
      )}
    </>
  );
}

const needByOf = (stop: StopTasks) => stop.flatMap(({ need_by }) => need_by ?? []).sort()[0];

/** When the stop was completed, when it is released, or when the driver arrives. */
function When({ stop }: { stop: StopTasks }) {
  const [{ status, completed_at }] = stop;
  const needBy = needByOf(stop);
  if (completed_at) return <Time iso={completed_at} inWeek />;
  if (isHeld({ status }))
    return (
      needBy && (
        <>
          <VisuallyHidden>Need By </VisuallyHidden>
          <Time iso={needBy} inWeek />
        </>
      )
    );
  return <AboutTime tasks={stop} className={css.arrival} />;
}

function StopBox({ stop, isLive }: { stop: StopTasks; isLive: boolean }) {
  const [first] = stop;
  if (stop.length === 1) return <TaskBox task={first} />;
  if (!isLive || !stop.some(isMovable)) return <span />;
  return (
    <label className={css.check}>
      <input type="checkbox" data-all aria-label={`Select all at ${first.location}`} />
    </label>
  );
}

function TaskBox({ task }: { task: TaskCard }) {
  if (!isMovable(task)) return <span />;
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        name="taskIds"
        value={task.id}
        form={LIST_FORM}
        aria-label={`Select ${task.location}`}
      />
    </label>
  );
}

/** The stop's number in a field. Typing another number or pressing an arrow key moves the stop. */
function PositionField({ task: { id, location }, number }: { task: TaskCard; number: number }) {
  return (
    <form method="post" className={css.place}>
      <input type="hidden" name="intent" value="moveStop" />
      <input type="hidden" name="taskId" value={id} />
      <input
        name="position"
        className={css.number}
        defaultValue={number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        aria-label={`Position of ${location}`}
        title="Type a position, or use the arrow keys"
      />
    </form>
  );
}

/** @param task one of several tasks at the stop. Without it the menu is for the whole stop. */
function MenuButton({ task, name }: { task?: TaskCard; name: string }) {
  return (
    <button
      type="button"
      className={css.menu}
      data-menu={task?.id ?? ''}
      aria-haspopup="menu"
      aria-label={`Actions: ${name}`}
    />
  );
}
