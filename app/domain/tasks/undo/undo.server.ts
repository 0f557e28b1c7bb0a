/**
 * Undoes an action. Its events contain the former values, and the values that must not have changed since.
 */
import { execute, row, send, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '~/domain/kernel/actor';
import { conflict, notFound } from '~/domain/kernel/errors';
import { command } from '~/domain/kernel/command.server';
import { UndoAct } from '~/domain/tasks/model/schema';
import { UndoneAnswer } from '~/domain/tasks/model/answers';
import {
  changedOrders,
  type Event,
  eventsOf,
  isRecordingUndo,
  recordForUndo,
  type RouteChange,
  routeOf,
  routesOf,
  settle,
} from './recorder.server';
import { agreeWithRuns, restoreRuns, RUN_CHANGES, type RunChange } from './runs.server';
import { lockSchedules } from '~/domain/network/runs/store.server';
import { refuseOwnTarget, refuseSecondStop, requireDriver } from '~/domain/tasks/lifecycle/change.server';
import {
  changesOf,
  countArchived,
  insertSnapshot,
  saveChanged,
  uncountArchived,
  updated,
} from '~/domain/tasks/store/save.server';
import { lockTasks } from '~/domain/tasks/store/locks.server';
import {
  dropPhoto,
  PHOTO_ADDED,
  PHOTO_REMOVED,
  restoreProof,
  restoreRemovedPhoto,
  setSignatureAside,
} from '~/domain/tasks/evidence/photos.server';
import { record } from '~/domain/tasks/events/record.server';
import type { Entry } from '~/domain/tasks/model/task';
import type { NewNotice } from '~/domain/tasks/events/notices.server';
import { removeDelivery } from '~/domain/tasks/lifecycle/transfers.server';
import { say } from '~/domain/kernel/sentence';
import { isLinked, isOpen, isUnderWay } from '~/domain/tasks/model/statuses';

const UNDO_SECONDS = 60;

type Undoable<Result> = {
  result: Result;
  /** The id for `undo`; null when nothing was changed. */
  undoId: string | null;
};

/**
 * Runs a command so that the actor can undo it for 60 seconds. Within another undoable act, it becomes part
 * of that.
 */
export function undoable<Result>(actor: Actor, work: () => Promise<Result>): Promise<Undoable<Result>> {
  return transaction(async () => {
    if (isRecordingUndo()) return { result: await work(), undoId: null };
    const id = randomUUID();
    const { result, act } = await recordForUndo(id, work);
    const { taskIds, before, runs } = act;
    if (taskIds.size === 0) return { result, undoId: null };
    const routes = JSON.stringify([...before].map(([driver, ids]) => ({ driver, ids })));
    const locked = JSON.stringify([...runs.values()]);
    await send(KEEP, { id, userId: actor.id, taskIds: [...taskIds], routes, runs: locked });
    return { result, undoId: id };
  });
}

// The statement collects the events and the new routes itself, so the act does not wait for them. xmin is the
// transaction that wrote a row.
const KEEP = prepared(
  `insert into undos (id, user_id, event_ids, routes, runs)
   select $id::uuid, $userId,
     array(select id from task_events where task_id = any($taskIds) and xmin = pg_current_xact_id()::xid order by id),
     (select coalesce(jsonb_agg(jsonb_build_array(driver, ids, to_jsonb(${routeOf('driver')}))), '[]')
      from jsonb_to_recordset($routes::jsonb) as before(driver integer, ids jsonb)),
     ${RUN_CHANGES}`,
);

const MARK = prepared(
  `with plan as (update plans set undone_at = now() where undo_id = $undoId::uuid)
   update undos set undone_at = now() where id = $undoId::uuid`,
);

type StoredAct = {
  eventIds: number[];
  routes: RouteChange[];
  runs: RunChange[];
  late: boolean;
  undone: boolean;
};

/**
 * Restores everything that the act changed. Undoing twice is harmless.
 * @throws not_found for another person's act, conflict when it is too late or others have changed the same
 * since.
 */
export const undo = command(
  { summary: 'Undoes an action', may: 'undo', input: UndoAct, answer: UndoneAnswer },
  ({ actor, input }) => takeBack(actor, input.undoId),
);

type Narrower = {
  /** ISO 8601: the moment of the tap, which decides whether it is in time. */
  occurredAt?: string | undefined;
  /** A further rule: throws when these locked tasks may not be restored. */
  check?: (events: Event[], tasks: Map<number, Task>) => void;
  /** Chooses a part of the act; without it, the act is undone as a whole or not at all. */
  choose?: (act: Act) => Promise<Chosen>;
  /** The notices to drivers, in place of a line for each kind of change. */
  tell?: () => Promise<NewNotice[]>;
};

/** An act with its tasks, which are locked, by id. */
export type Act = { events: Event[]; tasks: Map<number, Task>; routes: RouteChange[] };
export type Chosen = {
  events: Event[];
  /** Drivers whose list stays as it is. */
  staying: ReadonlySet<number | null>;
};

/** The same for a command that checks the permission by a rule of its own. */
export async function takeBack(
  actor: Actor,
  undoId: string,
  { occurredAt, check, choose, tell }: Narrower = {},
): Promise<{ taskIds: number[] }> {
  return transaction(async () => {
    const act = await row<StoredAct>(
      `select event_ids as "eventIds", routes, runs, created_at < coalesce($occurredAt::timestamptz, now()) - interval '${String(UNDO_SECONDS)} seconds' as late,
         undone_at is not null as undone
       from undos where id = $undoId::uuid and user_id = $userId for update`,
      { undoId, userId: actor.id, occurredAt: occurredAt ?? null },
    );
    if (!act) throw notFound('What you want to undo was');
    const events = await eventsOf(act.eventIds);
    const taskIds = [...new Set(events.map(({ taskId }) => taskId))];
    if (act.undone) return { taskIds };
    if (act.late) throw tooLate();
    const drivers = act.routes.map(([driverId]) => driverId);
    if (act.runs.length > 0) await lockSchedules();
    // The board shows runs above its lists.
    const tasks = await lockTasks(taskIds, act.runs.length > 0 ? [null, ...drivers] : drivers);
    check?.(events, tasks);
    const chosen = (await choose?.({ events, tasks, routes: act.routes })) ?? { events, staying: new Set() };
    if (changedOrders(chosen.events, tasks).size > 0) throw changedSince();
    const stood = await routesOf(drivers);
    const entries: Entry[] = [];
    // The last event is undone first.
    for (const event of [...chosen.events].reverse()) entries.push(...(await revert(actor, event, tasks)));
    if (!(await restoreRuns(actor, act.runs)) || !(await agreeWithRuns(taskIds, act.runs)))
      throw changedSince();
    // Checked after all of them, because tasks of one stop that are under way return to their address
    // together.
    for (const driverId of goingDrivers(entries, tasks)) await refuseSecondStop(driverId);
    for (const route of act.routes)
      if (!chosen.staying.has(route[0])) await settle(actor, route, stood.get(route[0]) ?? []);
    await record(
      actor,
      entries.map((entry) => ({ ...entry, occurredAt })),
      await tell?.(),
    );
    await execute(MARK, { undoId });
    return { taskIds };
  });
}

function goingDrivers(entries: Entry[], tasks: Map<number, Task>): Set<number> {
  const going = entries.flatMap(({ taskId }) => {
    const task = tasks.get(taskId);
    return task && isUnderWay(task) && task.driver_id !== null ? [task.driver_id] : [];
  });
  return new Set(going);
}

async function revert(actor: Actor, event: Event, tasks: Map<number, Task>): Promise<Entry[]> {
  if (event.action === 'deleted') return [await recreate(event, tasks)];
  const task = tasks.get(event.taskId);
  if (!task) throw changedSince();
  if (event.action === 'created') return [await removeCreated(task)];
  if (event.action === PHOTO_REMOVED) return undoPhotoRemoved(event, task);
  if (event.action === PHOTO_ADDED) return undoPhotoAdded(event, task);
  return undoUpdate(actor, event, task);
}

async function recreate({ taskId, changes }: Event, tasks: Map<number, Task>): Promise<Entry> {
  if (tasks.has(taskId)) throw changedSince();
  const values = Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before]));
  const version = Number(values.version) + 1;
  await insertSnapshot({ ...values, version });
  const task = await Task.findByPk(taskId, { rejectOnEmpty: true });
  if (isOpen(task)) await requireDrivers(task);
  await restoreProof(taskId);
  if (task.archived) await countArchived([taskId]);
  tasks.set(taskId, task);
  return {
    kind: 'TASK_CREATED',
    taskId,
    action: 'restored',
    changes: {},
    version: task.version,
    driverIds: [task.driver_id],
  };
}

