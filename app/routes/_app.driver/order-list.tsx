/** The active route while its order is edited: by dragging, or with buttons that are forms without JavaScript. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Direction } from '~/domain/tasks/reorder.server';
import { VisuallyHidden } from '~/ui/hidden';
import { useHydrated } from '~/ui/use-hydrated';
import { OrderRow } from './order-row';
import { SteadyList } from './steady-list';
import { isMovable, moved, placeOf, type StopTasks } from './stops';

export type OrderListProps = {
  before: ReactNode;
  /** Those that can be moved. */
  stops: StopTasks[];
  after: ReactNode;
  row: (stop: StopTasks, index: number, handle: ReactNode) => ReactNode;
  onOrder: (stops: StopTasks[], moved: StopTasks) => void;
};

// Where it can't be loaded, the buttons do.
const DragArea = lazy(() => import('./drag-area').catch(() => ({ default: PlainList })));

function PlainList({ before, stops, after, row }: OrderListProps) {
  return (
    <SteadyList>
      {before}
      {stops.map((stop, index) => (
        <li key={placeOf(stop)}>{row(stop, index, null)}</li>
      ))}
      {after}
    </SteadyList>
  );
}

type Props = {
  /** The whole list, in its order. */
  stops: StopTasks[];
  onOrder: (taskIds: number[], movedIds: number[]) => void;
};

export function OrderList({ stops, onOrder }: Props) {
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
  const fixed = (stop: StopTasks) => (
    <li key={placeOf(stop)}>
      <OrderRow stop={stop} />
    </li>
  );
  const list: OrderListProps = {
    before: going.map(fixed),
    stops: movable,
    after: stops.filter(([{ status }]) => status === 'linked').map(fixed),
    onOrder: order,
    row: (stop, index, handle) => (
      <OrderRow
        stop={stop}
        handle={handle}
        place={{ index, count: movable.length }}
        onMove={
          hydrated
            ? (direction) => {
                move(stop, direction);
              }
            : undefined
        }
      />
    ),
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
