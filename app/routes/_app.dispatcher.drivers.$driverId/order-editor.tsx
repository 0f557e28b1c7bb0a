import { Form, useNavigation, useSubmit } from '@remix-run/react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import type { TaskCard } from '~/domain/tasks/board';
import * as css from '~/parts/task-list/task-list.css';
import { TaskRow } from '~/parts/task-list/task-row';
import { Button, LinkButton } from '~/ui/button';
import { Inline } from '~/ui/layout';
import { useHydrated } from '~/ui/use-hydrated';
import type { DragAreaProps } from './drag-area';

type Direction = 'up' | 'down' | 'top';
type Props = Pick<DragAreaProps, 'tasks' | 'drivers'> & { cancelTo: string };

// Where it can't be loaded, the buttons do.
const DragArea = lazy(() => import('./drag-area').catch(() => ({ default: PlainArea })));

function PlainArea({ tasks, row }: Pick<DragAreaProps, 'tasks' | 'row'>) {
  return (
    <ol>
      {tasks.map((task, index) => (
        <li key={task.id}>{row(task, index, null)}</li>
      ))}
    </ol>
  );
}

/**
 * Puts tasks into another order. Without JavaScript each button is a form that is saved at once; with it the buttons,
 * and dragging, move locally until Save Order. What others do to the list meanwhile is merged when it is saved.
 */
export function OrderEditor({ tasks, drivers, cancelTo }: Props) {
  const [order, setOrder] = useState<number[] | null>(null);
  const [base, setBase] = useState(() => tasks.map(({ id }) => id));
  const hydrated = useHydrated();
  const submit = useSubmit();
  useEffect(() => {
    // Tasks that come or go meanwhile join behind or leave; what was arranged stays.
    const ids = tasks.map(({ id }) => id);
    const joined = (known: number[] | null) =>
      known ? [...known.filter((id) => ids.includes(id)), ...ids.filter((id) => !known.includes(id))] : ids;
    setOrder(joined);
    setBase(joined);
  }, [tasks]);
  const saving = useNavigation().formData?.get('intent') === 'reorderTasks';
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const shown = (order ?? tasks.map(({ id }) => id)).flatMap((id) => byId.get(id) ?? []);

  const pressed = useKeptFocus(order);
  const move = (taskId: number, direction: Direction) => {
    pressed.current = buttonId(taskId, direction);
    setOrder((arranged) => {
      if (!arranged) return arranged;
      const from = arranged.indexOf(taskId);
      const to = { up: Math.max(0, from - 1), down: Math.min(arranged.length - 1, from + 1), top: 0 }[
        direction
      ];
      const next = arranged.filter((id) => id !== taskId);
      next.splice(to, 0, taskId);
      return next;
    });
  };

  const give = (taskId: number, driverId: number) => {
    submit(
      { intent: 'moveTasks', taskIds: String(taskId), driver_id: String(driverId) },
      { method: 'post', preventScrollReset: true },
    );
  };
  const row = (task: TaskCard, index: number, handle: ReactNode) => (
    <TaskRow task={task} handle={handle}>
      <Form
        method="post"
        preventScrollReset
        className={css.moves}
        onSubmit={(event) => {
          event.preventDefault();
          const button = (event.nativeEvent as SubmitEvent).submitter;
          if (button instanceof HTMLButtonElement) move(task.id, button.value as Direction);
        }}
      >
        <input type="hidden" name="intent" value="moveTask" />
        <input type="hidden" name="taskId" value={task.id} />
        <MoveButton direction="up" label="Up" task={task} disabled={index === 0} />
        <MoveButton direction="down" label="Down" task={task} disabled={index === shown.length - 1} />
        <MoveButton direction="top" label="To top" task={task} disabled={index === 0} />
      </Form>
    </TaskRow>
  );

  return (
    <>
      {hydrated ? (
        <Suspense fallback={<PlainArea tasks={shown} row={row} />}>
          <DragArea tasks={shown} drivers={drivers} onOrder={setOrder} onGive={give} row={row} />
        </Suspense>
      ) : (
        <PlainArea tasks={shown} row={row} />
      )}
      <Form method="post" preventScrollReset className={css.moveBar}>
        {base.map((id) => (
          <input key={id} type="hidden" name="baseIds" value={id} />
        ))}
        {shown.map(({ id }) => (
          <input key={id} type="hidden" name="taskIds" value={id} />
        ))}
        <div className={css.push}>
          <Inline>
            <LinkButton to={cancelTo} preventScrollReset replace>
              Cancel
            </LinkButton>
            <Button variant="primary" name="intent" value="reorderTasks" pending={saving && 'Saving...'}>
              Save Order
            </Button>
          </Inline>
        </div>
      </Form>
    </>
  );
}

const buttonId = (taskId: number, direction: Direction) => `move-${String(taskId)}-${direction}`;

/** A row that moves takes its buttons along, and the browser then forgets which one had the focus. */
function useKeptFocus(order: number[] | null) {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    if (pressed.current) document.getElementById(pressed.current)?.focus();
    pressed.current = null;
  }, [order]);
  return pressed;
}

const SIGNS: Record<Direction, string> = { up: '↑', down: '↓', top: '⤒' };

type MoveProps = { direction: Direction; label: string; task: TaskCard; disabled: boolean };

function MoveButton({ direction, label, task, disabled }: MoveProps) {
  return (
    <Button
      id={buttonId(task.id, direction)}
      name="direction"
      value={direction}
      disabled={disabled}
      aria-label={`${label}: ${task.location}`}
      title={label}
    >
      <span aria-hidden="true">{SIGNS[direction]}</span>
    </Button>
  );
}