/** Deletes what the act created: a delivery, by setting the target of a transfer, or a pickup at a standing stop. */
async function removeCreated(task: Task): Promise<Entry> {
  if (!isLinked(task) && task.run_rule !== 'standing') throw changedSince();
  return removeDelivery(task);
}

async function undoPhotoRemoved({ changes }: Event, task: Task): Promise<Entry[]> {
  const entries = await restoreRemovedPhoto(task, Number(changes.photo?.[0]));
  if (entries.length === 0) throw changedSince();
  return entries;
}

/** A photo that a dispatcher has removed since is gone already. */
async function undoPhotoAdded({ changes }: Event, task: Task): Promise<Entry[]> {
  return dropPhoto(task, Number(changes.photo?.[1]));
}

// These fields follow from others, or are set by the database's clock.
const NOT_COMPARED = new Set([
  'order_index',
  'completed_at',
  'completed_by_driver_id',
  'signature',
  'seen_at',
]);

/** Whether the task still has all values that the event has set. */
export function isUnchangedSince({ changes: { signature: _, ...changes } }: Event, task: Task): boolean {
  const now = JSON.parse(JSON.stringify(task.get({ plain: true }))) as Record<string, unknown>;
  return Object.entries(changes).every(
    ([field, [, after]]) => NOT_COMPARED.has(field) || isDeepStrictEqual(now[field], after),
  );
}

