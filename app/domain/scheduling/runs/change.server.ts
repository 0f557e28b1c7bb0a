/** Changes of runs: they get another driver, are cancelled, and take tasks after their cut-off. */
import { RetryTransaction, row, transaction } from 'db/connection';
import { Run as StoredRun } from 'db/models/runs';
import type { Task } from 'db/models/tasks';
import type { Actor } from '~/domain/kernel/actor';
import { conflict, fieldRefusal, notFound } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { databaseNow } from '~/domain/platform/clock.server';
import { exceptRun } from '~/domain/network/runs/exceptions.server';
import type { RunChange } from '~/domain/network/runs/make.server';
import { isWaiting } from '~/domain/network/runs/states';
import { driversOfRuns } from '~/domain/network/runs/store.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { record } from '~/domain/tasks/events/record.server';
import type { Entry } from '~/domain/tasks/model/task';
import { changesOf, saveChanged, updated } from '~/domain/tasks/store/save.server';
import { forEachTask, type LockedTask } from '~/domain/tasks/store/locks.server';
import { applyRules, chosenRun, joined, mayJoin } from '~/domain/tasks/runs/join.server';
import { removeDelivery } from '~/domain/tasks/lifecycle/transfers.server';
import { applyChange, requireDriver } from '~/domain/tasks/lifecycle/change.server';
import { lockRun, setState, touchRun } from './lock.server';
import { isHeld, STATUS } from '~/domain/tasks/model/statuses';

export type By = Actor | null;

/** Saves a task that was set. Nothing is written for one that already had the values. */
export async function save(
  actor: By,
  task: LockedTask,
  action: string,
  occurredAt?: string,
): Promise<Entry[]> {
  const changes = changesOf(task);
  if (Object.keys(changes).length === 0) return [];
  const before = changes.driver_id ? (changes.driver_id[0] as number | null) : task.driver_id;
  await saveChanged(actor?.id ?? null, task);
  return [updated(task, action, changes, [before, task.driver_id], occurredAt)];
}

const hasLeft = () => conflict(untranslated('runHasLeft', 'This run has left already'));

/** Gives a run that has not left to a driver, or to none. */
export function giveRun(actor: Actor, runId: number, driverId: number | null): Promise<void> {
  return transaction(async () => {
    await requireDriver(driverId, 'driverId');
    await exceptRun(actor, runId, { kind: 'driver', driverId });
    const { run, tasks } = await lockRun(runId, { owners: [driverId] });
    if (!isWaiting(run.state)) throw hasLeft();
    if (run.driverId === driverId) return;
    await StoredRun.update({ driverId }, { where: { id: runId } });
    await touchRun(runId);
    await record(actor, await giveTasks(actor, tasks, driverId));
  });
}

async function giveTasks(actor: By, tasks: LockedTask[], driverId: number | null): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const task of tasks) {
    if (task.driver_id === driverId) continue;
    task.set({ driver_id: driverId, seen_at: null });
    entries.push(...(await save(actor, task, 'assigned')));
  }
  return entries;
}

/** Cancels a run that has not left. Its tasks go through the rules again. */
export function cancelRun(actor: Actor, runId: number): Promise<void> {
  return transaction(async () => {
    await exceptRun(actor, runId, { kind: 'skip' });
    const { run, tasks } = await lockRun(runId, { owners: await driversOfRuns() });
    if (run.state === 'cancelled') return;
    if (!isWaiting(run.state)) throw hasLeft();
    await setState(runId, 'cancelled');
    await record(actor, await endTasks(actor, runId, tasks));
  });
}

/** Sends the tasks of a cancelled run on, and keeps where they went. */
async function endTasks(actor: By, runId: number, tasks: LockedTask[]): Promise<Entry[]> {
  const orders = tasks.filter(({ run_rule }) => run_rule !== 'standing');
  const entries = await sendOn(actor, tasks);
  const counts = new Map<number | null, number>();
  for (const { run_id } of orders) counts.set(run_id, (counts.get(run_id) ?? 0) + 1);
  const to = [...counts].map(([id, count]) => ({ runId: id, count }));
  const cancellation = { by: actor?.id ?? null, at: new Date(databaseNow()).toISOString(), to };
  await StoredRun.update({ cancellation }, { where: { id: runId } });
  return entries;
}

/** Standing stops without anything to do end with their run; all other tasks find another one, or none. */
export async function sendOn(actor: By, tasks: LockedTask[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const task of tasks) {
    if (task.run_rule === 'standing') {
      entries.push(await removeDelivery(task));
      continue;
    }
    await applyRules(task);
    entries.push(...(await save(actor, task, 'run cancelled')));
  }
  return entries;
}

