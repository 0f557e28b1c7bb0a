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
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import * as css from './sortable.css';

/** The listeners that start a drag, by item id. */
type Starts = Map<string, ReturnType<typeof useSortable>['listeners']>;

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
export function SortableItem({ id, name, size, starts, children }: Props) {
  const item = useRef<HTMLLIElement>(null);
  // All items render when one of them moves. Memoizing keeps the handle's element the same.
  const handle = useMemo(
    () => (
      <button
        type="button"
        data-drag={id}
        className={css.handle[size]}
        aria-roledescription="sortable"
        aria-describedby={DRAG_HELP}
        aria-label={`Drag: ${name}`}
      >
        <span aria-hidden="true">⠿</span>
      </button>
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

/** Connects an item with dnd-kit, and moves it without rendering its content. */
function Sorting({ id, item, starts }: { id: string; item: RefObject<HTMLLIElement>; starts: Starts }) {
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
export function useHandles() {
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
  onDragStart: ({ active }) => `${name(active.id)} picked up.`,
  onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${place(over.id)}.` : undefined),
  onDragEnd: ({ active, over }) =>
    over ? `${name(active.id)} dropped on ${place(over.id)}.` : `${name(active.id)} put back.`,
  onDragCancel: ({ active }) => `${name(active.id)} put back.`,
});

export const placeText = (index: number, count: number) =>
  `position ${String(index + 1)} of ${String(count)}`;
