/** An order of tasks that is not saved yet, and how it gets to the server. */
import type { TaskCard } from '~/domain/tasks/board/board';
import type { Arranged } from '~/forms/use-kept-order';

export function asListed(tasks: TaskCard[]): Arranged {
  const ids = tasks.map(({ id }) => id);
  return { order: ids, base: ids, moved: [] };
}

/** New tasks join at the end, missing ones leave; the arrangement stays. */
export function joinedWith(tasks: TaskCard[], { order, base, moved }: Arranged): Arranged {
  if (moved.length === 0) return asListed(tasks);
  const ids = tasks.map(({ id }) => id);
  const joined = (known: number[]) => [
    ...known.filter((id) => ids.includes(id)),
    ...ids.filter((id) => !known.includes(id)),
  ];
  return { order: joined(order), base: joined(base), moved };
}

/** Tasks that the order does not contain come after it. */
export function inOrder(tasks: TaskCard[], taskIds: number[]): TaskCard[] {
  const place = new Map(taskIds.map((id, index) => [id, index]));
  const placeOf = ({ id }: TaskCard) => place.get(id) ?? taskIds.length;
  return [...tasks].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Saves an order by a page's form. */
export function orderForm({ order, base, moved }: Arranged): FormData {
  const form = new FormData();
  form.set('intent', 'reorderTasks');
  for (const id of base) form.append('baseIds', String(id));
  for (const id of order) form.append('taskIds', String(id));
  for (const id of moved) form.append('movedIds', String(id));
  return form;
}

/** Saves an order by the API, while the page is on its way to somewhere else. Its boards hear of it as of any change. */
export function sendOrder(driverId: number, { order, base, moved }: Arranged): void {
  void fetch(`/api/tasks/reorder/${String(driverId)}`, {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ taskIds: order, baseIds: base, movedIds: moved }),
  }).catch(() => undefined);
}
