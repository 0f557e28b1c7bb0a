import type { TaskCard } from '~/domain/tasks/model/task';
import { groupByStop } from '~/domain/tasks/model/stops';
import { placeKey } from '~/domain/geography/place-key';
import type { Direction } from '~/domain/tasks/model/schema';

/** `touch` is the look for drivers. */
export type Look = 'touch' | 'dense';

export type StopTasks = [TaskCard, ...TaskCard[]];

const isLinked = ({ status }: TaskCard) => status === 'linked';

/** All tasks at a place are one stop. A linked task is a separate stop. */
export function stopsOf(tasks: TaskCard[]): StopTasks[] {
  return [
    ...groupByStop(tasks.filter((task) => !isLinked(task))),
    ...tasks.filter(isLinked).map((task) => [task]),
  ].filter((stop): stop is StopTasks => stop.length > 0);
}

export const placeOf = ([first]: StopTasks) =>
  first.status === 'linked' ? String(first.id) : placeKey(first);

/** Only pending stops can be moved. Stops under way stay first, and linked stops stay last. */
export const isMovable = ([{ status }]: StopTasks) => status === 'pending';

/** Every change of the order makes new stop objects, but of the same task objects. */
export const isSameStop = (was: StopTasks, is: StopTasks) =>
  was.length === is.length && was.every((task, index) => task === is[index]);

/** Moves a stop up or down by one place, to the top, or to an index. */
export function moved(stops: StopTasks[], stop: StopTasks, where: Direction | number): StopTasks[] {
  const from = stops.indexOf(stop);
  const places = { up: Math.max(0, from - 1), down: from + 1, top: 0 };
  const to = typeof where === 'number' ? where : places[where];
  const next = stops.filter((each) => each !== stop);
  next.splice(to, 0, stop);
  return next;
}
