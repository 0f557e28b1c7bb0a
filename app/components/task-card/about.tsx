/**
 * The time when the driver arrives at a stop, and the way to it. A context has them, because they change with every
 * report and a line should not render for that.
 */
import { createContext, useContext } from 'react';
import { inMiles } from '~/domain/geography/distance';
import type { ListedArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import type { TaskCard } from '~/domain/tasks/model/task';
import { VisuallyHidden } from '~/ui/layout';
import { Time } from '~/ui/time';
import { card } from '~/words/en/card';
import * as css from './task-card.css';

const Listed = createContext<ListedArrivals['at']>({});
export const ArrivalsListed = Listed.Provider;

/** The tasks of one stop. */
type Tasks = Pick<TaskCard, 'id'>[];

function useArrival(tasks: Tasks) {
  const listed = useContext(Listed);
  return tasks.flatMap(({ id }) => listed[id] ?? []).at(0);
}

/** Shows `Arrives about 10:47 AM` as a line of its own, or nothing without a known time. */
export function Arrives({ tasks }: { tasks: Tasks }) {
  const arrival = useArrival(tasks);
  if (!arrival) return null;
  const { expectedAt, late } = arrival;
  return (
    <div className={css.arrives}>
      {card.arrives}
      <span className={late ? css.late : undefined}>
        {card.about}
        <Time iso={expectedAt} />
        {late && card.commaLate}
      </span>
    </div>
  );
}

/** Shows `10:47 AM` for a column of times. */
export function AboutTime({ tasks, className }: { tasks: Tasks; className: string }) {
  const arrival = useArrival(tasks);
  if (!arrival) return null;
  const { expectedAt, late } = arrival;
  return (
    <span className={className} data-late={late ? '' : undefined}>
      <VisuallyHidden>{card.about}</VisuallyHidden>
      <Time iso={expectedAt} inWeek />
      {late && <span>{card.late}</span>}
    </span>
  );
}

/** A driver who is nearer is there. */
const NEAR_METRES = 100;

/** Returns the way to the stop as `2.4 mi`; null when it is unknown, and for a driver who is there. */
export function useWay(tasks: Tasks): string | null {
  const metres = useArrival(tasks)?.metres ?? null;
  return metres === null || metres < NEAR_METRES ? null : inMiles(metres);
}
