/** A route while its order is edited, by stops: by dragging, or with buttons that are forms without JavaScript. */
import { Suspense, useState, type ReactNode } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import type { Direction } from '~/domain/tasks/schema';
import { VisuallyHidden } from '~/ui/hidden';
import { lazyOr } from '~/ui/lazy-or';
import { Listing } from './steady-list';
import { MoveButtons, type Look } from './move-buttons';
import type { OrderListProps, Receiver } from './drag-area';
import { isMovable, moved, placeOf, type StopTasks } from './stops';

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
