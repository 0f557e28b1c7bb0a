/** The stops of a run, in order, with the rule of each task. */
import { Form, useNavigation } from '@remix-run/react';
import type { NextOfTask, RunChoice } from '~/domain/views/runs/run.server';
import { RUN_RULE_LABELS } from '~/domain/network/runs/states';
import { isDueBefore, Promised } from '~/components/task-list/run-line';
import { placeOf, type StopTasks } from '~/components/stop-order/stops';
import { NextRunButton, NextRunForms } from '~/components/task-list/next-run';
import { TaskRow } from '~/components/task-list/task-row';
import * as list from '~/components/task-list/task-list.css';
import { Button, LinkButton } from '~/ui/button';
import { Select } from '~/ui/field';
import { formatTime, useZone } from '~/ui/time';
import * as css from './run.css';
import { isMovable } from '~/domain/tasks/model/office-statuses';

type Props = {
  stops: StopTasks[];
  /** False when the run has left. */
  canMove: boolean;
  /** Runs that tasks can be moved to. */
  others: RunChoice[];
  next: NextOfTask[];
  /** Makes the link of a page below the board that leads back here. */
  linkTo: (path: string) => string;
};

export function RunTasks({ stops, canMove, others, next, linkTo }: Props) {
  return (
    <>
      <NextRunForms next={next} />
      <Form method="post" preventScrollReset>
        <ol className={css.stops}>
          {stops.map((stop, index) => (
            <li key={placeOf(stop)} className={css.stop}>
              <span className={css.number}>{index + 1}</span>
              <div>
                <p className={css.place}>
                  <b>{stop[0].location}</b> <span className={list.sub}>{stop[0].address}</span>
                </p>
                {stop.map((task) => (
                  <TaskRow
                    key={task.id}
                    // The run is the title of the panel.
                    task={{ ...task, run: null }}
                    withoutStatus={canMove}
                    withoutPlace
                    to={linkTo(`tasks/${String(task.id)}`)}
                    note={
                      <>
                        {task.run_rule && RUN_RULE_LABELS[task.run_rule]}
                        <Promised task={task} before={task.run_rule ? ', ' : ''} />
                      </>
                    }
                    handle={
                      canMove && (
                        <label className={list.check}>
                          <input
                            type="checkbox"
                            name="taskIds"
                            value={task.id}
                            aria-label={`Select ${task.location}`}
                          />
                        </label>
                      )
                    }
                  >
                    {isMovable(task) && (
                      <span className={list.beside}>
                        <NextRunButton next={next} taskId={task.id} />
                        <LinkButton
                          to={linkTo(`tasks/${String(task.id)}/candidates`)}
                          variant={isDueBefore(task) ? 'primary' : 'quiet'}
                          preventScrollReset
                        >
                          Send now
                        </LinkButton>
                      </span>
                    )}
                  </TaskRow>
                ))}
              </div>
            </li>
          ))}
        </ol>
        {canMove && others.length > 0 && <MoveTo others={others} />}
      </Form>
    </>
  );
}

function MoveTo({ others }: { others: RunChoice[] }) {
  const zone = useZone();
  const isMoving = useNavigation().formData?.get('intent') === 'moveToRun';
  return (
    <div className={list.moveBar}>
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
