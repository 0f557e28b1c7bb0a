import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import * as css from './sortable.css';

type Props = {
  id: number | string;
  /** What is dragged. */
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
