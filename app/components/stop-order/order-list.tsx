/**
 * The stops of a route while its order is edited. They are moved by dragging or with buttons, which are forms without
 * JavaScript.
 */
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  memo,
  useLayoutEffect,
  type ComponentType,
  type MutableRefObject,
  type ReactNode,
  type RefObject,
  type FormEvent,
} from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Direction } from '~/domain/tasks/model/schema';
import { VisuallyHidden } from '~/ui/layout';
import { wholeSheet } from '~/ui/sheet';
import { Button } from '~/ui/button';
import { drag as words } from '~/words/en/drag';
import { Listing } from './steady-list';
import type { OrderListProps, Receiver } from './drag-area';
import { isSortable, moved, placeOf, isSameStop, type Look, type StopTasks } from './stops';
import * as css from './order.css';
import { isLinked, isUnderWay } from '~/domain/tasks/model/statuses';

function PlainList({ look, before, stops, after, row, keyOf }: OrderListProps) {
  return (
    <Listing look={look}>
      {before}
      {stops.map((stop, index) => (
        <li key={keyOf(stop)}>{row(stop, index, null)}</li>
      ))}
      {after}
    </Listing>
  );
}

async function loadDragArea() {
  const { default: DragArea } = await import('./drag-area');
  await wholeSheet();
  return DragArea;
}

/** After a finger was lifted, the browser sends the click. */
const CLICK_MS = 500;

/**
 * The list whose stops can be dragged, once it is loaded; if it can't be, the buttons still work. It replaces the rows,
 * so it waits until no button of the list is pressed: the press would be lost.
 */
function useDragArea(root: RefObject<HTMLElement>, onReplace: () => void): ComponentType<OrderListProps> {
  const [Area, setArea] = useState<ComponentType<OrderListProps>>(() => PlainList);
  const latest = useRef(onReplace);
  latest.current = onReplace;
  useEffect(() => {
    const ended = new AbortController();
    let pressedUntil = 0;
    let timer: number | undefined;
    const list = root.current;
    const press = () => (pressedUntil = Infinity);
    const lift = () => (pressedUntil = performance.now() + CLICK_MS);
    list?.addEventListener('pointerdown', press, { signal: ended.signal });
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, lift, { signal: ended.signal });
    const replace = (DragArea: ComponentType<OrderListProps>) => {
      if (ended.signal.aborted) return;
      if (performance.now() < pressedUntil) {
        timer = window.setTimeout(replace, CLICK_MS / 5, DragArea);
        return;
      }
      latest.current();
      setArea(() => DragArea);
      ended.abort();
    };
    loadDragArea().then(replace, () => undefined);
    return () => {
      ended.abort();
      window.clearTimeout(timer);
    };
  }, [root]);
  return Area;
}

type Props = {
  look: Look;
  /** The form's path without JavaScript. */
  action: string;
  /** All stops in their order. */
  stops: StopTasks[];
  onOrder: (taskIds: number[], movedIds: number[]) => void;
  receivers?: Receiver[];
  onGive?: OrderListProps['onGive'];
  /** It must always be the same function, so that a row renders only when its stop has changed. */
  row: (stop: StopTasks, grips: Grips) => ReactNode;
};

export function OrderList({ look, action, stops, onOrder, receivers = [], onGive, row }: Props) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState('');
  const movable = stops.filter(isSortable);
  const going = stops.filter(([first]) => isUnderWay(first));
  const order = (next: StopTasks[], movedStop: StopTasks) => {
    onOrder(
      [...going, ...next].flat().map(({ id }) => id),
      movedStop.map(({ id }) => id),
    );
  };
  const { keyOf, noteMove } = useMovedKeys(look);
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<Pressed | null>(null);
  const Area = useDragArea(root, () => {
    pressed.current = focusedIn(root.current);
  });
  usePositions(root, movable.length);
  useKeptFocus(root, pressed, `${movable.map(placeOf).join()} ${Area === PlainList ? '' : 'drag'}`);
  const move = (place: string, direction: Direction) => {
    const stop = movable.find((each) => placeOf(each) === place);
    if (!stop) return;
    pressed.current = { place, direction };
    if (direction === 'top') noteMove(stop);
    const next = moved(movable, stop, direction);
    order(next, stop);
    setSaid(words.nowStop(stop[0].location, next.indexOf(stop) + 1, next.length));
  };
  const latest = useRef(move);
  latest.current = move;
  const onMove = useCallback((place: string, direction: Direction) => {
    latest.current(place, direction);
  }, []);
  const fixed = (stop: StopTasks) => <li key={placeOf(stop)}>{row(stop, {})}</li>;
  const list: OrderListProps = {
    look,
    before: going.map(fixed),
    stops: movable,
    after: stops.filter(([first]) => isLinked(first)).map(fixed),
    onOrder: order,
    keyOf,
    receivers,
    onGive: onGive ?? (() => undefined),
    row: (stop, index, handle) => (
      <OrderRow
        stop={stop}
        number={positionText(index, movable.length)}
        isFirst={index === 0}
        isLast={index === movable.length - 1}
        handle={handle}
        look={look}
        action={action}
        onMove={hydrated ? onMove : undefined}
        row={row}
      />
    ),
  };
  return (
    <div ref={root}>
      <Area {...list} />
      <div aria-live="polite">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </div>
  );
}

