/** The stops of a route: their order, a new order that is not saved yet, and functions that send it to the server. */
import type { TaskCard } from '~/domain/tasks/model/task';
import { groupByStop } from '~/domain/tasks/model/stops';
import { placeKey } from '~/domain/geography/place-key';
import type { Direction } from '~/domain/tasks/model/schema';
import type { Arranged } from '~/forms/use-kept-order';
import { isAhead, isLinked } from '~/domain/tasks/model/statuses';

/** `touch` is the look for drivers. */
export type Look = 'touch' | 'dense';

export type StopTasks = [TaskCard, ...TaskCard[]];

/** All tasks at a place are one stop. A linked task is a separate stop. */
export function stopsOf(tasks: TaskCard[]): StopTasks[] {
  return [
    ...groupByStop(tasks.filter((task) => !isLinked(task))),
    ...tasks.filter(isLinked).map((task) => [task]),
  ].filter((stop): stop is StopTasks => stop.length > 0);
}

export const placeOf = ([first]: StopTasks) => (isLinked(first) ? String(first.id) : placeKey(first));

/** Only pending stops can be moved in the order. Stops under way stay first, and linked stops stay last. */
export const isSortable = ([first]: StopTasks) => isAhead(first);

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

export function asListed(tasks: TaskCard[]): Arranged {
  const ids = tasks.map(({ id }) => id);
  return { order: ids, base: ids, moved: [] };
}

/** Adds new tasks at the end and removes missing ones. The rest of the order stays. */
export function joinedWith(tasks: TaskCard[], { order, base, moved }: Arranged): Arranged {
  if (moved.length === 0) return asListed(tasks);
  const ids = tasks.map(({ id }) => id);
  const joined = (known: number[]) => [
    ...known.filter((id) => ids.includes(id)),
    ...ids.filter((id) => !known.includes(id)),
  ];
  return { order: joined(order), base: joined(base), moved };
}

/** Tasks that the order does not contain come last. */
export function inOrder(tasks: TaskCard[], taskIds: number[]): TaskCard[] {
  const place = new Map(taskIds.map((id, index) => [id, index]));
  const placeOf = ({ id }: TaskCard) => place.get(id) ?? taskIds.length;
  return [...tasks].sort((a, b) => placeOf(a) - placeOf(b));
}

/** With its key, an order that is sent twice takes effect once. */
export type KeyedOrder = Arranged & { key: string };

/** The form that saves an order. */
export function orderForm({ order, base, moved, key }: Arranged & { key?: string }): FormData {
  const form = new FormData();
  form.set('intent', 'reorderTasks');
  if (key !== undefined) form.set('_key', key);
  for (const id of base) form.append('baseIds', String(id));
  for (const id of order) form.append('taskIds', String(id));
  for (const id of moved) form.append('movedIds', String(id));
  return form;
}

/**
 * Sends the form of a page without the router, while the router navigates away. Open boards hear of the order as of any
 * change.
 */
export function sendOrder(action: string, order: KeyedOrder): void {
  const body = new URLSearchParams();
  for (const [name, value] of orderForm(order)) if (typeof value === 'string') body.append(name, value);
  void fetch(action, { method: 'POST', keepalive: true, redirect: 'manual', body }).catch(() => undefined);
}
