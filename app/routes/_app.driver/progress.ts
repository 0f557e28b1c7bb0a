/** The progress of a driver's route, by stops. Pure. */
import { stopsOf, type StopTasks } from '~/components/stop-order/stops';
import type { ListedArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { TASK_TYPES, type TaskCard, type TaskType } from '~/domain/tasks/model/task';
import { driver } from '~/words/en/driver';
import { isDone, isUnderWay } from '~/domain/tasks/model/statuses';

/** A stop in the header; undefined for one that is to come and neither urgent nor late. */
type Segment = 'done' | 'going' | 'pressing' | undefined;

export type Progress = {
  done: number;
  total: number;
  /** In the order of the route. */
  segments: Segment[];
  /** `3 of 11 stops done, 1 under way, 7 to come: 1 urgent, 2 late` */
  sentence: string;
};

/**
 * Counts the stops of this route. A place that is visited twice counts twice.
 * @param all the driver's tasks.
 * @param active the stops under way and to come, in the order of the route.
 * @param archived the number of stops that were completed today and are archived.
 */
export function progressOf(
  all: TaskCard[],
  active: StopTasks[],
  archived: number,
  at: ListedArrivals['at'],
): Progress {
  const done = archived + stopsOf(all.filter(isDone)).length;
  const total = done + active.length;
  const isGoing = (stop: StopTasks) => stop.some(isUnderWay);
  const isUrgent = (stop: StopTasks) => stop.some(({ priority }) => priority === 'urgent');
  const isLate = (stop: StopTasks) => stop.some(({ id }) => at[id]?.late);
  const coming = active.filter((stop) => !isGoing(stop));
  const parts = (...counts: [number, (count: number) => string][]) =>
    counts.flatMap(([count, said]) => (count > 0 ? said(count) : [])).join(', ');
  const states = parts([total - done - coming.length, driver.underWay], [coming.length, driver.toCome]);
  const pressing = parts(
    [coming.filter(isUrgent).length, driver.urgent],
    [coming.filter(isLate).length, driver.late],
  );
  return {
    done,
    total,
    segments: [
      ...Array.from({ length: done }, () => 'done' as const),
      ...active.map((stop) => {
        if (isGoing(stop)) return 'going';
        return isUrgent(stop) || isLate(stop) ? 'pressing' : undefined;
      }),
    ],
    sentence: `${driver.progress(done, total)}${states && `, ${states}`}${pressing && `: ${pressing}`}`,
  };
}

/** Says what completing these tasks does: `2 deliveries, 1 pickup · signature`. */
export function completionText(tasks: { type: TaskType }[]): string {
  const parts = TASK_TYPES.flatMap((type) => {
    const count = tasks.filter((task) => task.type === type).length;
    return count === 0 ? [] : driver.counted[type](count);
  });
  return `${parts.join(', ')}${tasks.some(isSignedFor) ? driver.withSignature : ''}`;
}