/** The last button that moved a row. */
type Pressed = { place: string; direction: Direction };

/**
 * Makes keys for rows. When the last row moves to the top, React would remove and insert all other rows. With a new key
 * it makes only that row anew. Drivers' rows keep their keys, because their list scrolls with the row.
 */
export function useMovedKeys(look: Look) {
  const moves = useRef(new Map<string, number>());
  return {
    keyOf: (stop: StopTasks) => `${placeOf(stop)} ${String(moves.current.get(placeOf(stop)) ?? 0)}`,
    noteMove: (stop: StopTasks) => {
      const place = placeOf(stop);
      if (look === 'dense') moves.current.set(place, (moves.current.get(place) ?? 0) + 1);
    },
  };
}

/** Returns the button with the focus; null if none of the list has it. */
function focusedIn(list: HTMLElement | null): Pressed | null {
  const button = document.activeElement;
  if (!(button instanceof HTMLButtonElement) || !list?.contains(button)) return null;
  const place = button.form?.dataset.moves;
  return place === undefined ? null : { place, direction: button.value as Direction };
}

/** A moved row's buttons lose the focus. This sets it again for the next press. */
function useKeptFocus(
  root: RefObject<HTMLElement>,
  pressed: MutableRefObject<Pressed | null>,
  order: string,
) {
  useEffect(() => {
    if (!pressed.current) return;
    const { place, direction } = pressed.current;
    const form = formsOf(root.current).find(({ dataset }) => dataset.moves === place);
    const buttons = [...(form?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled);
    (buttons.find(({ value }) => value === direction) ?? buttons[0])?.focus({ preventScroll: true });
    pressed.current = null;
  }, [root, pressed, order]);
}

/** The handle and the buttons that move a stop; empty for a stop that can't be moved. */
export type Grips = { handle?: ReactNode; buttons?: ReactNode };

type RowProps = {
  stop: StopTasks;
  /** The text of the first rendering. After that `usePositions` updates it. */
  number: string;
  isFirst: boolean;
  isLast: boolean;
  handle: ReactNode;
  look: Look;
  /** The form's path without JavaScript. */
  action: string;
  /** Called instead of sending the form. */
  onMove: ((place: string, direction: Direction) => void) | undefined;
  row: (stop: StopTasks, grips: Grips) => ReactNode;
};

const COMPARED = ['isFirst', 'isLast', 'handle', 'look', 'action', 'onMove', 'row'] as const;

/** A row of the list. It renders when its stop changes, but not when other stops move. */
const OrderRow = memo(
  ({ row, handle, ...buttons }: RowProps) =>
    row(buttons.stop, { handle, buttons: <MoveButtons {...buttons} /> }),
  (was, is) => isSameStop(was.stop, is.stop) && COMPARED.every((key) => was[key] === is[key]),
);

/** Moves a stop without dragging. */
function MoveButtons({
  look,
  action,
  stop,
  number,
  isFirst,
  isLast,
  onMove,
}: Omit<RowProps, 'row' | 'handle'>) {
  const [{ id, location }] = stop;
  const move = (event: FormEvent) => {
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    if (!onMove || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    onMove(placeOf(stop), button.value as Direction);
  };
  const button = (direction: Direction) => (
    <Button
      size={look === 'touch' ? 'touch' : undefined}
      name="direction"
      value={direction}
      disabled={direction === 'down' ? isLast : isFirst}
      aria-label={`${words.moves[look][direction]}: ${location}`}
      title={words.moves[look][direction]}
    />
  );
  return (
    <form
      method="post"
      action={action}
      className={css.moves[look]}
      data-moves={placeOf(stop)}
      onSubmit={move}
    >
      <input type="hidden" name="intent" value="moveStop" />
      <input type="hidden" name="taskId" value={id} />
      {button('top')}
      {button('up')}
      <span className={css.position} data-position>
        {number}
      </span>
      {button('down')}
    </form>
  );
}

// On the server, useLayoutEffect would only warn. The server renders the initial numbers.
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** The visible rows of a list. */
export const rowsOf = (list: HTMLElement | null): Element[] => [
  ...(list?.querySelectorAll(':scope > li:not([hidden])') ?? []),
];

/** Numbers the visible rows in the document itself, because a moved row changes the numbers of all others. */
export function useNumbers(list: RefObject<HTMLElement>): void {
  useBrowserEffect(() => {
    rowsOf(list.current).forEach((row, index) => {
      const number = String(index + 1);
      const field = row.querySelector<HTMLInputElement>('[name="position"]');
      if (!field) setText(row.querySelector('[data-number]'), number);
      if (!field || field.defaultValue === number) return;
      // Must not replace a number that someone is typing.
      const isTyped = field === document.activeElement && field.value !== field.defaultValue;
      field.defaultValue = number;
      if (!isTyped) field.value = number;
    });
  });
}

/** The forms with the buttons that move a stop. */
const formsOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLFormElement>('form[data-moves]') ?? []),
];

const positionText = (index: number, count: number) => words.position(index + 1, count);

/** Shows the position of each movable stop among the movable stops. */
function usePositions(list: RefObject<HTMLElement>, count: number): void {
  useBrowserEffect(() => {
    formsOf(list.current).forEach((form, index) => {
      setText(form.querySelector('[data-position]'), positionText(index, count));
    });
  });
}
