/**
 * Commands on one task. Each one locks, checks permission and state, writes, records, and returns the task.
 */
import { RetryTransaction, together, transaction } from 'db/connection';
import { Task } from 'db/models/tasks';
import { type Actor, notedId } from '~/domain/kernel/actor';
import { Deleted } from '~/domain/kernel/schema';
import { checkPermission, command, type Given, preparedCommand } from '~/domain/kernel/command.server';
import { conflict, DomainError, fieldRefusal, forbidden, invalid, notFound } from '~/domain/kernel/errors';
import { KB } from '~/domain/kernel/limits';
import { enqueueLookup } from '~/domain/geography/geocoding/queue.server';
import {
  applyChange,
  clearUnusedFields,
  refuseEmptyWindow,
  refuseIncomplete,
  refuseOwnTarget,
  requireAccount,
  requireDriver,
  type Change,
} from './change.server';
import {
  BLANK,
  insertTask,
  newTaskId,
  created,
  saveChanged,
  snapshot,
  uncountArchived,
  updated,
} from '~/domain/tasks/store/save.server';
import { dealershipOf, driverForDealershipOf, requireNewOrder, usualOf } from './create-defaults.server';
import { type LockedTask, lockTasks, requireOwnTask } from '~/domain/tasks/store/locks.server';
import { databaseNow } from '~/domain/platform/clock.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { phoneDelay } from '~/domain/platform/metrics.server';
import { setProofAside } from '~/domain/tasks/evidence/photos.server';
import { placeFor } from '~/domain/tasks/ordering/reorder.server';
import { geocodeInput, geocodeResultFor } from './place.server';
import { changesSince, getTask } from '~/domain/tasks/store/queries.server';
import { record } from '~/domain/tasks/events/record.server';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { atTask, CreateTask, UpdateTask } from '~/domain/tasks/model/schema';
import { TaskAnswer } from '~/domain/tasks/model/answers';
import { proofOf } from '~/domain/tasks/evidence/signatures.server';
import { AMENDED_BY, type Entry, type TaskStatus, type TaskType } from '~/domain/tasks/model/task';
import { deliveryOf, followTransfer, removeDelivery } from './transfers.server';
import {
  chosenRun,
  holdOpen,
  joined,
  mayJoin,
  OUT_OF_RUNS,
  type RunKey,
} from '~/domain/tasks/runs/join.server';
import { type FoundRun, nextRuns } from '~/domain/tasks/runs/find.server';
import { mayAll, scopeOf, type Action } from '~/domain/kernel/permissions';
import { say, untranslated } from '~/domain/kernel/sentence';
import { isHeld, isInRoute, isLinked, isQueued, STATUS } from '~/domain/tasks/model/statuses';

export const createTask = preparedCommand(
  {
    summary: 'Creates a task',
    about:
      'Without `driver_id` and `run_id`, a pickup or delivery goes with the next run that the rules choose. Where your first dealership has no runs, it is assigned to its first driver. `driver_id: null` leaves it unassigned. Without `account_id`, a delivery or transfer goes to the account that its destination names, if there is only one by name and address. Without `deliver_by`, a delivery or transfer is due at the time of day of the account it goes to, if that has one.',
    may: 'createTask',
    input: CreateTask,
    answer: TaskAnswer,
    creates: true,
  },
  ({ input }) => geocodeInput(input),
  ({ actor, input }, geocoded) =>
    transaction(
      async () => {
        const { external_ref } = input;
        if (external_ref !== null) await requireNewOrder(actor, external_ref);
        const { driver_id, latitude, longitude, status, need_by, deliver_by, ...fields } = forType(
          writable(input),
          input,
          input.type,
        );
        const { run, driverId, ...going } = await whoTakes(actor, input, { ...fields, ...geocoded.place });
        const task: LockedTask = Task.build({
          ...BLANK,
          ...fields,
          ...geocoded.place,
          type: input.type,
          location: input.location,
          address: input.address,
          priority: input.priority,
          ...going,
          need_by: need_by ?? null,
          deliver_by: deliver_by ?? null,
          driver_id: driverId,
          external_ref,
          created_by: notedId(actor),
          last_modifier_id: notedId(actor),
        });
        clearUnusedFields(task, fields, null);
        refuseIncomplete(task);
        refuseEmptyWindow(task);
        refuseOwnTarget(task);

        const entersRoute = driverId !== null && isInRoute(task);
        const [, id, dealership, order_index, usual] = await together(
          lockLists(listsReached(task)),
          newTaskId(),
          // A later call finds an order by the dealership of its sender, whoever drives.
          dealershipOf(actor, external_ref === null ? driverId : null),
          entersRoute ? placeFor(driverId, null, task.priority === 'urgent') : null,
          usualOf(task),
          requireDriver(driverId, 'driver_id'),
          requireDriver(task.transfer_to_driver_id, 'transfer_to_driver_id'),
          requireAccount(task.account_id),
          run && holdOpen(run),
        );
        task.set({ id, dealership, order_index, account_id: usual.account });
        if (deliver_by === undefined && usual.due) task.set({ deliver_by: usual.due });
        await insertTask(task);
        Object.assign(task, { hasDelivery: false, isSigned: false });
        if (geocoded.pending) await enqueueLookup(task.address);
        const linked = await followTransfer(notedId(actor), task);
        await record(actor, [created(task), ...linked]);
        return id;
      },
      (taskId) => getTask({ actor, taskId }),
    ),
);

