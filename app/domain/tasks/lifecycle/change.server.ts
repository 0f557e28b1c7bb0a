/**
 * All changes of tasks are made here. Callers hold the locks (see lists.server.ts) and record the entries.
 */
import { Task } from 'db/models/tasks';
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import { type Actor, notedId } from '~/domain/kernel/actor';
import { isSignedFor } from '~/domain/tasks/model/completion';
import { conflict, fieldRefusal, invalid } from '~/domain/kernel/errors';
import { COMPLETION_ARRIVED, type Entry, type TaskStatus } from '~/domain/tasks/model/task';
import { groupByStop } from '~/domain/tasks/model/stops';
import { placeFor } from '~/domain/tasks/ordering/reorder.server';
import {
  changesOf,
  countArchived,
  saveChanged,
  uncountArchived,
  updated,
} from '~/domain/tasks/store/save.server';
import { unusedFields } from '~/domain/tasks/model/field-lists';
import type { FormKey } from '~/domain/tasks/model/fields';
import { EMPTY_WINDOW, goesToItself, missingForType, OWN_TARGET } from '~/domain/tasks/model/problems';
import { hasSignature, sign, type Signature } from '~/domain/tasks/evidence/signatures.server';
import { databaseNow } from '~/domain/platform/clock.server';
import { followRun, type RunKey } from '~/domain/tasks/runs/join.server';
import { followPlace } from './create-defaults.server';
import { followTransfer } from './transfers.server';
import { canMove, refusedMove } from '~/domain/tasks/model/transitions';
import { hasRoute } from '~/domain/network/users/queries.server';
import { mayAll } from '~/domain/kernel/permissions';
import { say, untranslated } from '~/domain/kernel/sentence';
import {
  isAhead,
  isDone,
  isHeld,
  isInRoute,
  isLinked,
  isOpen,
  isUnderWay,
  STATUS,
} from '~/domain/tasks/model/statuses';

export type Change = Partial<Pick<Task, FormKey | RunKey | 'latitude' | 'longitude' | 'geo_precision'>>;

type Circumstances = {
  signature?: Signature | undefined;
  failureReason?: string | undefined;
  /** ISO 8601: the moment of the tap. */
  occurredAt?: string | undefined;
  /** The call is about many tasks. */
  isBatch?: boolean | undefined;
  /** All tasks of the stop change together: the caller checks afterwards that no second stop is under way. */
  isWholeStop?: boolean | undefined;
};

/**
 * Changes one locked task and everything that depends on it (order, linked delivery). @returns no entries
 * when the task already had these values.
 */
