/** Runs leave. */
import { rows, transaction } from 'db/connection';
import { Run as StoredRun } from 'db/models/runs';
import { prepared } from 'db/statement';
import { conflict, forbidden, notFound } from '~/domain/kernel/errors';
import { authorizeFor, mayAll } from '~/domain/kernel/permissions';
import { untranslated } from '~/domain/kernel/sentence';
import { databaseNow } from '~/domain/platform/clock.server';
import { noticesOfLeft } from '~/domain/tasks/events/left.server';
import { record } from '~/domain/tasks/events/record.server';
import { refuseImpossibleMoment } from '~/domain/tasks/lifecycle/commands.server';
import type { Entry } from '~/domain/tasks/model/task';
import { routeOf } from '~/domain/tasks/ordering/reorder.server';
import type { LockedTask } from '~/domain/tasks/store/locks.server';
import { type By, save, sendOn } from './change.server';
import { closeRun, promiseOf } from './close.server';
import { lockRun, setState } from './lock.server';
import { promisesOfLeaving } from './order.server';
import type { SendOut } from './schema';
import { isAhead, STATUS } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

/** @param actor null for the system. @throws forbidden for drivers of other runs. */
function requireRun(actor: By, driverId: number | null): void {
  if (!actor || mayAll(actor, 'endRoute')) return;
  if (driverId === null) throw forbidden();
  authorizeFor(actor, 'endRoute', driverId);
}

// Somebody else has sent the run out before its driver's start arrived. A task that was added late after that stays,
// because the person who added it saw that the run was out.
const UNDER_WAY = prepared(
  `select t.id from tasks t join runs r on r.id = t.run_id
   where r.id = $runId and r.state = 'out' and r.out_at > $at::timestamptz
     and t.driver_id = r.driver_id and ${statusIs(isAhead)} and not t.archived
     and not exists (select from task_events e
       where e.task_id = t.id and e.action = 'added late' and e.created_at > r.out_at)
   order by t.order_index, t.id`,
);

/** Until then the order that closing computes reaches the phone before the driver drives off. */
const AT_ONCE_MS = 60_000;

/**
 * The run leaves: its tasks come into the driver's route, behind what is active, in the order of the run. A run that
 * takes tasks yet is closed before. A run that has left stays as it is: two starts are one.
 * @param seen the moment, and the tasks that the driver saw, in their order. What has joined since goes through the
 * rules again, and the driver reads what has left.
 * @returns whether this call has started it.
 */
export async function startRun(actor: By, runId: number, seen: SendOut = {}): Promise<boolean> {
  const { occurred_at: at, taskIds } = seen;
  refuseImpossibleMoment(at);
  const found = await StoredRun.findRow(['state', 'driverId'], { where: { id: runId } });
  if (!found) throw notFound('Run');
  requireRun(actor, found.driverId);
  const isClosedNow = found.state === 'building' && found.driverId !== null && (await closeRun(actor, runId));
  const isAtOnce = at === undefined || databaseNow() - Date.parse(at) < AT_ONCE_MS;
  const order = isClosedNow && isAtOnce ? undefined : taskIds;
  // Drives are looked up before anything is locked.
  const promises = await promisesOfLeaving(runId, new Date(at ?? databaseNow()), order);
  return transaction(async () => {
    const underWay = at && taskIds ? await rows<{ id: number }>(UNDER_WAY, { runId, at }) : [];
    const ids = underWay.map(({ id }) => id);
    const { run, tasks, all } = await lockRun(runId, { owners: [found.driverId], taskIds: ids });
    requireRun(actor, run.driverId);
    const isOut = run.state === 'out' || run.state === 'done';
    if (isOut && ids.length === 0) return false;
    if (!isOut && run.state !== 'closed' && actor === null) return false;
    const { driverId } = run;
    if (driverId === null)
      throw conflict(untranslated('runWithoutDriver', 'Choose a driver for this run first'));
    if (!isOut && run.state !== 'closed')
      throw conflict(untranslated('runNotClosed', 'This run does not leave'));
    const route = await routeOf(driverId);
    if (actor === null && route.length > 0) return false;
    const there = isOut ? ids.flatMap((id) => stillThere(all.get(id), runId, driverId)) : tasks;
    const { going, missed } = partsOf(there, taskIds, order);
    const places = isOut
      ? there.map(({ order_index }) => order_index)
      : behind(Math.max(-1, ...route.map(({ order_index }) => order_index ?? -1)), going.length);
    const entries: Entry[] = [];
    for (const [index, task] of going.entries()) {
      task.set({ status: STATUS.pending, driver_id: driverId, order_index: places[index] ?? null });
      task.set(promiseOf(promises.get(task.id) ?? { from: null, to: null }, task));
      entries.push(...(await save(actor, task, STATUS.pending, at)));
    }
    for (const task of missed) task.set({ order_index: null });
    entries.push(...(await sendOn(actor, missed)));
    await setState(runId, 'out', at);
    await record(actor, entries, await noticesOfLeft(driverId, taskIds));
    return !isOut;
  });
}

const stillThere = (task: LockedTask | undefined, runId: number, driverId: number): LockedTask[] =>
  task?.run_id === runId && task.driver_id === driverId && isAhead(task) ? [task] : [];

const behind = (last: number, count: number) => Array.from({ length: count }, (_, index) => last + 1 + index);

/**
 * @param order the ids in the order that counts, if that is not the order of the run. @returns the tasks that the driver
 * takes, in their order, and those that the driver did not see. Standing stops were made for this run.
 */
function partsOf(tasks: LockedTask[], seen: number[] | undefined, order: number[] | undefined) {
  if (!seen) return { going: tasks, missed: [] };
  const placeOf = ({ id }: LockedTask) => (order?.includes(id) ? order.indexOf(id) : seen.length);
  const isTaken = (task: LockedTask) => seen.includes(task.id) || task.run_rule === 'standing';
  const going = tasks.filter(isTaken);
  return {
    going: order ? going.sort((one, other) => placeOf(one) - placeOf(other)) : going,
    missed: tasks.filter((task) => !isTaken(task)),
  };
}