type Takes = { driverId: number | null; status: TaskStatus; run?: FoundRun | undefined } & Partial<
  Pick<Task, RunKey>
>;

/**
 * Returns the run or the driver that takes a new task. By rules it goes with a run; a dealership without schedules gives
 * it to its first driver.
 */
async function whoTakes(actor: Actor, input: CreateTask, fields: Change): Promise<Takes> {
  const { driver_id, run_id, status, type } = input;
  const byRules = driver_id === undefined && run_id === undefined && mayJoin(type, status);
  if (typeof run_id !== 'number' && !byRules) {
    const driverId =
      driver_id === undefined ? await driverForDealershipOf(actor, targetOf(input)) : driver_id;
    // Somebody has left it without a driver: rules do not find it a run later.
    const isLeft = run_id === null || driver_id === null;
    return { driverId, status, ...(isLeft && mayJoin(type, status) && OUT_OF_RUNS) };
  }
  const { location, address } = input;
  const of = { actorId: actor.id, dealership: actor.actsFor };
  const sought = { ...fields, type, location, address, ...of };
  const [found, first] = await together(
    typeof run_id === 'number' ? chosenRun(run_id, sought) : nextRuns(sought, 1),
    byRules ? driverForDealershipOf(actor) : null,
  );
  const run = 'runs' in found ? found.runs[0] : found;
  if (!run) return { driverId: 'runs' in found && found.hasRuns ? null : first, status };
  requireJoinable(type, status);
  const { driver_id: driverId, ...values } = joined(run);
  return { ...values, driverId, run };
}

function requireJoinable(type: TaskType, status: TaskStatus): void {
  if (!mayJoin(type, status))
    throw fieldRefusal(
      'run_id',
      untranslated('notForRuns', 'Only pickups and deliveries that are not on hold go with a run'),
    );
}

async function prepareUpdate({ actor, taskId: id, input }: OfTask) {
  const change = writable(input);
  requireFields(actor, change);
  refuseWhatWouldBeLost(input);
  // When a dispatcher plans the task anew, the need-by time ends. A driver's change keeps it, because
  // reports measure by it.
  if (mayAll(actor, 'editAnyTask') && change.status && !isHeld(change)) change.need_by = null;
  refuseImpossibleMoment(input.occurred_at);
  const { signature } = await proofOf(actor, id, 'editTask', input);
  return { change, signature, geocoded: await geocodeInput(input, id) };
}

const update = (
  { actor, taskId: id, input, expectedVersion }: OfTask,
  { change, signature, geocoded }: Awaited<ReturnType<typeof prepareUpdate>>,
  /** The name of the change in the activity, in place of the usual one. */
  name?: string,
) =>
  transaction(
    async () => {
      const given = await runGiven(id, input);
      const locked = await lockTasks([id], [...listsReached(change), ...listsReached(given.change)]);
      const task = requireOwnTask(actor, locked.get(id), 'editTask');
      if (given.seen !== undefined && given.seen !== task.version) throw new RetryTransaction();
      requireFields(actor, { ...change, ...given.change }, task);
      if (given.run) await holdOpen(given.run);
      if (expectedVersion !== undefined && !(await isAsSeen(actor, task, expectedVersion)))
        throw await stale(actor, task, expectedVersion);
      const { place, pending } = geocodeResultFor(task, geocoded, input.address);
      const entries = await applyChange(
        actor,
        task,
        { ...forType(change, input, input.type ?? task.type), ...place, ...given.change },
        {
          signature,
          failureReason: input.failure_reason,
          occurredAt: input.occurred_at,
        },
      );
      if (pending) await enqueueLookup(task.address);
      await record(
        actor,
        entries.map((entry) =>
          name !== undefined && entry.taskId === id ? { ...entry, action: name } : entry,
        ),
      );
    },
    () => getTask({ actor, taskId: id }),
  );

