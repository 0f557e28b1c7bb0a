import type { TaskCard } from '~/domain/tasks/model/task';
import { groupByStop } from '~/domain/tasks/model/stops';
import { placeKey } from '~/domain/geography/place-key';
import type { Direction } from '~/domain/tasks/model/schema';

/** `touch` is for drivers. */
export type Look = 'touch' | 'dense';

export type StopTasks = [TaskCard, ...TaskCard[]];

const isLinked = ({ status }: TaskCard) => status === 'linked';

/** One stop per place; a linked task is a stop of its own. */
export function stopsOf(tasks: TaskCard[]): StopTasks[] {
  return [
    ...groupByStop(tasks.filter((task) => !isLinked(task))),
    ...tasks.filter(isLinked).map((task) => [task]),
  ].filter((stop): stop is StopTasks => stop.length > 0);
}

export const placeOf = ([first]: StopTasks) =>
  first.status === 'linked' ? String(first.id) : placeKey(first);

/** Only pending stops can be moved: stops under way stay in front, linked ones behind. */
export const isMovable = ([{ status }]: StopTasks) => status === 'pending';

/** Stops are made anew with every change of the order, of the same tasks. */
export const isSameStop = (was: StopTasks, is: StopTasks) =>
  was.length === is.length && was.every((task, index) => task === is[index]);

/** The stops with this one a place up or down, on top, or at this index. */
export function moved(stops: StopTasks[], stop: StopTasks, where: Direction | number): StopTasks[] {
  const from = stops.indexOf(stop);
  const places = { up: Math.max(0, from - 1), down: from + 1, top: 0 };
  const to = typeof where === 'number' ? where : places[where];
  const next = stops.filter((each) => each !== stop);
  next.splice(to, 0, stop);
  return next;
}
