/** The top of a run's panel: who drives it, when it closes or leaves, and the figures that decide. */
import { Form, useNavigation } from '@remix-run/react';
import { isDueBefore } from '~/components/task-list/run-line';
import { durationLabel } from '~/domain/kernel/time';
import type { Run } from '~/domain/network/runs/schema';
import { isWaiting, RUN_STATE_LABELS } from '~/domain/network/runs/states';
import { nameOf } from '~/domain/tasks/model/stops';
import { isDone } from '~/domain/tasks/model/statuses';
import type { PersonName, TaskCard } from '~/domain/tasks/model/task';
import { SOON_MS } from '~/domain/views/board/board';
import { Button } from '~/ui/button';
import { SelectField } from '~/ui/field';
import { Time, useNow } from '~/ui/time';
import * as css from './run.css';

const MINUTE_MS = 60_000;
/** The bar is full before that. */
const COUNTED_MS = 60 * MINUTE_MS;

/** Every form of the panel says which run it is about. */
export const RunId = ({ id }: { id: number }) => <input type="hidden" name="runId" value={id} />;

type AboutProps = { run: Run; driver: PersonName | null; drivers: (PersonName & { id: number })[] };

/** Shows `Building · Camille Moreau ▾ · Jeep`. The name opens the choice of another driver. */
export function RunAbout({ run, driver, drivers }: AboutProps) {
  const name = driver ? nameOf(driver) : 'No driver';
  return (
    <span className={css.about}>
      <span>{RUN_STATE_LABELS[run.state]}</span>
      {isWaiting(run.state) ? (
        <details className={css.driver}>
          <summary>{name}</summary>
          <DriverForm run={run} drivers={drivers} />
        </details>
      ) : (
        <span>{name}</span>
      )}
      {run.dealership && <span>{run.dealership}</span>}
      {run.vehicle && <span>{run.vehicle}</span>}
    </span>
  );
}

function DriverForm({ run, drivers }: Omit<AboutProps, 'driver'>) {
  const isSaving = useNavigation().formData?.get('intent') === 'setRunDriver';
  return (
    <Form method="post" preventScrollReset className={css.driverForm} key={run.driverId}>
      <RunId id={run.id} />
      <SelectField
        label="Driver"
        name="driverId"
        id="run-driver"
        defaultValue={run.driverId ?? ''}
        none="Nobody yet"
        options={drivers.map((each) => [each.id, nameOf(each)])}
      />
      <Button name="intent" value="setRunDriver" pending={isSaving && 'Saving...'}>
        Save driver
      </Button>
    </Form>
  );
}

/** Shows `Closes in 9 min at 2:35 PM` over a bar of the time that is left. */
export function Deadline({ run: { state, cutoffAt, departsAt } }: { run: Run }) {
  const now = useNow();
  if (!isWaiting(state)) return null;
  const closes = state === 'building';
  const at = closes ? cutoffAt : departsAt;
  const left = now === null ? null : Date.parse(at) - now;
  const verb = closes ? 'Closes' : 'Leaves';
  const isSoon = left !== null && left <= SOON_MS;
  return (
    <p className={isSoon ? css.soon : css.deadline}>
      <b>
        {left === null || left > COUNTED_MS * 3
          ? verb
          : left > 0
            ? `${verb} in ${durationLabel(Math.ceil(left / MINUTE_MS))}`
            : closes
              ? 'Closing'
              : `${durationLabel(Math.floor(-left / MINUTE_MS))} late`}
      </b>{' '}
      <span>
        at <Time iso={at} inWeek />
      </span>
      {left !== null && (
        <span
          className={css.left}
          style={{ width: `${String(Math.round(100 * Math.min(1, Math.max(0, left / COUNTED_MS))))}%` }}
        />
      )}
    </p>
  );
}

type FigureProps = { run: Run; stops: number; tasks: TaskCard[]; capacity: number | null };

/** Shows `18 stops · 21 tasks · 62% of the vehicle · 100% of promises kept`. */
export function RunFigures({ run, stops, tasks, capacity }: FigureProps) {
  const done = tasks.filter(isDone).length;
  const due = tasks.filter(({ deliver_by: by, promised_to: to }) => by !== null && to !== null);
  const kept = due.filter((task) => !isDueBefore(task)).length;
  const size = tasks.reduce((sum, task) => sum + (task.size ?? 0), 0);
  const waits = isWaiting(run.state);
  const figures = [
    [String(stops), stops === 1 ? 'stop' : 'stops'],
    [String(tasks.length), tasks.length === 1 ? 'task' : 'tasks'],
    !waits && [String(done), 'completed'],
    capacity && size > 0 && [share(size, capacity), 'of the vehicle'],
    waits && due.length > 0 && [share(kept, due.length), 'of due times kept, if it leaves on time'],
  ].filter((figure): figure is [string, string] => Array.isArray(figure));
  return (
    <p className={css.figures}>
      {figures.map(([figure, about]) => (
        <span key={about}>
          <b>{figure}</b> {about}
        </span>
      ))}
    </p>
  );
}

const share = (part: number, whole: number) => `${String(Math.round((100 * part) / whole))}%`;