type OfTask = Given<{ taskId: number }, UpdateTask>;

/** An update based on an older version is refused as `stale`. */
export const updateTask = preparedCommand(
  {
    summary: 'Changes a task',
    about:
      'Any subset of the fields. Drivers can change the status of their own tasks, with signature, failure reason, and time.',
    may: 'editTask',
    scoped: true,
    at: atTask,
    input: UpdateTask,
    mostBytes: 400 * KB, // a signature
    answer: TaskAnswer,
    guarded: true,
  },
  prepareUpdate,
  (given, prepared) => update(given, prepared),
);

/** Changes a task as an invoice says. The activity names the invoice. */
export async function amendTask(
  actor: Actor,
  taskId: number,
  input: UpdateTask,
  invoice: string,
): Promise<void> {
  checkPermission(actor, updateTask.spec);
  const given = { actor, taskId, input };
  await update(given, await prepareUpdate(given), `${AMENDED_BY} ${invoice}`);
}

type GivenRun = {
  run?: FoundRun;
  change: Change;
  /** The version of the task that the change was made for. */
  seen?: number;
};

/** Returns the values of the run that the input chooses; without one, none. */
async function runGiven(id: number, { run_id }: UpdateTask): Promise<GivenRun> {
  if (run_id === undefined) return { change: {} };
  const task = await Task.findByPk(id);
  // Such a task is refused when it is locked.
  if (!task) return { change: {} };
  const seen = task.version;
  const isWaiting = task.run_id !== null && isQueued(task);
  if (run_id === null)
    return {
      seen,
      change: { ...OUT_OF_RUNS, ...(isWaiting && { status: STATUS.pending, driver_id: null }) },
    };
  if (task.run_id === run_id && isWaiting) return { seen, change: {} };
  if (task.type === 'transfer') requireJoinable(task.type, task.status);
  const run = await chosenRun(run_id, task);
  return { seen, run, change: joined(run) };
}

/**
 * Returns the lists that a change affects. A list that is named without need makes everybody's ETag stale,
 * and makes writers wait for each other.
 */
function listsReached({
  driver_id,
  transfer_to_driver_id,
}: Pick<Change, 'driver_id' | 'transfer_to_driver_id'>): (number | null)[] {
  const target = transfer_to_driver_id ?? undefined; // without a target there is no delivery
  return [driver_id, target].filter((owner) => owner !== undefined);
}

const deletion = { summary: 'Deletes a task', may: 'deleteTask', at: atTask, answer: Deleted } as const;

export const deleteTask = command({ ...deletion, guarded: true }, ({ actor, taskId, expectedVersion }) =>
  remove(actor, taskId, { expectedVersion }),
);

/** Deletes a task only while it is in the archive. */
export const deleteArchivedTask = command(deletion, ({ actor, taskId }) =>
  remove(actor, taskId, { archived: true }),
);

type Removal = { archived?: boolean; expectedVersion?: number | undefined };

function remove(
  actor: Actor,
  id: number,
  { archived = false, expectedVersion }: Removal,
): Promise<{ id: number }> {
  return transaction(async () => {
    const task = (await lockTasks([id])).get(id);
    if (!task) throw notFound('Task');
    if (archived && !task.archived)
      throw conflict(untranslated('taskNotArchived', 'This task is no longer in the archive'));
    if (expectedVersion !== undefined && !(await isAsSeen(actor, task, expectedVersion)))
      throw await stale(actor, task, expectedVersion);
    if (isLinked(task)) {
      throw new DomainError(
        'conflict',
        untranslated(
          'partOfTransferToDelete',
          'This delivery belongs to a transfer. Change or delete the transfer instead',
        ),
      );
    }
    const entries: Entry[] = [];
    const delivery = await deliveryOf(id);
    if (delivery) entries.push(await detachDelivery(actor, delivery));
    if (task.archived) await uncountArchived(id);
    await setProofAside(id);
    const changes = await snapshot(id);
    await task.destroy();
    entries.push({
      kind: 'TASK_DELETED',
      taskId: id,
      action: 'deleted',
      changes,
      driverIds: [task.driver_id],
    });
    await record(actor, entries);
    return { id };
  });
}

/**
 * Handles the delivery of a deleted transfer: it is deleted as well while it is linked; if it is on its way
 * already, it stays as a task of its own.
 */
