/** Dragging: within the list to order it, onto a driver to give it away. Loaded when the order is edited. */
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { nameOf, type TaskCard } from '~/domain/tasks/board';
import type { DriverChoice } from '~/parts/task-list/movable-list';
import * as css from '~/parts/task-list/task-list.css';

export type DragAreaProps = {
  tasks: TaskCard[];
  drivers: (DriverChoice & { openCount: number })[];
  onOrder: (ids: number[]) => void;
  onGive: (taskId: number, driverId: number) => void;
  row: (task: TaskCard, index: number, handle: ReactNode) => ReactNode;
};

const STARTS_AFTER_PX = 8;
const DRIVER = 'driver-';

// Over a driver counts what the pointer touches; within the list, the nearest row.
const collide: CollisionDetection = (args) => {
  const driver = pointerWithin(args).find(({ id }) => String(id).startsWith(DRIVER));
  if (driver) return [driver];
  const rows = args.droppableContainers.filter(({ id }) => typeof id === 'number');
  return closestCenter({ ...args, droppableContainers: rows });
};

export default function DragArea({ tasks, drivers, onOrder, onGive, row }: DragAreaProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: STARTS_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = tasks.map(({ id }) => id);
  const drop = ({ active, over }: DragEndEvent) => {
    const taskId = Number(active.id);
    if (!over) return;
    if (typeof over.id === 'string') onGive(taskId, Number(over.id.slice(DRIVER.length)));
    else if (over.id !== taskId) onOrder(arrayMove(ids, ids.indexOf(taskId), ids.indexOf(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collide}
      onDragEnd={drop}
      accessibility={{ announcements: announcements(tasks, drivers) }}
    >
      <div className={css.dragArea}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol>
            {tasks.map((task, index) => (
              <SortableRow key={task.id} task={task}>
                {(handle) => row(task, index, handle)}
              </SortableRow>
            ))}
          </ol>
        </SortableContext>
        {drivers.length > 0 && (
          <aside className={css.targets} aria-label="Drag a task onto a driver to give it to them">
            <p>Drag onto a driver to give it to them:</p>
            {drivers.map((driver) => (
              <DriverTarget key={driver.id} driver={driver} />
            ))}
          </aside>
        )}
      </div>
    </DndContext>
  );
}

function SortableRow({ task, children }: { task: TaskCard; children: (handle: ReactNode) => ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: task.id });
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? css.lifted : undefined}
      style={{ transform: CSS.Transform.toString(transform), transition, position: 'relative' }}
    >
      {children(
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={css.handle}
          {...attributes}
          {...listeners}
          aria-label={`Drag: ${task.location}`}
        >
          <span aria-hidden="true">⠿</span>
        </button>,
      )}
    </li>
  );
}

function DriverTarget({ driver }: { driver: DragAreaProps['drivers'][number] }) {
  const { setNodeRef, isOver } = useDroppable({ id: `${DRIVER}${String(driver.id)}` });
  return (
    <div ref={setNodeRef} className={css.targetRow} data-over={isOver ? '' : undefined}>
      <span>{nameOf(driver)}</span>
      <span>{driver.openCount}</span>
    </div>
  );
}

function announcements(tasks: TaskCard[], drivers: DriverChoice[]) {
  const place = (id: string | number) => {
    if (typeof id === 'number') {
      const index = tasks.findIndex((task) => task.id === id);
      return `place ${String(index + 1)} of ${String(tasks.length)}`;
    }
    const driver = drivers.find((each) => `${DRIVER}${String(each.id)}` === id);
    return driver ? nameOf(driver) : 'nowhere';
  };
  const name = (id: string | number) => tasks.find((task) => task.id === id)?.location ?? 'The task';
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) => `${name(active.id)} picked up.`,
    onDragOver: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over ? `${name(active.id)} is over ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      over ? `${name(active.id)} dropped on ${place(over.id)}.` : `${name(active.id)} put back.`,
    onDragCancel: ({ active }: { active: { id: string | number } }) => `${name(active.id)} put back.`,
  };
}
