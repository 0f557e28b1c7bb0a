/** Collects the changes of an act, and the routes and runs before it, so that it can be undone. */
import { rows } from 'db/connection';
import { prepared, type Prepared } from 'db/statement';
import { type Task, TaskEvent } from 'db/models/tasks';
import { REACHED, UNASSIGNED } from '~/domain/platform/sync/lists.server';
import {
  observedBy,
  observer,
  type Observer,
  type Reached,
  type RunRow,
} from '~/domain/platform/sync/observer.server';
import type { Actor } from '~/domain/kernel/actor';
import { mergeOrder } from '~/domain/tasks/ordering/merge-order';
import { renumber } from '~/domain/tasks/ordering/reorder.server';
import { routeOrder } from '~/domain/tasks/model/status-sql.server';

/** Ids of a driver's active tasks in their order. */
type Routes = Map<number, number[]>;
type Route = { driverId: number; ids: number[] };
type Act = { undoId: string; taskIds: Set<number>; before: Routes; runs: Map<number, RunRow> };

/** Notes the changes of an act. */
class UndoRecorder implements Observer {
  constructor(readonly act: Act) {}

  async listsLocked(reached: Reached): Promise<void> {
    for (const { driverId, ids } of await rows<Route>(REACHED_ROUTES, reached))
      if (!this.act.before.has(driverId)) this.act.before.set(driverId, ids);
  }

  runLocked(run: RunRow): void {
    if (!this.act.runs.has(run.id)) this.act.runs.set(run.id, run);
  }

  eventsWritten(taskIds: number[]): void {
    for (const id of taskIds) this.act.taskIds.add(id);
  }
}

/** Runs `work` and collects its changes: the tasks with new events. */
export async function recordForUndo<Result>(
  undoId: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; act: Act }> {
  const act: Act = { undoId, taskIds: new Set(), before: new Map(), runs: new Map() };
  return { result: await observedBy(new UndoRecorder(act), work), act };
}

const actNow = (): Act | undefined => {
  const recorder = observer();
  return recorder instanceof UndoRecorder ? recorder.act : undefined;
};

export const isRecordingUndo = () => actNow() !== undefined;

/** Returns the id of the undo for the act under way; null when it can't be undone. */
export const undoIdNow = () => actNow()?.undoId ?? null;

/** SQL: the route of a driver, as an array. */
export const routeOf = (driver: string) => `array(
  select id from tasks where driver_id = ${driver} and order_index is not null
  order by ${routeOrder('')})`;

/** @param drivers SQL: a query with the column `driver`. */
const routesIn = (drivers: string): Prepared =>
  prepared(`select driver as "driverId", ${routeOf('driver')} as ids from (${drivers}) as drivers`);

const REACHED_ROUTES = routesIn(
  `select owner as driver from (${REACHED}) as reached where owner <> ${String(UNASSIGNED)}`,
);
const ROUTES = routesIn('select unnest($driverIds::integer[]) as driver');

export async function routesOf(driverIds: number[]): Promise<Routes> {
  const found = await rows<Route>(ROUTES, { driverIds });
  return new Map(found.map(({ driverId, ids }) => [driverId, ids]));
}

export type RouteChange = [driverId: number, before: number[], after: number[]];
export type Event = Awaited<ReturnType<typeof eventsOf>>[number];

export const eventsOf = (eventIds: number[]) =>
  TaskEvent.findRows(['id', 'taskId', 'action', 'changes', 'version'], {
    where: { id: eventIds },
    order: ['id'],
  });

/** Restores the orders of lists when an act is undone. */

/** Returns the drivers whose tasks have been reordered since. Tasks that came between them do not matter. */
export function changedOrders(events: Event[], tasks: Map<number, Task>): Set<number | null> {
  const left = events
    .filter(({ action }) => action === 'reordered')
    .map(({ taskId, changes }) => ({ task: tasks.get(taskId), place: Number(changes.order_index?.[1]) }))
    .sort((a, b) => a.place - b.place);
  const last = new Map<number | null, number>();
  const changed = new Set<number | null>();
  for (const { task } of left) {
    const place = task?.order_index ?? null;
    if (!task || place === null) continue; // it was finished or taken away meanwhile
    if (place < (last.get(task.driver_id) ?? -1)) changed.add(task.driver_id);
    last.set(task.driver_id, place);
  }
  return changed;
}

/**
 * Puts tasks that came back behind the same task as before. Tasks in the right order keep their numbers, with
 * gaps; otherwise the route is numbered anew.
 * @param stood the route when the undo began.
 */
export async function settle(
  actor: Actor,
  [driverId, before, after]: RouteChange,
  stood: number[],
): Promise<void> {
  const route = await rows<{ id: number; place: number }>(
    `select id, order_index as place from tasks where driver_id = $driverId and order_index is not null
     order by ${routeOrder('')}`,
    { driverId },
  );
  const ids = new Set(route.map(({ id }) => id));
  const standing = [
    ...stood.filter((id) => ids.has(id)),
    ...before.filter((id) => ids.has(id) && !stood.includes(id)),
  ];
  const wanted = mergeOrder(after, before, standing);
  const places = new Set(route.map(({ place }) => place));
  const isRight = places.size === route.length && route.every(({ id }, index) => id === wanted[index]);
  if (!isRight) await renumber(actor, wanted);
}
