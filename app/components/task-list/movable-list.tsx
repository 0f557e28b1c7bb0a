/** A list of tasks. The chosen tasks, or all, get another driver or status in one action. */
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useRef, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { type PersonName, STATUS_LABELS, type TaskCard } from '~/domain/tasks/model/task';
import type { Counts } from '~/domain/tasks/model/counts';
import { nameOf } from '~/domain/tasks/model/stops';
import { LIST_STATUSES } from '~/domain/tasks/model/transitions';
import type { Refused } from '~/forms/answers.server';
import { Button, LinkButton } from '~/ui/button';
import { Select } from '~/ui/field';
import { candidatesLabel, isDueBefore } from './run-line';
import * as css from './task-list.css';
import { TaskRow } from './task-row';
import { useChosen } from './use-chosen';
import { isMovable } from '~/domain/tasks/model/office-statuses';

export const moveBarClass = css.moveBar;

type DriverChoice = PersonName & { id: number };

type Props = {
  tasks: TaskCard[];
  taskTo: (task: TaskCard) => string;
  drivers: DriverChoice[];
  /** For tasks that could not be completed: the same action gives them a driver and makes them pending. */
  canPlanAgain?: boolean;
  noteOf?: (task: TaskCard) => ReactNode;
  /** A link beside each movable task to the time that it would add to each driver's route. */
  candidatesTo?: (task: TaskCard) => string;
  /** More buttons of a row. */
  besideOf?: (task: TaskCard) => ReactNode;
  /** Shown beside the buttons. */
  children?: ReactNode;
};

/** The reason why the list's form was refused. */
export function listRefusal(answer: Refused | undefined): string | undefined {
  const { taskIds, driver_id, status } = answer?.lastResult.error ?? {};
  return answer?.problem?.error ?? taskIds?.[0] ?? driver_id?.[0] ?? status?.[0];
}

export const tasksText = (count: number) => `${String(count)} ${count === 1 ? 'task' : 'tasks'}`;

export function MovableList(props: Props) {
  const { tasks, taskTo, drivers, canPlanAgain = false, noteOf, candidatesTo, besideOf, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const { count, recount, toggleAll } = useChosen(form, tasks, useActionData());
  const hydrated = useHydrated();
  const moving = useNavigation().formData?.get('intent');
  const movable = tasks.filter(isMovable);
  return (
    <Form method="post" preventScrollReset ref={form} onChange={recount}>
      {hydrated && movable.length > 1 && (
        <label className={css.selectAll}>
          <span className={css.check}>
            <input type="checkbox" checked={count === movable.length} onChange={toggleAll} />
          </span>
          Select all
        </label>
      )}
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskRow task={task} to={taskTo(task)} note={noteOf?.(task)} handle={<Check task={task} />}>
              {candidatesTo && isMovable(task) && (
                <span className={css.beside}>
                  {besideOf?.(task)}
                  <LinkButton
                    to={candidatesTo(task)}
                    variant={isDueBefore(task) ? 'primary' : 'quiet'}
                    preventScrollReset
                  >
                    {candidatesLabel(task)}
                  </LinkButton>
                </span>
              )}
            </TaskRow>
          </li>
        ))}
      </ul>
      <div className={css.moveBar}>
        {movable.length > 0 && <MoveFields drivers={drivers} chosen={count} />}
        <div className={css.push}>
          {children}
          {canPlanAgain && movable.length > 0 && (
            <Button
              name="intent"
              value="planAgain"
              variant="primary"
              disabled={hydrated && count === 0}
              pending={moving === 'planAgain' && 'Planning...'}
              title="Sets them to Pending, with the chosen driver or each with its own"
            >
              Plan again
            </Button>
          )}
        </div>
      </div>
    </Form>
  );
}

type FieldsProps = Pick<Props, 'drivers'> & {
  /** The owner of the list, who is not offered. Undefined for a list with tasks of several people. */
  owner?: number | null;
  /** Counts of the whole list. Without them there is no button that moves the whole list. */
  counts?: Counts;
  /** The number of checked tasks. */
  chosen: number;
};

/** Fields and buttons of a form with checkboxes, which change the driver or the status. */
export function MoveFields({ drivers, owner, chosen, counts }: FieldsProps) {
  const hydrated = useHydrated();
  const moving = useNavigation().formData?.get('intent');
  const needsChoice = hydrated && chosen === 0;
  return (
    <>
      <div className={css.moveTo}>
        <Select name="driver_id" aria-label="Move to" defaultValue="">
          <option value="">Move to…</option>
          {owner !== null && <option value="unassigned">Unassigned</option>}
          {drivers
            .filter(({ id }) => id !== owner)
            .map((driver) => (
              <option key={driver.id} value={driver.id}>
                {nameOf(driver)}
              </option>
            ))}
        </Select>
      </div>
      <Button
        name="intent"
        value="moveTasks"
        disabled={needsChoice}
        pending={moving === 'moveTasks' && 'Moving...'}
      >
        {hydrated && chosen > 0 ? `Move ${tasksText(chosen)}` : 'Move selected'}
      </Button>
      {counts && counts.open - counts.linked > 1 && chosen === 0 && (
        <Button name="intent" value="moveList" pending={moving === 'moveList' && 'Moving...'}>
          Move {movableText(counts)}
        </Button>
      )}
      <StatusChange disabled={needsChoice} isPending={moving === 'becomeStatus'} />
    </>
  );
}

function StatusChange({ disabled, isPending }: { disabled: boolean; isPending: boolean }) {
  return (
    <span className={css.statusChange}>
      <Select name="status" aria-label="Change status to" defaultValue="">
        <option value="">Status…</option>
        {LIST_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_LABELS[status]}
          </option>
        ))}
      </Select>
      <Button name="intent" value="becomeStatus" disabled={disabled} pending={isPending && 'Changing...'}>
        Change status
      </Button>
    </span>
  );
}

function Check({ task }: { task: TaskCard }) {
  if (!isMovable(task)) return <span className={css.noCheck} />;
  return (
    <label className={css.check}>
      <input type="checkbox" name="taskIds" value={task.id} aria-label={`Select ${task.location}`} />
    </label>
  );
}

/** `all 19 open tasks`, or `19 of 20 open tasks`, because a linked one moves only with its transfer. */
export function movableText({ open, linked }: Pick<Counts, 'open' | 'linked'>): string {
  const movable = linked > 0 ? `${String(open - linked)} of ${String(open)}` : `all ${String(open)}`;
  return `${movable} open ${open === 1 ? 'task' : 'tasks'}`;
}
