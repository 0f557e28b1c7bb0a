/** A route while its order is edited, by stops: by dragging, or with buttons that are forms without JavaScript. */
import { Suspense, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Form } from '@remix-run/react';
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

function PlainList({ look, before, stops, after, row }: OrderListProps) {
  return (
    <Listing look={look}>
      {before}
      {stops.map((stop, index) => (
        <li key={placeOf(stop)}>{row(stop, index, null)}</li>
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
  const move = (stop: StopTasks, direction: Direction) => {
    const next = moved(movable, stop, direction);
    order(next, stop);
    setSaid(`${stop[0].location} is now stop ${String(next.indexOf(stop) + 1)} of ${String(next.length)}`);
  };
  const fixed = (stop: StopTasks) => <li key={placeOf(stop)}>{row(stop, {})}</li>;
  const buttons = (stop: StopTasks, index: number) => (
    <MoveButtons
      look={look}
      action={action}
      stop={stop}
      place={{ index, count: movable.length }}
      onMove={
        hydrated
          ? (direction) => {
              move(stop, direction);
            }
          : undefined
      }
    />
  );
  const list: OrderListProps = {
    look,
    before: going.map(fixed),
    stops: movable,
    after: stops.filter(([{ status }]) => status === 'linked').map(fixed),
    onOrder: order,
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

type Place = { index: number; count: number };

type ButtonsProps = {
  look: Look;
  action: string;
  stop: StopTasks;
  place: Place;
  /** In place of sending the form. */
  onMove: ((direction: Direction) => void) | undefined;
};

const LABELS: Record<Look, Record<Direction, string>> = {
  touch: { top: 'Move to top', up: 'Move up', down: 'Move down' },
  dense: { top: 'To top', up: 'Up', down: 'Down' },
};
const SIGNS: Record<Direction, string> = { up: '↑', down: '↓', top: '⤒' };

/** Moves a stop without dragging. A button stays under the finger while it is pressed again and again. */
function MoveButtons({ look, action, stop: [first], place: { index, count }, onMove }: ButtonsProps) {
  const { form, pressed } = useKeptFocus(index);
  const move = (event: FormEvent) => {
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    if (!onMove || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const direction = button.value as Direction;
    pressed.current = direction;
    onMove(direction);
  };
  const button = (direction: Direction) => (
    <Button
      size={look === 'touch' ? 'touch' : undefined}
      name="direction"
      value={direction}
      disabled={direction === 'down' ? index === count - 1 : index === 0}
      aria-label={`${LABELS[look][direction]}: ${first.location}`}
      title={LABELS[look][direction]}
    >
      <span aria-hidden="true">{SIGNS[direction]}</span>
    </Button>
  );
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      className={css.moves[look]}
      preventScrollReset
      replace
      onSubmit={move}
    >
      <input type="hidden" name="intent" value="moveStop" />
      <input type="hidden" name="taskId" value={first.id} />
      {button('top')}
      {button('up')}
      <span className={css.position}>
        {index + 1} of {count}
      </span>
      {button('down')}
    </Form>
  );
}

/** A row that moves loses the focus of its buttons: it is set again. */
function useKeptFocus(index: number) {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<Direction | null>(null);
  useEffect(() => {
    if (!pressed.current) return;
    const buttons = [...(form.current?.querySelectorAll('button') ?? [])].filter(({ disabled }) => !disabled);
    (buttons.find(({ value }) => value === pressed.current) ?? buttons[0])?.focus({ preventScroll: true });
    pressed.current = null;
  }, [index]);
  return { form, pressed };
}
