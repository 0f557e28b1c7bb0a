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
import { useMemo, type ReactNode } from 'react';
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
  // The same element as long as nothing of it changes: every item renders again when one of them moves.
  const handle = useMemo(
    () => (
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={css.handle[size]}
        {...attributes}
        {...listeners}
        aria-label={`Drag: ${name}`}
      >
        <span aria-hidden="true">⠿</span>
      </button>
    ),
    [setActivatorNodeRef, size, attributes, listeners, name],
  );
  return (
    <li
      ref={setNodeRef}
      className={css.item}
      data-lifted={isDragging ? '' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  );
}

// Less than 8 px is no drag. Outside of the hook, as other objects are other sensors, for all items.
const POINTER = { activationConstraint: { distance: 8 } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** A finger, a mouse or the arrow keys. */
export const useDragSensors = () =>
  useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));

/** The texts for screen readers during a drag. */
export const announcements = (name: (id: Id) => string, place: (id: Id) => string): Announcements => ({
  onDragStart: ({ active }) => `${name(active.id)} picked up.`,
  onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${place(over.id)}.` : undefined),
  onDragEnd: ({ active, over }) =>
    over ? `${name(active.id)} dropped on ${place(over.id)}.` : `${name(active.id)} put back.`,
  onDragCancel: ({ active }) => `${name(active.id)} put back.`,
});

export const placeText = (index: number, count: number) =>
  `position ${String(index + 1)} of ${String(count)}`;
