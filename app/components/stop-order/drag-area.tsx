/**
 * Drags stops: within the list to order them, or onto a driver to move them there. It is loaded when an order is
 * edited.
 */
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
import {
  announcements,
  DRAG_HELP,
  placeText,
  SortableItem,
  useDragSensors,
  useHandles,
} from '~/components/sortable/sortable';
import { Listing } from './steady-list';
import * as css from './order.css';
import { placeOf, type Look, type StopTasks } from './stops';

/** A driver that a stop can be dropped on. */
export type Receiver = { id: number; name: string; openCount: number };

export type OrderListProps = {
  look: Look;
  before: ReactNode;
  /** The stops that can be moved. */
  stops: StopTasks[];
  after: ReactNode;
  row: (stop: StopTasks, index: number, handle: ReactNode) => ReactNode;
  keyOf: (stop: StopTasks) => string;
  onOrder: (stops: StopTasks[], moved: StopTasks) => void;
  receivers: Receiver[];
  onGive: (stop: StopTasks, receiverId: number) => void;
};

const RECEIVER = 'receiver-';
const receiverOf = (id: string | number) =>
  String(id).startsWith(RECEIVER) ? Number(String(id).slice(RECEIVER.length)) : null;

// The target is the receiver under the pointer or, within the list, the nearest row.
const collide: CollisionDetection = (args) => {
  const receiver = pointerWithin(args).find(({ id }) => receiverOf(id) !== null);
  if (receiver) return [receiver];
  const rows = args.droppableContainers.filter(({ id }) => receiverOf(id) === null);
  return closestCenter({ ...args, droppableContainers: rows });
};

export default function DragArea(props: OrderListProps) {
  const { look, before, stops, after, row, keyOf, onOrder, receivers, onGive } = props;
  const sensors = useDragSensors();
  const { starts, press } = useHandles();
  const places = stops.map(placeOf);
  const drop = ({ active, over }: DragEndEvent) => {
    const from = places.indexOf(String(active.id));
    const to = over ? places.indexOf(String(over.id)) : -1;
    const receiver = over && receiverOf(over.id);
    const dragged = stops[from];
    // A stop that is missing at the drop was finished elsewhere.
    if (!dragged) return;
    if (receiver) onGive(dragged, receiver);
    else if (to >= 0 && from !== to) onOrder(arrayMove(stops, from, to), dragged);
  };
  const list = (
    <SortableContext items={places} strategy={verticalListSortingStrategy}>
      <Listing look={look}>
        {before}
        {stops.map((stop, index) => (
          <SortableItem
            key={keyOf(stop)}
            id={placeOf(stop)}
            name={stop[0].location}
            size={look}
            starts={starts}
          >
            {(handle) => row(stop, index, handle)}
          </SortableItem>
        ))}
        {after}
      </Listing>
    </SortableContext>
  );
  return (
    <DndContext
      id={DRAG_HELP}
      sensors={sensors}
      collisionDetection={collide}
      onDragEnd={drop}
      accessibility={{ announcements: said(stops, places, receivers) }}
    >
      <div
        role="presentation"
        className={receivers.length > 0 ? css.dragArea : undefined}
        onPointerDownCapture={press}
        onKeyDownCapture={press}
      >
        {list}
        {receivers.length > 0 && (
          <aside className={css.targets} aria-label="Drag a stop onto a driver to assign it">
            <p>Drag onto a driver to assign it:</p>
            {receivers.map((receiver) => (
              <Target key={receiver.id} receiver={receiver} />
            ))}
          </aside>
        )}
      </div>
    </DndContext>
  );
}

function Target({ receiver: { id, name, openCount } }: { receiver: Receiver }) {
  const { setNodeRef, isOver } = useDroppable({ id: `${RECEIVER}${String(id)}` });
  return (
    <div ref={setNodeRef} className={css.receiver} data-over={isOver ? '' : undefined}>
      <span>{name}</span>
      <span>{openCount} open</span>
    </div>
  );
}

const said = (stops: StopTasks[], places: string[], receivers: Receiver[]) =>
  announcements(
    (id) => stops[places.indexOf(String(id))]?.[0].location ?? 'The stop',
    (id) =>
      receivers.find((receiver) => receiver.id === receiverOf(id))?.name ??
      placeText(places.indexOf(String(id)), stops.length),
  );
