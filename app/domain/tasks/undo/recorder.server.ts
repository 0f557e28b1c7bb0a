/** Collects the changes of an act, and the routes before it, so that it can be undone. */
import { rows } from 'db/connection';
import { prepared, type Prepared } from 'db/statement';
import { REACHED, UNASSIGNED } from '~/domain/platform/sync/lists.server';
import { observedBy, observer, type Observer, type Reached } from '~/domain/platform/sync/observer.server';

/** Ids of a driver's active tasks in their order. */
type Routes = Map<number, number[]>;
type Route = { driverId: number; ids: number[] };
type Act = { undoId: string; taskIds: Set<number>; before: Routes };

/** Notes the changes of an act. */
class UndoRecorder implements Observer {
  constructor(readonly act: Act) {}

  async listsLocked(reached: Reached): Promise<void> {
    for (const { driverId, ids } of await rows<Route>(REACHED_ROUTES, reached))
      if (!this.act.before.has(driverId)) this.act.before.set(driverId, ids);
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
  const act: Act = { undoId, taskIds: new Set(), before: new Map() };
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
  order by status = 'going' desc, order_index, id)`;

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
