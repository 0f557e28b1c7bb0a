/**
 * Drags rows that are drawn elsewhere, by their handles. It is loaded after them, and they stay the same elements, so
 * that nothing typed is lost.
 */
import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useEffect, type RefObject } from 'react';
import { drag as words } from '~/words/en/drag';
import { announcements, DRAG_HELP, placeText, Sorting, type Starts, useDragSensors } from './drag-area';

export type DragRowsProps = {
  /** `id` is that of the handle. */
  rows: { id: string; name: string; element: RefObject<HTMLElement> }[];
  /** Receives the listeners of the handles. */
  starts: Starts;
  onOrder: (from: number, to: number) => void;
  onReady: () => void;
};

export default function DragRows({ rows, starts, onOrder, onReady }: DragRowsProps) {
  const sensors = useDragSensors();
  useEffect(onReady, [onReady]);
  const ids = rows.map(({ id }) => id);
  const drop = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from >= 0 && to >= 0 && from !== to) onOrder(from, to);
  };
  const said = announcements(
    (id) => rows.find((row) => row.id === id)?.name ?? words.theStop,
    (id) => placeText(ids.indexOf(String(id)), ids.length),
  );
  return (
    <DndContext
      id={DRAG_HELP}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: said, screenReaderInstructions: { draggable: words.dragHelp } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {rows.map(({ id, element }) => (
          <Sorting key={id} id={id} item={element} starts={starts} />
        ))}
      </SortableContext>
    </DndContext>
  );
}
