/** Collects what an act has changed, and the routes before it, so that it can be undone. */
import { rows } from 'db/connection';
import { prepared, type Prepared } from 'db/statement';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids of a driver's active tasks in their order. */
type Routes = Map<number, number[]>;
type Route = { driverId: number; ids: number[] };
type Act = { undoId: string; taskIds: Set<number>; before: Routes };

const acts = new AsyncLocalStorage<Act>();

/** Runs `work` and collects its changes: the tasks with new events. */
export async function observing<Result>(
  undoId: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; act: Act }> {
  const act: Act = { undoId, taskIds: new Set(), before: new Map() };
  return { result: await acts.run(act, work), act };
}

export const isObserved = () => acts.getStore() !== undefined;

/** What undoes the act under way; null where nothing can. */
export const undoIdNow = () => acts.getStore()?.undoId ?? null;

export function noteEvents(taskIds: number[]): void {
  const act = acts.getStore();
  for (const id of taskIds) act?.taskIds.add(id);
}

/** Called when these lists have just been locked: they are still as they were before the act. */
export async function noteRoutes(read: () => Promise<Route[]>): Promise<void> {
  const act = acts.getStore();
  if (!act) return;
  for (const { driverId, ids } of await read()) if (!act.before.has(driverId)) act.before.set(driverId, ids);
}

/** SQL: the route of a driver, as an array. */
export const routeOf = (driver: string) => `array(
  select id from tasks where driver_id = ${driver} and order_index is not null
  order by status = 'going' desc, order_index, id)`;

/** @param drivers SQL: a query of `driver`. */
export const routesIn = (drivers: string): Prepared =>
  prepared(`select driver as "driverId", ${routeOf('driver')} as ids from (${drivers}) as drivers`);

const ROUTES = routesIn('select unnest($driverIds::integer[]) as driver');

export async function routesOf(driverIds: number[]): Promise<Routes> {
  const found = await rows<Route>(ROUTES, { driverIds });
  return new Map(found.map(({ driverId, ids }) => [driverId, ids]));
}
