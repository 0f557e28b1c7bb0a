/** Dragging stops into another order. Loaded when the order is edited. */
import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { announcements, placeText } from '~/parts/sortable/announcements';
import { SortableItem } from '~/parts/sortable/sortable-item';
import { useDragSensors } from '~/parts/sortable/use-drag-sensors';
import type { OrderListProps } from './order-list';
import { SteadyList } from './steady-list';
import { placeOf, type StopTasks } from './stops';

export default function DragArea({ before, stops, after, row, onOrder }: OrderListProps) {
  const sensors = useDragSensors();
  const places = stops.map(placeOf);
  const drop = ({ active, over }: DragEndEvent) => {
    const from = places.indexOf(String(active.id));
    const to = over ? places.indexOf(String(over.id)) : -1;
    const dragged = stops[from];
    // A stop that is gone when it is dropped has been finished elsewhere.
    if (dragged && to >= 0 && from !== to) onOrder(arrayMove(stops, from, to), dragged);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: said(stops, places) }}
    >
      <SortableContext items={places} strategy={verticalListSortingStrategy}>
        <SteadyList>
          {before}
          {stops.map((stop, index) => (
            <SortableItem key={placeOf(stop)} id={placeOf(stop)} name={stop[0].location} size="thumb">
              {(handle) => row(stop, index, handle)}
            </SortableItem>
          ))}
          {after}
        </SteadyList>
      </SortableContext>
    </DndContext>
  );
}

const said = (stops: StopTasks[], places: string[]) =>
  announcements(
    (id) => stops[places.indexOf(String(id))]?.[0].location ?? 'The stop',
    (id) => placeText(places.indexOf(String(id)), stops.length),
  );
