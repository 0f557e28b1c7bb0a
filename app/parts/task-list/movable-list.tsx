/** A list of tasks of which some, or all, can be given to another driver in one act. */
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { nameOf, type TaskCard } from '~/domain/tasks/board';
import type { PersonName } from '~/domain/tasks/task';
import { Button } from '~/ui/button';
import { Select } from '~/ui/field';
import { useHydrated } from '~/ui/use-hydrated';
import * as css from './task-list.css';
import { TaskRow } from './task-row';

export type DriverChoice = PersonName & { id: number };

type Props = {
  tasks: TaskCard[];
  taskTo: (task: TaskCard) => string;
  drivers: DriverChoice[];
  /** Whose list it is: not offered as the new owner. Undefined for a list of several people's tasks. */
  owner?: number | null | undefined;
  /** How many tasks "Move all" would move; without it there is no such button. */
  moveAllCount?: number;
  noteOf?: (task: TaskCard) => ReactNode;
  /** Beside the buttons that move. */
  children?: ReactNode;
};

const canMove = ({ status }: TaskCard) => status !== 'linked' && status !== 'completed';
const tasksText = (count: number) => `${String(count)} ${count === 1 ? 'task' : 'tasks'}`;

export function MovableList({ tasks, taskTo, drivers, owner, moveAllCount = 0, noteOf, children }: Props) {
  const { formRef, chosen, toggleAll } = useChosen(tasks);
  const hydrated = useHydrated();
  const moving = useNavigation().formData?.get('intent');
  const movable = tasks.filter(canMove);
  return (
    <Form method="post" preventScrollReset ref={formRef}>
      {hydrated && movable.length > 1 && (
        <label className={css.selectAll}>
          <span className={css.check}>
            <input type="checkbox" checked={chosen === movable.length} onChange={toggleAll} />
          </span>
          Select all
        </label>
      )}
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskRow task={task} to={taskTo(task)} note={noteOf?.(task)} handle={<Check task={task} />} />
          </li>
        ))}
      </ul>
      <div className={css.moveBar}>
        {movable.length > 0 && (
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
              disabled={hydrated && chosen === 0}
              pending={moving === 'moveTasks' && 'Moving...'}
            >
              {hydrated && chosen > 0 ? `Move ${tasksText(chosen)}` : 'Move selected'}
            </Button>
            {moveAllCount > 1 && (
              <Button name="intent" value="moveList" pending={moving === 'moveList' && 'Moving...'}>
                Move all {moveAllCount} open {moveAllCount === 1 ? 'task' : 'tasks'}
              </Button>
            )}
          </>
        )}
        <div className={css.push}>{children}</div>
      </div>
    </Form>
  );
}

function Check({ task }: { task: TaskCard }) {
  if (!canMove(task)) return <span className={css.noCheck} />;
  return (
    <label className={css.check}>
      <input type="checkbox" name="taskIds" value={task.id} aria-label={`Select ${task.location}`} />
    </label>
  );
}

/** How many boxes are ticked. The boxes themselves know which: they work before this does. */
function useChosen(tasks: TaskCard[]) {
  const formRef = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(0);
  const boxes = () => [
    ...(formRef.current?.querySelectorAll<HTMLInputElement>('input[name="taskIds"]') ?? []),
  ];
  useEffect(() => {
    const count = () => {
      setChosen(boxes().filter(({ checked }) => checked).length);
    };
    const form = formRef.current;
    count();
    form?.addEventListener('change', count);
    return () => {
      form?.removeEventListener('change', count);
    };
  }, [tasks]);
  const toggleAll = () => {
    const all = boxes();
    const tick = all.some(({ checked }) => !checked);
    for (const box of all) box.checked = tick;
    setChosen(tick ? all.length : 0);
  };
  return { formRef, chosen, toggleAll };
}
