import type { ReactNode } from 'react';
import type { Direction } from '~/domain/tasks/reorder.server';
import { Badges, pressing } from '~/parts/task-card/badges';
import { edgeOf, stackOf } from '~/parts/task-card/task-card';
import { edge } from '~/ui/card.css';
import { MoveButtons, type Place } from './move-buttons';
import * as css from './order.css';
import type { StopTasks } from './stops';

type Props = {
  stop: StopTasks;
  /** Without it, the stop stays where it is. */
  place?: Place;
  handle?: ReactNode;
  /** In place of sending the form. */
  onMove?: ((direction: Direction) => void) | undefined;
};

/** A stop with as little as it takes to know it, so that many are seen at once. */
export function OrderRow({ stop, place, handle, onMove }: Props) {
  const [first] = stop;
  return (
    <article
      className={`${css.row} ${stackOf(stop)} ${edge[edgeOf(first)]}`}
      data-urgent={pressing(stop) === 'urgent' ? '' : undefined}
    >
      {handle}
      <div className={css.what}>
        <h3 className={css.title}>{first.location}</h3>
        {first.address && <div className={css.address}>{first.address}</div>}
        <Badges tasks={stop} hidesStatus={place !== undefined} />
      </div>
      {place && <MoveButtons stop={stop} place={place} onMove={onMove} />}
    </article>
  );
}