export async function applyChange(
  actor: Actor,
  task: Task,
  change: Change,
  circumstances: Circumstances = {},
): Promise<Entry[]> {
  if (task.archived && !isCompletion(change)) throw conflict(say('taskArchived'));
  const before = {
    status: task.status,
    driverId: task.driver_id,
    urgent: task.priority === 'urgent',
  };

  task.set(change);
  const { signature, failureReason, occurredAt, isBatch, isWholeStop } = circumstances;
  const next = nextStatus(before.status, change);
  refuseForbidden(actor, task, before.status, next, { failureReason, isBatch });
  task.set({ status: next });
  clearUnusedFields(task, change, before.status);
  if (task.changed('type') || task.changed('invoice_number') || task.changed('part_numbers'))
    refuseIncomplete(task);
  else if (task.changed('transfer_destination_location')) refuseIncomplete(task);
  if (task.changed('deliver_after') || task.changed('deliver_by')) refuseEmptyWindow(task);
  if (isUnderWay({ status: next }) && task.driver_id === null)
    throw fieldRefusal('driver_id', say('goingWithoutDriver'));
  // Completed tasks may stay with a former driver, but can't be reopened for one.
  const reopening = isDone(before) && isOpen({ status: next });
  if (reopening || task.changed('driver_id')) await requireDriver(task.driver_id, 'driver_id');
  if (reopening || task.changed('transfer_to_driver_id'))
    await requireDriver(task.transfer_to_driver_id, 'transfer_to_driver_id');
  if (reopening || DRIVERS_OF_TRANSFER.some((field) => task.changed(field))) refuseOwnTarget(task);
  await followPlace(task, change.account_id);
  if (task.account_id !== task.previous('account_id')) await requireAccount(task.account_id);

  const completing = isDone({ status: next }) && isOpen(before);
  if (completing) await complete(actor, task, signature, occurredAt);
  if (reopening) task.set({ completed_at: null, completed_by_driver_id: null });
  const isLate = isLateReport(actor, task, before.status);
  if (isLate) await takeLateReport(actor, task, occurredAt);
  if (isUnderWay(before) && isHeld({ status: next })) {
    task.set({ attempts: task.attempts + 1, failure_reason: failureReason ?? null });
  } else if (isHeld(before) && (!isHeld({ status: next }) || task.changed('need_by'))) {
    // The task is planned again: its failure is over, whether it is pending or waits for a time.
    task.set({ failure_reason: null });
  }
  await followRun(task, change, before.status);
  await placeInOrder(task, before);
  // The new driver has not seen it yet.
  if (task.changed('driver_id')) task.set({ seen_at: null });

  const changes = changesOf(task);
  if (signature) {
    const wasDone = isDone(before) && isDone({ status: next });
    const replaced = await sign(task, signature, { isFinal: wasDone && !mayAll(actor, 'editAnyTask') });
    if (replaced) changes.signature = replaced;
  }
  if (Object.keys(changes).length === 0) return [];
  await saveChanged(notedId(actor), task, { completedNow: completing && !occurredAt });
  const isOtherStop = isUnderWay(task) && OF_A_STOP.some((field) => field in changes);
  if (isOtherStop && task.driver_id !== null && !isWholeStop) await refuseSecondStop(task.driver_id);
  if (isLate && task.archived) await countArchived([task.id]);
  const action = isLate ? COMPLETION_ARRIVED : actionOf(changes);
  const entry = updated(task, action, changes, [before.driverId, task.driver_id], occurredAt);
  return [entry, ...(await followTransfer(notedId(actor), task))];
}

/** A change of one of these makes a task under way part of another stop. */
const OF_A_STOP = ['status', 'driver_id', 'location', 'address'];

/** A task that is taken from its driver is no longer under way, unless the change sets the status itself. */
function nextStatus(before: TaskStatus, change: Change): TaskStatus {
  if (change.status) return change.status;
  return isUnderWay({ status: before }) && 'driver_id' in change ? STATUS.pending : before;
}

const FIELDS_OF_TRANSFER = ['type', 'location', 'address', 'driver_id'] as const;

function refuseForbidden(
  actor: Actor,
  task: Task,
  from: TaskStatus,
  to: TaskStatus,
  circumstances: Circumstances,
): void {
  if (isLinked({ status: from }) && FIELDS_OF_TRANSFER.some((field) => task.changed(field))) {
    throw conflict(say('partOfTransfer'));
  }
  const takenFromDriver =
    isUnderWay({ status: from }) && task.changed('driver_id') && mayAll(actor, 'editAnyTask');
  if (!takenFromDriver && !canMove(actor, from, to, circumstances)) throw conflict(refusedMove(from, to));
}

/**
 * Empties the fields that the type or the status does not use. A delivery whose transfer was deleted keeps its part
 * numbers through other changes.
 */
export function clearUnusedFields(task: Task, change: Change, before: TaskStatus | null): void {
  const unused = Object.entries(unusedFields(task.type, task.linked_task_id !== null));
  const isNewType = before === null || task.changed('type');
  task.set(Object.fromEntries(unused.filter(([field]) => isNewType || field in change)));
  // A task released from hold keeps need_by for the on-time figures, until somebody sets it or releases the
  // task by hand.
  const releasedByHand = before !== null && isHeld({ status: before }) && change.status !== undefined;
  if (!isHeld(task) && (before === null || 'need_by' in change || releasedByHand))
    task.set({ need_by: null });
}

export function refuseIncomplete(task: Task): void {
  const missing = missingForType({ ...task.get({ plain: true }), type: task.type });
  const [first] = Object.values(missing);
  if (first?.[0]) throw invalid(untranslated('taskIncomplete', first[0]), missing);
}

export function refuseEmptyWindow({ deliver_after, deliver_by }: Task): void {
  if (deliver_after && deliver_by && deliver_after >= deliver_by)
    throw fieldRefusal('deliver_after', untranslated('emptyWindow', EMPTY_WINDOW));
}

