/** Dragging: within the list to order it, onto a driver to give it away. Loaded when the order is edited. */
import {
  closestCenter,
  DndContext,
  pointerWithin,
  useDroppable,
  type CollisionDetection,
  type DragEndEvent,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { nameOf, type TaskCard } from '~/domain/tasks/board';
import { announcements, placeText } from '~/parts/sortable/announcements';
import { SortableItem } from '~/parts/sortable/sortable-item';
import { useDragSensors } from '~/parts/sortable/use-drag-sensors';
import type { DriverChoice } from '~/parts/task-list/movable-list';
import * as css from '~/parts/task-list/task-list.css';

export type DragAreaProps = {
  tasks: TaskCard[];
  drivers: (DriverChoice & { openCount: number })[];
  onOrder: (ids: number[]) => void;
  onGive: (taskId: number, driverId: number) => void;
  row: (task: TaskCard, index: number, handle: ReactNode) => ReactNode;
};

const DRIVER = 'driver-';

// Over a driver counts what the pointer touches; within the list, the nearest row.
const collide: CollisionDetection = (args) => {
  const driver = pointerWithin(args).find(({ id }) => String(id).startsWith(DRIVER));
  if (driver) return [driver];
  const rows = args.droppableContainers.filter(({ id }) => typeof id === 'number');
  return closestCenter({ ...args, droppableContainers: rows });
};

export default function DragArea({ tasks, drivers, onOrder, onGive, row }: DragAreaProps) {
  const sensors = useDragSensors();
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
      accessibility={{ announcements: said(tasks, drivers) }}
    >
      <div className={css.dragArea}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol>
            {tasks.map((task, index) => (
              <SortableItem key={task.id} id={task.id} name={task.location} size="dense">
                {(handle) => row(task, index, handle)}
              </SortableItem>
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

function DriverTarget({ driver }: { driver: DragAreaProps['drivers'][number] }) {
  const { setNodeRef, isOver } = useDroppable({ id: `${DRIVER}${String(driver.id)}` });
  return (
    <div ref={setNodeRef} className={css.targetRow} data-over={isOver ? '' : undefined}>
      <span>{nameOf(driver)}</span>
      <span>{driver.openCount}</span>
    </div>
  );
}

function said(tasks: TaskCard[], drivers: DriverChoice[]) {
  const indexOf = (id: string | number) => tasks.findIndex((task) => task.id === id);
  const driver = (id: string | number) => drivers.find((each) => `${DRIVER}${String(each.id)}` === id);
  return announcements(
    (id) => tasks[indexOf(id)]?.location ?? 'The task',
    (id) => {
      if (typeof id === 'number') return placeText(indexOf(id), tasks.length);
      const over = driver(id);
      return over ? nameOf(over) : 'nowhere';
    },
  );
}
