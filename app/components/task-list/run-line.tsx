/** The run of a task, when it will be there, and a promise that it can't keep. */
import type { TaskCard } from '~/domain/tasks/model/task';
import { ClockTime, Time } from '~/ui/time';
import * as css from './task-list.css';
import { isOpen } from '~/domain/tasks/model/statuses';

type Task = Pick<TaskCard, 'run' | 'promised_from' | 'promised_to' | 'deliver_by' | 'status'>;

/** True for an open task that is due before its run arrives. */
export const isDueBefore = ({ status, promised_to: to, deliver_by: due }: Task) =>
  isOpen({ status }) && Date.parse(due ?? '') < Date.parse(to ?? '');

/** The link to the drivers who could take the task. */
export const candidatesLabel = (task: Task) => (isDueBefore(task) ? 'Send now' : 'Who should take this?');

/** Shows `North 10:30 AM, there 11:05 AM–11:20 AM`, or nothing without a run. */
export function RunLine({ task }: { task: Task }) {
  const { run } = task;
  return (
    run && (
      <>
        {run.name} <Time iso={run.departsAt} inWeek />
        <Promised task={task} before=", " />
      </>
    )
  );
}

type PromisedProps = { task: Task; /** Shown before the promise, if there is one. */ before: string };

/** Shows `there 11:05 AM–11:20 AM`, and the due time of a task that is due before. */
function Promised({ task, before }: PromisedProps) {
  const { promised_from: from, promised_to: to, deliver_by: due } = task;
  return (
    from &&
    to && (
      <>
        {before}there <ClockTime iso={from} />–<ClockTime iso={to} />
        {isDueBefore(task) && due && (
          <b className={css.due}>
            {' · '}due <Time iso={due} inWeek />, before it arrives
          </b>
        )}
      </>
    )
  );
}
