/** A route while its order is edited, by stops: by dragging, or with buttons that are forms without JavaScript. */
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type MutableRefObject,
  type ReactNode,
} from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Direction } from '~/domain/tasks/schema';
import { VisuallyHidden } from '~/ui/hidden';
import { lazyOr } from '~/ui/lazy-or';
import { Button } from '~/ui/button';
import { Listing } from './steady-list';
import type { OrderListProps, Receiver } from './drag-area';
import { isMovable, moved, placeOf, type StopTasks, type Look } from './stops';
import * as css from './order.css';

/** The handle and the buttons that move a stop; none for a stop that can't be moved. */
export type Grips = { handle?: ReactNode; buttons?: ReactNode };

// If it can't be loaded, the buttons remain.
const DragArea = lazyOr(() => import('./drag-area'), PlainList);

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

type Props = {
  look: Look;
  /** The form's address without JavaScript. */
  action: string;
  /** The whole list, in its order. */
  stops: StopTasks[];
  onOrder: (taskIds: number[], movedIds: number[]) => void;
  receivers?: Receiver[];
  onGive?: OrderListProps['onGive'];
  row: (stop: StopTasks, grips: Grips) => ReactNode;
};

export function OrderList({ look, action, stops, onOrder, receivers = [], onGive, row }: Props) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState('');
  const movable = stops.filter(isMovable);
  const going = stops.filter(([{ status }]) => status === 'going');
  const order = (next: StopTasks[], movedStop: StopTasks) => {
    onOrder(
      [...going, ...next].flat().map(({ id }) => id),
      movedStop.map(({ id }) => id),
    );
  };
  const { keyOf, noteMove } = useMovedKeys(look);
  const pressed = useRef<Pressed | null>(null);
  const move = (stop: StopTasks, direction: Direction) => {
    pressed.current = { place: placeOf(stop), direction };
    if (direction === 'top') noteMove(stop);
    const next = moved(movable, stop, direction);
    order(next, stop);
    setSaid(`${stop[0].location} is now stop ${String(next.indexOf(stop) + 1)} of ${String(next.length)}`);
  };
  const latest = useRef(move);
  latest.current = move;
  // The same function for all time, so that a row renders only what is new in it.
  const onMove = useCallback((stop: StopTasks, direction: Direction) => {
    latest.current(stop, direction);
  }, []);
  const fixed = (stop: StopTasks) => <li key={placeOf(stop)}>{row(stop, {})}</li>;
  const buttons = (stop: StopTasks, index: number) => (
    <MoveButtons
      look={look}
      action={action}
      stop={stop}
      index={index}
      count={movable.length}
      onMove={hydrated ? onMove : undefined}
      pressed={pressed}
    />
  );
  const list: OrderListProps = {
    look,
    before: going.map(fixed),
    stops: movable,
    after: stops.filter(([{ status }]) => status === 'linked').map(fixed),
    onOrder: order,
    keyOf,
    receivers,
    onGive: onGive ?? (() => undefined),
    row: (stop, index, handle) => row(stop, { handle, buttons: buttons(stop, index) }),
  };
  return (
    <>
      {hydrated ? (
        <Suspense fallback={<PlainList {...list} />}>
          <DragArea {...list} />
        </Suspense>
      ) : (
        <PlainList {...list} />
      )}
      <div aria-live="polite">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </>
  );
}

type Pressed = { place: string; direction: Direction };

/**
 * Keys of the rows. When React finds the last row on top, it takes all others out of the document and puts them in
 * again. With a new key it makes that row anew and leaves the others. Not for drivers, whose list scrolls with the row.
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

type ButtonsProps = {
  look: Look;
  action: string;
  stop: StopTasks;
  index: number;
  count: number;
  /** In place of sending the form. */
  onMove: ((stop: StopTasks, direction: Direction) => void) | undefined;
  /** The button that moved a row last. */
  pressed: MutableRefObject<Pressed | null>;
};

const LABELS: Record<Look, Record<Direction, string>> = {
  touch: { top: 'Move to top', up: 'Move up', down: 'Move down' },
  dense: { top: 'To top', up: 'Up', down: 'Down' },
};
const SIGNS: Record<Direction, string> = { up: '↑', down: '↓', top: '⤒' };

/** Moves a stop without dragging. A button stays under the finger while it is pressed again and again. */
function MoveButtons({ look, action, stop, index, count, onMove, pressed }: ButtonsProps) {
  const [{ id, location }] = stop;
  const form = useKeptFocus(index, placeOf(stop), pressed);
  const move = (event: FormEvent) => {
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    if (!onMove || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    onMove(stop, button.value as Direction);
  };
  const isFirst = index === 0;
  const isLast = index === count - 1;
  const [before, after] = useMemo(() => {
    const button = (direction: Direction) => (
      <Button
        key={direction}
        size={look === 'touch' ? 'touch' : undefined}
        name="direction"
        value={direction}
        disabled={direction === 'down' ? isLast : isFirst}
        aria-label={`${LABELS[look][direction]}: ${location}`}
        title={LABELS[look][direction]}
      >
        <span aria-hidden="true">{SIGNS[direction]}</span>
      </Button>
    );
    const fields = [
      <input key="intent" type="hidden" name="intent" value="moveStop" />,
      <input key="task" type="hidden" name="taskId" value={id} />,
    ];
    return [[...fields, button('top'), button('up')], button('down')];
  }, [look, id, location, isFirst, isLast]);
  return (
    <form ref={form} method="post" action={action} className={css.moves[look]} onSubmit={move}>
      {before}
      <span className={css.position}>{`${String(index + 1)} of ${String(count)}`}</span>
      {after}
    </form>
  );
}

/** A row that moves loses the focus of its buttons: it is set again. */
function useKeptFocus(index: number, place: string, pressed: MutableRefObject<Pressed | null>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (pressed.current?.place !== place) return;
    const { direction } = pressed.current;
    const buttons = [...(form.current?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled);
    (buttons.find(({ value }) => value === direction) ?? buttons[0])?.focus({ preventScroll: true });
    pressed.current = null;
  }, [index, place, pressed]);
  return form;
}