async function undoUpdate(actor: Actor, event: Event, task: Task): Promise<Entry[]> {
  const { signature, ...changes } = event.changes;
  if (!isUnchangedSince(event, task)) throw changedSince();
  const before = { driverId: task.driver_id, archived: task.archived };
  if (before.archived && !changes.archived) throw changedSince();
  if (changes.archived && before.archived) await uncountArchived(task.id);
  task.set(Object.fromEntries(Object.entries(changes).map(([field, [value]]) => [field, value])));
  if (changes.driver_id || isOpen(task)) await requireDrivers(task);
  if (changes.driver_id || changes.transfer_to_driver_id || changes.type) refuseOwnTarget(task);
  if (signature) await setSignatureAside(task.id);
  const undone = changesOf(task);
  if (Object.keys(undone).length === 0) return [];
  // The version stays when only the place in the order changes, because an edit can't overwrite that.
  const onlyMoved = Object.keys(undone).every((field) => field === 'order_index');
  if (onlyMoved) await Task.update({ order_index: task.order_index }, { where: { id: task.id } });
  else await saveChanged(actor.id, task);
  if (task.archived && !before.archived) await countArchived([task.id]);
  const entry = updated(task, 'undone', undone, [before.driverId, task.driver_id]);
  // An earlier event of the act may be about the same task.
  task.set({ version: task.version + (onlyMoved ? 0 : 1) }, { raw: true });
  if (!onlyMoved) return [entry];
  const { version, ...moved } = entry;
  return [moved];
}

/** Refuses to give a task back to a person who is no longer a driver. */
async function requireDrivers(task: Task): Promise<void> {
  await requireDriver(task.driver_id, 'driver_id');
  await requireDriver(task.transfer_to_driver_id, 'transfer_to_driver_id');
}

export const tooLate = () => conflict(say('undoTooLate', { seconds: UNDO_SECONDS }));
export const changedSince = () => conflict(say('changedSince'));
