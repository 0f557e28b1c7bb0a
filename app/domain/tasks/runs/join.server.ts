/** Tasks join runs and leave them. Callers hold the locks of the lists. */
import { RetryTransaction, row } from 'db/connection';
import type { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import { conflict } from '~/domain/kernel/errors';
import { untranslated } from '~/domain/kernel/sentence';
import { TAKES_TASKS } from '~/domain/network/runs/store.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import type { TaskStatus, TaskType } from '~/domain/tasks/model/task';
import { findRun, type FoundRun, nextRuns, type Sought } from './find.server';
import { isAhead, isQueued, STATUS } from '~/domain/tasks/model/statuses';
import { joinsRuns } from '~/domain/tasks/model/office-statuses';

export const RUN_KEYS = ['run_id', 'run_rule', 'run_place', 'promised_from', 'promised_to'] as const;
export type RunKey = (typeof RUN_KEYS)[number];
type Joined = Pick<Task, RunKey | 'status' | 'driver_id' | 'order_index'>;

/** The values of a task without a run. */
export const NO_RUN = {
  run_id: null,
  run_rule: null,
  run_place: null,
  promised_from: null,
  promised_to: null,
} as const satisfies Pick<Task, RunKey>;

/** The values of a task that somebody has taken out of a run: rules leave it alone. */
export const OUT_OF_RUNS = { ...NO_RUN, run_rule: 'hand' } as const;

/** The values of a task that joins this run. */
export const joined = (run: FoundRun): Joined => ({
  run_id: run.id,
  run_rule: run.rule,
  run_place: null,
  promised_from: new Date(run.from),
  promised_to: new Date(run.to),
  status: STATUS.nextRoute,
  driver_id: run.driverId,
  order_index: null,
});

/** Transfers hand over to a driver and not to a place. */
export const mayJoin = (type: TaskType, status: TaskStatus) => type !== 'transfer' && joinsRuns({ status });

const HOLD_OPEN = prepared(
  `select ${TAKES_TASKS} as open,
     (select u.id from users u where u.id = r.driver_id and ${DRIVES}) as "driverId"
   from runs r where r.id = $id for share of r`,
);

/**
 * Keeps the run open until the transaction ends. Call it when the lists are locked: closing a run locks them first
 * too. @throws RetryTransaction when the run has been closed, or given to another driver, since it was found.
 */
export async function holdOpen({ id, driverId }: FoundRun): Promise<void> {
  const run = await row<{ open: boolean; driverId: number | null }>(HOLD_OPEN, { id });
  if (run?.open !== true || run.driverId !== driverId) throw new RetryTransaction();
}

/** Returns the run that somebody has chosen. @throws conflict when no task can join it. */
export async function chosenRun(runId: number, sought: Sought): Promise<FoundRun> {
  const [run] = (await nextRuns(sought, 1, runId)).runs;
  if (!run)
    throw conflict(
      untranslated('runClosed', 'This run takes no more tasks. Add it late, or choose another run'),
    );
  return run;
}

/** Rules look at these. */
const LOOKED_AT = ['type', 'ship_via', 'account_id', 'location', 'address', 'latitude', 'longitude'] as const;

/**
 * Keeps a changed task in the run that it belongs to. A change that names the run itself has decided.
 * @param before the status before the change.
 */
export async function followRun(task: Task, change: object, before: TaskStatus): Promise<void> {
  if ('run_id' in change) return;
  const waits = task.run_id !== null && isQueued({ status: before });
  if (waits && leaves(task)) {
    // The new driver gets it at once.
    task.set({ ...NO_RUN, ...(isQueued(task) && { status: STATUS.pending }) });
    return;
  }
  if (task.run_id !== null && !waits) {
    // It is taken out of a run that has left.
    if (task.changed('status') && isQueued(task)) task.set(NO_RUN);
    return;
  }
  // In a closed run the task has a place.
  const isBuilding = waits && task.run_place === null;
  const isFree = task.run_id === null && task.driver_id === null && isAhead(task);
  if (task.run_rule === 'hand' || task.run_rule === 'standing' || !(isBuilding || isFree)) return;
  if (LOOKED_AT.some((field) => task.changed(field))) await applyRules(task);
}

const leaves = (task: Task) =>
  !isQueued(task) || task.changed('driver_id') || !mayJoin(task.type, task.status);

/** Gives the task to the run that the rules choose, or to none. */
export async function applyRules(task: Task): Promise<void> {
  const run = mayJoin(task.type, task.status) ? await findRun(task) : undefined;
  if (!run && task.run_id === null) return;
  if (run?.id === task.run_id) {
    task.set({ run_rule: run.rule });
    return;
  }
  const values = run ? joined(run) : { ...NO_RUN, status: STATUS.pending, driver_id: null };
  // The lists of the task are locked already, so this may end in a deadlock, after which the transaction is repeated.
  if (values.driver_id !== task.driver_id) await lockLists([values.driver_id]);
  if (run) await holdOpen(run);
  task.set(values);
}