/** Follows changes of the plan: tasks of cancelled runs go on, others get the driver and the time of their run. */
export async function followRunChanges(actor: Actor, changes: RunChange[]): Promise<void> {
  for (const { before, after } of changes) {
    const { run, tasks } = await lockRun(after.id, { owners: [after.driverId] });
    const entries =
      run.state === 'cancelled'
        ? await endTasks(actor, run.id, tasks)
        : await moveAlong(actor, tasks, before, after);
    await record(actor, entries);
  }
}

async function moveAlong(
  actor: Actor,
  tasks: LockedTask[],
  before: RunChange['before'],
  after: RunChange['after'],
) {
  const later = Date.parse(after.departsAt) - Date.parse(before.departsAt);
  const driverId = await presentDriver(after.driverId);
  const entries: Entry[] = [];
  for (const task of tasks) {
    const { promised_from, promised_to } = task;
    if (task.driver_id !== driverId) task.set({ driver_id: driverId, seen_at: null });
    if (later !== 0 && promised_from && promised_to)
      task.set({
        promised_from: new Date(promised_from.getTime() + later),
        promised_to: new Date(promised_to.getTime() + later),
      });
    entries.push(...(await save(actor, task, 'run changed')));
  }
  return entries;
}

/** Returns the driver, or null for one who no longer drives. */
async function presentDriver(driverId: number | null): Promise<number | null> {
  const found = await row<{ id: number }>(`select u.id from users u where u.id = $driverId and ${DRIVES}`, {
    driverId,
  });
  return found?.id ?? null;
}

const LATE_AFTER_MS = 20 * 60_000;

/** Adds tasks to a run after its cut-off. The activity says why, and the driver is told. */
export function addLate(actor: Actor, runId: number, taskIds: number[], reason: string): Promise<void> {
  return transaction(async () => {
    const found = await StoredRun.findRow(['driverId'], { where: { id: runId } });
    const { run, all } = await lockRun(runId, { owners: [found?.driverId ?? null], taskIds });
    if (run.state === 'building')
      throw conflict(untranslated('runStillOpen', 'This run still takes tasks. Move it there instead'));
    if (run.state !== 'closed' && run.state !== 'out') throw hasLeft();
    const isOut = run.state === 'out';
    const last = await lastOf(runId);
    const entries = await forEachTask(taskIds, async (id) => {
      const task = all.get(id);
      if (!task) throw notFound('Task');
      if (task.run_id === runId) return [];
      requireJoinable(task);
      last.place += 1;
      const changed = await applyChange(actor, task, {
        status: isOut ? STATUS.pending : STATUS.nextRoute,
        driver_id: run.driverId,
        run_id: runId,
        run_rule: 'hand',
        run_place: last.place,
        promised_from: new Date(last.at),
        promised_to: new Date(last.at + LATE_AFTER_MS),
      });
      return changed.map((entry) =>
        entry.taskId === id
          ? { ...entry, action: 'added late', changes: { ...entry.changes, late_reason: [null, reason] } }
          : entry,
      );
    });
    await touchRun(runId);
    const { driverId } = run;
    await record(
      actor,
      entries,
      driverId === null || driverId === actor.id
        ? undefined
        : entries.map(({ taskId }) => ({
            driver: driverId,
            taskId,
            kind: 'added',
            underWay: false,
            location: all.get(taskId)?.location ?? '',
            change: null,
          })),
    );
  });
}

function requireJoinable({ type, status }: Task): void {
  if (!mayJoin(type, isHeld({ status }) ? STATUS.pending : status))
    throw fieldRefusal(
      'taskIds',
      untranslated('notForRuns', 'Only pickups and deliveries that are open and not under way go with a run'),
    );
}

/** Returns the last place in the run, and the time by which its last stop is promised. */
async function lastOf(runId: number): Promise<{ place: number; at: number }> {
  const last = await row<{ place: number; at: Date }>(
    `select coalesce(max(t.run_place), 0) as place, greatest(max(t.promised_to), r.departs_at, now()) as at
     from runs r left join tasks t on t.run_id = r.id where r.id = $runId group by r.id`,
    { runId },
  );
  if (!last) throw notFound('Run');
  return { place: last.place, at: last.at.getTime() };
}

/** Puts tasks into a run that takes tasks, from wherever they are: another run, a driver, a hold. */
export function moveToRun(actor: Actor, runId: number, taskIds: number[]): Promise<void> {
  return transaction(async () => {
    const found = await StoredRun.findRow(['driverId'], { where: { id: runId } });
    if (!found) throw notFound('Run');
    const { run, all } = await lockRun(runId, { owners: [found.driverId], taskIds });
    if (run.driverId !== found.driverId) throw new RetryTransaction();
    const entries = await forEachTask(taskIds, async (id) => {
      const task = all.get(id);
      if (!task) throw notFound('Task');
      requireJoinable(task);
      return task.run_id === runId ? [] : applyChange(actor, task, joined(await chosenRun(runId, task)));
    });
    await touchRun(runId);
    await record(actor, entries);
  });
}
