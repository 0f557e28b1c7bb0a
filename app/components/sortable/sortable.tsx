import {
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier as Id,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import * as css from './sortable.css';

type Props = {
  id: number | string;
  /** The name of the dragged item. */
  name: string;
  size: keyof typeof css.handle;
  children: (handle: ReactNode) => ReactNode;
};

/** A list item that can be dragged by its handle. */
export function SortableItem({ id, name, size, children }: Props) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={css.item}
      data-lifted={isDragging ? '' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={css.handle[size]}
          {...attributes}
          {...listeners}
          aria-label={`Drag: ${name}`}
        >
          <span aria-hidden="true">⠿</span>
        </button>,
      )}
    </li>
  );
}

const STARTS_AFTER_PX = 8;

/** A finger, a mouse or the arrow keys. Less than 8 px is no drag. */
export const useDragSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: STARTS_AFTER_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

/** The texts for screen readers during a drag. */
export const announcements = (name: (id: Id) => string, place: (id: Id) => string): Announcements => ({
  onDragStart: ({ active }) => `${name(active.id)} picked up.`,
  onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${place(over.id)}.` : undefined),
  onDragEnd: ({ active, over }) =>
    over ? `${name(active.id)} dropped on ${place(over.id)}.` : `${name(active.id)} put back.`,
  onDragCancel: ({ active }) => `${name(active.id)} put back.`,
});

export const placeText = (index: number, count: number) => `place ${String(index + 1)} of ${String(count)}`;
