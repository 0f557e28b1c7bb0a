/** Collects the events of an act, and the routes before and after it, so that it can be undone. */
import { rows, together } from 'db/connection';
import { prepared } from 'db/statement';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids of a driver's active tasks in their order. */
type Routes = Map<number, number[]>;
type Act = { events: Promise<number[]>[]; before: Routes };
type Seen = { eventIds: number[]; before: Routes; after: Routes };

const acts = new AsyncLocalStorage<Act>();

/** Runs `work` and collects its changes. */
export async function observing<Result>(work: () => Promise<Result>): Promise<{ result: Result; act: Seen }> {
  const act: Act = { events: [], before: new Map() };
  const result = await acts.run(act, work);
  const [after, ...eventIds] = await together(routesOf([...act.before.keys()]), ...act.events);
  return { result, act: { eventIds: eventIds.flat(), before: act.before, after } };
}

export const isObserved = () => acts.getStore() !== undefined;

/** @param ids may still be on their way. */
export function noteEvents(ids: Promise<number[]>): void {
  ids.catch(() => undefined); // the transaction tells
  acts.getStore()?.events.push(ids);
}

/** Called when these lists have just been locked: they are still as they were before the act. */
export async function noteRoutes(driverIds: number[]): Promise<void> {
  const act = acts.getStore();
  if (!act) return;
  const unknown = driverIds.filter((id) => !act.before.has(id));
  for (const [driverId, route] of await routesOf(unknown)) act.before.set(driverId, route);
}

const ROUTES = prepared(
  `select driver_id as "driverId", array_agg(id order by status = 'going' desc, order_index, id) as ids
   from tasks where driver_id = any($driverIds) and order_index is not null group by driver_id`,
);

export async function routesOf(driverIds: number[]): Promise<Routes> {
  if (driverIds.length === 0) return new Map();
  const found = await rows<{ driverId: number; ids: number[] }>(ROUTES, { driverIds });
  const routes: Routes = new Map(driverIds.map((id) => [id, []]));
  for (const { driverId, ids } of found) routes.set(driverId, ids);
  return routes;
}
