/**
 * Drags stops: within the list to order them, or onto a driver to move them there. It is loaded when an order is
 * edited.
 */
import {
  closestCenter,
  DndContext,
  pointerWithin,
  useDroppable,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
  type Announcements,
  type UniqueIdentifier as Id,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  verticalListSortingStrategy,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { CSS } from '@dnd-kit/utilities';
import { flushSync } from 'react-dom';
import { drag as words } from '~/words/en/drag';
import { Listing } from './steady-list';
import { placeOf, type Look, type StopTasks } from './stops';
import * as css from './drag-area.css';

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
      accessibility={{
        announcements: said(stops, places, receivers),
        screenReaderInstructions: { draggable: words.dragHelp },
      }}
    >
      <div
        role="presentation"
        className={receivers.length > 0 ? css.dragArea : undefined}
        onPointerDownCapture={press}
        onKeyDownCapture={press}
      >
        {list}
        {receivers.length > 0 && (
          <aside className={css.targets} aria-label={words.dragOnto}>
            <p>{words.dragOntoHint}</p>
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
      <span>{words.open(openCount)}</span>
    </div>
  );
}

const said = (stops: StopTasks[], places: string[], receivers: Receiver[]) =>
  announcements(
    (id) => stops[places.indexOf(String(id))]?.[0].location ?? words.theStop,
    (id) =>
      receivers.find((receiver) => receiver.id === receiverOf(id))?.name ??
      placeText(places.indexOf(String(id)), stops.length),
  );

/** The listeners that start a drag, by item id. */
export type Starts = Map<string, ReturnType<typeof useSortable>['listeners']>;

type Props = {
  id: string;
  /** The item's name, for screen readers. */
  name: string;
  size: keyof typeof css.handle;
  /** Null while no handle is in use. */
  starts: Starts | null;
  children: (handle: ReactNode) => ReactNode;
};

/** The id of dnd-kit's instructions for the keyboard. */
export const DRAG_HELP = 'drag-help';

/** A list item that can be dragged by its handle. */
function SortableItem({ id, name, size, starts, children }: Props) {
  const item = useRef<HTMLLIElement>(null);
  // All items render when one of them moves. Memoizing keeps the handle's element the same.
  const handle = useMemo(
    () => (
      <button
        type="button"
        data-drag={id}
        className={css.handle[size]}
        aria-roledescription={words.sortable}
        aria-describedby={DRAG_HELP}
        aria-label={words.drag(name)}
      />
    ),
    [id, size, name],
  );
  return (
    <li ref={item} className={css.item[size]} data-sorting={starts ? '' : undefined}>
      {children(handle)}
      {starts && <Sorting id={id} item={item} starts={starts} />}
    </li>
  );
}

type SortingProps = { id: string; item: RefObject<HTMLElement>; starts: Starts };

/** Connects an item with dnd-kit, and moves it without rendering its content. */
export function Sorting({ id, item, starts }: SortingProps) {
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  useLayoutEffect(() => {
    starts.set(id, listeners);
  }, [starts, id, listeners]);
  useLayoutEffect(() => {
    setNodeRef(item.current);
    setActivatorNodeRef(item.current?.querySelector<HTMLElement>('[data-drag]') ?? null);
  }, [item, setNodeRef, setActivatorNodeRef]);
  const place = CSS.Translate.toString(transform) ?? '';
  useLayoutEffect(() => {
    const { current } = item;
    if (!current) return undefined;
    Object.assign(current.style, { transform: place, transition: transition ?? '' });
    current.toggleAttribute('data-lifted', isDragging);
    return () => {
      Object.assign(current.style, { transform: '', transition: '' });
      current.removeAttribute('data-lifted');
    };
  }, [item, place, transition, isDragging]);
  return null;
}

const DRAG_KEYS = new Set(['Space', 'Enter']);

/**
 * dnd-kit's hooks render all items with every change of the list. Items therefore use them only from the press of a
 * handle until something else is pressed.
 * @returns `press`, a listener for the element around the list, in the capture phase.
 */
function useHandles() {
  const [starts, setStarts] = useState<Starts | null>(null);
  const latest = useRef(starts);
  latest.current = starts;
  const press = useCallback((event: PointerEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    const handle = target instanceof Element ? target.closest<HTMLElement>('[data-drag]') : null;
    if (!handle) {
      if (!currentTarget.querySelector('[data-lifted]')) setStarts(null);
      return;
    }
    const isKey = 'code' in event;
    if (isKey && !DRAG_KEYS.has(event.code)) return;
    if (!latest.current)
      flushSync(() => {
        setStarts(new Map());
      });
    latest.current?.get(handle.dataset.drag ?? '')?.[isKey ? 'onKeyDown' : 'onPointerDown']?.(event);
  }, []);
  return { starts, press };
}

// A pointer must move 8 px to start a drag. These objects are outside of the hook, because new objects would make new
// sensors for all items.
const POINTER = { activationConstraint: { distance: 8 } };
const KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** Drags with a finger, a mouse or the arrow keys. */
export const useDragSensors = () =>
  useSensors(useSensor(PointerSensor, POINTER), useSensor(KeyboardSensor, KEYBOARD));

/** The texts for screen readers during a drag. */
export const announcements = (name: (id: Id) => string, place: (id: Id) => string): Announcements => ({
  onDragStart: ({ active }) => words.pickedUp(name(active.id)),
  onDragOver: ({ active, over }) => (over ? words.isOver(name(active.id), place(over.id)) : undefined),
  onDragEnd: ({ active, over }) =>
    over ? words.droppedOn(name(active.id), place(over.id)) : words.putBack(name(active.id)),
  onDragCancel: ({ active }) => words.putBack(name(active.id)),
});

export const placeText = (index: number, count: number) => words.positionOf(index + 1, count);
