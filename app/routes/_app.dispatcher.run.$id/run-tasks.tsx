/** The stops of a run, in order: one line for each task, with the rule by which it came and the promised time. */
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { NextOfTask, RunChoice } from '~/domain/views/runs/run.server';
import { isWaiting, RUN_RULE_LABELS } from '~/domain/network/runs/states';
import type { Run } from '~/domain/network/runs/schema';
import { hasFailed, isMovable } from '~/domain/tasks/model/office-statuses';
import { STATUS_LABELS, TYPE_LABELS, type TaskCard } from '~/domain/tasks/model/task';
import { detailsOf } from '~/components/task-list/task-row';
import { isDueBefore } from '~/components/task-list/run-line';
import { placeOf, type StopTasks } from '~/components/stop-order/stops';
import { NextRunButton, NextRunForms } from '~/components/task-list/next-run';
import * as list from '~/components/task-list/task-list.css';
import { Badge } from '~/ui/badge';
import { Button, LinkButton } from '~/ui/button';
import { Select } from '~/ui/field';
import { VisuallyHidden } from '~/ui/layout';
import { formatClock, formatTime, Time, useZone, type Zone } from '~/ui/time';
import * as css from './run.css';

type Props = {
  run: Run;
  stops: StopTasks[];
  /** Runs that tasks can be moved to. */
  others: RunChoice[];
  next: NextOfTask[];
  /** Makes the link of a page below the board that leads back here. */
  linkTo: (path: string) => string;
};

export function RunTasks({ run, stops, others, next, linkTo }: Props) {
  const waits = isWaiting(run.state);
  return (
    <>
      <NextRunForms next={next} />
      <Form method="post" preventScrollReset className={css.list}>
        <ol className={css.stops}>
          {stops.map((stop, index) => (
            <li key={placeOf(stop)}>
              {stop.map((task, place) => (
                <Line
                  key={task.id}
                  task={task}
                  stop={place === 0 ? index + 1 : null}
                  waits={waits}
                  linkTo={linkTo}
                >
                  <NextRunButton next={next} taskId={task.id} />
                </Line>
              ))}
            </li>
          ))}
        </ol>
        {waits && others.length > 0 && <MoveTo others={others} />}
      </Form>
    </>
  );
}

type LineProps = {
  task: TaskCard;
  /** The number of the stop, at its first task. */
  stop: number | null;
  waits: boolean;
  linkTo: Props['linkTo'];
  children: ReactNode;
};

function Line({ task, stop, waits, linkTo, children }: LineProps) {
  const { id, type, status, priority, location, address, run_rule: rule } = task;
  const { promised_from: from, promised_to: to, deliver_by: due } = task;
  const isLate = isDueBefore(task);
  const isFailed = hasFailed(task);
  return (
    <div className={css.row}>
      {waits && (
        <label className={css.check}>
          <input type="checkbox" name="taskIds" value={id} aria-label={`Select ${location}`} />
        </label>
      )}
      <Link to={linkTo(`tasks/${String(id)}`)} preventScrollReset className={css.line}>
        <span className={css.number}>{stop}</span>
        <span className={css.place}>
          {stop === null ? (
            <VisuallyHidden>{location}</VisuallyHidden>
          ) : (
            <>
              <b>{location}</b> <span>{address}</span>
            </>
          )}
        </span>
        <span className={css.what}>
          <Badge tone={type} size="small">
            <span aria-hidden="true">{TYPE_LABELS[type].slice(0, 1)}</span>
            <VisuallyHidden>{TYPE_LABELS[type]}</VisuallyHidden>
          </Badge>{' '}
          {priority === 'urgent' && <b className={css.alert}>! Urgent </b>}
          {task.invoice_number || task.part_numbers || `#${String(id)}`}
          <span>{waits ? rule && ` · ${RUN_RULE_LABELS[rule]}` : ` · ${STATUS_LABELS[status]}`}</span>
        </span>
        <span className={css.time}>
          {from && to && (
            <>
              <VisuallyHidden>, there </VisuallyHidden>
              <ClockRange from={from} to={to} />
            </>
          )}
        </span>
      </Link>
      {isMovable(task) && (isLate || isFailed || task.latitude === null) && (
        <div className={css.trouble}>
          <span>
            {isLate && due ? (
              <b className={list.due}>
                Due <Time iso={due} inWeek />, before it arrives
              </b>
            ) : (
              detailsOf(task).filter(Boolean).at(-1)
            )}
          </span>
          {children}
          <LinkButton
            to={linkTo(`tasks/${String(id)}/candidates`)}
            variant={isLate ? 'primary' : 'quiet'}
            preventScrollReset
          >
            Send now
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/** Shows `2:36–2:52 PM`. */
function ClockRange({ from, to }: { from: string; to: string }) {
  const zone = useZone();
  return <span suppressHydrationWarning>{formatRange(from, to, zone)}</span>;
}

/** Formats `2:36–2:52 PM`, or `11:52 AM–12:08 PM`. */
function formatRange(from: string, to: string, zone: Zone): string {
  const [start, end] = [formatClock(from, zone), formatClock(to, zone)];
  const half = / [AP]M.*$/;
  return `${half.exec(start)?.[0] === half.exec(end)?.[0] ? start.replace(half, '') : start}–${end}`;
}

/** Shown while a task is selected. */
function MoveTo({ others }: { others: RunChoice[] }) {
  const zone = useZone();
  const isMoving = useNavigation().formData?.get('intent') === 'moveToRun';
  return (
    <div className={css.moveTo}>
      <div className={list.moveTo}>
        <Select name="runId" aria-label="Move to run">
          {others.map(({ id, name, departsAt }) => (
            <option key={id} value={id} suppressHydrationWarning>
              {name} {formatTime(departsAt, zone, undefined, true)}
            </option>
          ))}
        </Select>
      </div>
      <Button name="intent" value="moveToRun" pending={isMoving && 'Moving...'}>
        Move selected
      </Button>
    </div>
  );
}
