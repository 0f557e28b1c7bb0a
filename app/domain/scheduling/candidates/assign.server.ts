/** Gives a task to a driver, at a place in the route. */
import { transaction } from 'db/connection';
import type { Task } from 'db/models/tasks';
import { preparedCommand } from '~/domain/kernel/command.server';
import { conflict, notFound } from '~/domain/kernel/errors';
import { groupByStop } from '~/domain/tasks/model/stops';
import { requireDriver } from '~/domain/tasks/lifecycle/change.server';
import { record } from '~/domain/tasks/events/record.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import { give, withPlaces } from '~/domain/tasks/lifecycle/give.server';
import { renumber, routeOf } from '~/domain/tasks/ordering/ordering.server';
import { atTask } from '~/domain/tasks/model/schema';
import { bestPlace, requireOpen } from './candidates.server';
import { AssignedAnswer, AssignTask } from './schema';

/**
 * Repeating it is harmless. The place is computed before the lists are locked: if the task that it should
 * stand behind leaves the route meanwhile, it comes last.
 */
export const assignTask = preparedCommand(
  {
    summary: 'Assigns a task at a place in a driver’s route',
    about:
      'Without `behind`, or when that task is not in the route any more, at the best place. A task on hold or of the next route becomes pending. One that the driver has in the route already stays where it is.',
    may: 'moveTasks',
    at: atTask,
    input: AssignTask,
    answer: AssignedAnswer,
  },
  async ({ taskId, input: { driver_id, behind } }) => {
    if (behind === null) return null;
    const isThere = behind !== undefined && (await routeOf(driver_id)).some(({ id }) => id === behind);
    return isThere ? behind : bestPlace(taskId, driver_id);
  },
  ({ actor, taskId, input: { driver_id: to, expected_driver_id: expected } }, behind) =>
    transaction(async () => {
      await requireDriver(to, 'driver_id');
      const task = (await lockTasks([taskId], [to])).get(taskId);
      if (!task) throw notFound('Task');
      requireOpen(task);
      if (expected !== undefined && task.driver_id !== expected && task.driver_id !== to)
        throw conflict('Somebody else has assigned this task meanwhile. Look again');
      const waits = task.status === 'hold' || task.status === 'next-route';
      const entries = await give(actor, task, { driver_id: to, ...(waits && { status: 'pending' }) });
      if (entries.length > 0) {
        await renumber(actor, placed(await routeOf(to), task, behind));
        await record(actor, await withPlaces(entries, to));
      }
      const stops = groupByStop(await routeOf(to));
      return {
        driverId: to,
        taskIds: stops.flat().map(({ id }) => id),
        stop: stops.findIndex((stop) => stop.some(({ id }) => id === taskId)) + 1,
        stops: stops.length,
      };
    }),
);

/**
 * Returns the route with the task behind the stop of another task; null puts it in front, behind the stops
 * under way.
 */
function placed(route: Awaited<ReturnType<typeof routeOf>>, { id }: Task, behind: number | null | undefined) {
  const others = groupByStop(route.filter((each) => each.id !== id));
  const going = others.filter((stop) => stop.some(({ status }) => status === 'going')).length;
  const found = others.findIndex((stop) => stop.some((each) => each.id === behind));
  const place = behind === null ? going : found < 0 ? others.length : Math.max(going, found + 1);
  const ids = others.map((stop) => stop.map((each) => each.id));
  return [...ids.slice(0, place), [id], ...ids.slice(place)].flat();
}