const DRIVERS_OF_TRANSFER = ['type', 'driver_id', 'transfer_to_driver_id'] as const;

/**
 * A transfer to the driver who has it would hand over nothing. The refusal stands at the field that was
 * chosen last.
 */
export function refuseOwnTarget(task: Task): void {
  if (!goesToItself(task)) return;
  const field = task.changed('transfer_to_driver_id') ? 'transfer_to_driver_id' : 'driver_id';
  throw fieldRefusal(field, untranslated('ownTarget', OWN_TARGET));
}

const DRIVER = prepared(
  `select coalesce(nullif(name, ''), username) as name, deactivated_at is not null as left,
     ${hasRoute('roles')} as drives
   from users where id = $driverId for key share`,
);
const ACCOUNT = prepared(
  'select id from accounts where id = $accountId and deleted_at is null for key share',
);

export async function requireDriver(driverId: number | null, field: string): Promise<void> {
  if (driverId === null) return;
  const found = await row<{ name: string; left: boolean; drives: boolean }>(DRIVER, { driverId });
  if (found?.drives && !found.left) return;
  // Checked only for the message, because it is slow for a new user, who has no task.
  const drove = found && (found.left || (await Task.exists({ driver_id: driverId })));
  throw fieldRefusal(
    field,
    found
      ? untranslated(
          'notADriver',
          `${found.name} is ${drove ? 'no longer' : 'not'} a driver. Choose another one.`,
        )
      : untranslated('noSuchDriver', 'This driver does not exist'),
  );
}

export async function requireAccount(accountId: number | null): Promise<void> {
  if (accountId === null) return;
  const found = await row(ACCOUNT, { accountId });
  if (!found) throw fieldRefusal('account_id', untranslated('noSuchAccount', 'This account does not exist'));
}

async function complete(actor: Actor, task: Task, signature?: Signature, occurredAt?: string): Promise<void> {
  const needsSignature = isSignedFor(task) && !mayAll(actor, 'completeUnsigned');
  if (needsSignature && !signature && !(await hasSignature(task)))
    throw fieldRefusal('signature_image', say('signatureMissing'));
  task.set({ completed_at: new Date(occurredAt ?? databaseNow()), completed_by_driver_id: actor.id });
}

/** An archived task accepts only a completion: with its proof it may have waited on a phone. */
const isCompletion = (change: Change) => isDone(change) && Object.keys(change).length === 1;

/** The driver's own report about a task that the office has completed before. */
const isLateReport = (actor: Actor, task: Task, before: TaskStatus) =>
  isDone({ status: before }) &&
  isDone(task) &&
  task.driver_id === actor.id &&
  task.completed_by_driver_id !== actor.id;

/** The driver was there, so an earlier moment of the tap becomes that of the completion. */
async function takeLateReport(actor: Actor, task: Task, occurredAt: string | undefined): Promise<void> {
  if (task.archived) await uncountArchived(task.id);
  const tapped = occurredAt === undefined ? null : new Date(occurredAt);
  if (tapped && task.completed_at && tapped < task.completed_at) task.set({ completed_at: tapped });
  task.set({ completed_by_driver_id: actor.id });
}

async function placeInOrder(
  task: Task,
  before: { status: TaskStatus; driverId: number | null; urgent: boolean },
) {
  if (!isInRoute(task) || task.driver_id === null) {
    task.set({ order_index: null });
    return;
  }
  const urgent = task.priority === 'urgent';
  const arrives = !isInRoute(before) || before.driverId !== task.driver_id;
  const becameUrgent = urgent && !before.urgent && isAhead(task);
  if (arrives || becameUrgent) task.set({ order_index: await placeFor(task.driver_id, task.id, urgent) });
}

/** The tasks that a driver has under way must be at one place. */
export async function refuseSecondStop(driverId: number): Promise<void> {
  const going = await Task.findRows(['location', 'address'], {
    where: { driver_id: driverId, status: STATUS.going, archived: false },
  });
  if (groupByStop(going).length > 1) throw conflict(say('secondStop'));
}

function actionOf(changes: Entry['changes']): string {
  const status = changes.status?.[1];
  if (typeof status === 'string') return status;
  if ('driver_id' in changes) return 'assigned';
  return 'updated';
}