async function detachDelivery(actor: Actor, delivery: Task): Promise<Entry> {
  if (isLinked(delivery)) return removeDelivery(delivery);
  const changes: Entry['changes'] = { linked_task_id: [delivery.linked_task_id, null] };
  delivery.set({ linked_task_id: null });
  await saveChanged(notedId(actor), delivery);
  return updated(delivery, 'updated', changes, [delivery.driver_id]);
}

const LATEST_DAYS = 7;
const CLOCK_SKEW_MINUTES = 2;

/** Refuses taps more than 7 days ago, or in the future beyond a little clock skew. */
export function refuseImpossibleMoment(occurredAt: string | undefined): void {
  if (occurredAt === undefined) return;
  const ageMinutes = (databaseNow() - Date.parse(occurredAt)) / 60_000;
  phoneDelay.observe(Math.max(0, ageMinutes) * 60);
  if (ageMinutes > LATEST_DAYS * 24 * 60)
    throw invalid(say('tappedTooEarly'), { occurred_at: [say('tappedTooEarlyField')] });
  if (ageMinutes < -CLOCK_SKEW_MINUTES)
    throw new DomainError('invalid', say('tappedInFuture'), {
      fields: { occurred_at: [say('tappedInFutureField')] },
      mayPass: true,
    });
}

const WRITABLE = new Set([...Object.keys(FORM_FIELDS), 'latitude', 'longitude']);

/** Returns the fields that a caller may set. Other fields of the body never reach the row. */
function writable(input: CreateTask | UpdateTask): Change {
  const given = Object.entries(input).filter(([name, value]) => WRITABLE.has(name) && value !== undefined);
  const { need_by, deliver_after, deliver_by } = input;
  return {
    ...(Object.fromEntries(given) as Change),
    ...(isFormer(input) && { account_id: input.destination_account_id ?? null }),
    ...(need_by !== undefined && { need_by: momentOf(need_by) }),
    ...(deliver_after !== undefined && { deliver_after: momentOf(deliver_after) }),
    ...(deliver_by !== undefined && { deliver_by: momentOf(deliver_by) }),
  };
}

/** True when the account is given by the field's former name, which is for pickups only. */
const isFormer = ({ account_id, destination_account_id: former }: CreateTask | UpdateTask) =>
  former !== undefined && !account_id;

function forType({ account_id, ...change }: Change, input: CreateTask | UpdateTask, type: TaskType): Change {
  const isGiven = account_id !== undefined && (type === 'pickup' || !isFormer(input));
  return { ...change, ...(isGiven && { account_id }) };
}

const momentOf = (iso: string | null) => (iso === null ? null : new Date(iso));

/** @param task once it is locked. Without it, refuses actors who may not change these fields of any task. */
function requireFields(actor: Actor, { status, ...fields }: Change, task?: Task): void {
  const requireScope = (action: Action) => {
    const scope = scopeOf(actor, action);
    if (task && !scope.covers(task)) throw forbidden();
  };
  if (status !== undefined) requireScope('changeStatus');
  if (Object.keys(fields).length > 0) requireScope('editAnyTask');
}

/** Refuses a reason or a name without the status or signature that it belongs to. */
function refuseWhatWouldBeLost({ status, failure_reason, signature_image, signed_by }: UpdateTask): void {
  if (failure_reason !== undefined && !isHeld({ status }))
    throw invalid(say('reasonWithoutHold'), { failure_reason: [say('reasonWithoutHoldField')] });
  if (signed_by && !signature_image)
    throw invalid(say('signerWithoutSignature'), { signed_by: [say('signerWithoutSignatureField')] });
}

const targetOf = ({ type, transfer_to_driver_id }: CreateTask) =>
  type === 'transfer' ? (transfer_to_driver_id ?? null) : null;

/** New coordinates alone do not conflict with an edit. */
async function isAsSeen(actor: Actor, task: Task, seen: number): Promise<boolean> {
  if (task.version <= seen) return task.version === seen;
  const changes = await changesSince(actor, task.id, seen);
  return changes.length === task.version - seen && changes.every(({ action }) => action === 'located');
}

async function stale(actor: Actor, task: Task, seen: number): Promise<DomainError> {
  const [current, changes] = await Promise.all([
    getTask({ actor, taskId: task.id }),
    changesSince(actor, task.id, seen),
  ]);
  const [last] = changes.slice(-1);
  return new DomainError(
    'stale',
    untranslated('taskChanged', `${last?.by ?? 'Someone'} has changed this task in the meantime`),
    {
      current,
      changes,
    },
  );
}
