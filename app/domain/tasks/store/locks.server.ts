/** Locks tasks. Every command that touches tasks first locks the affected lists, then the rows. */
import type { Attributes } from 'sequelize';
import { RetryTransaction, rows, together } from 'db/connection';
import { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import { lockLists, type Owner, OWNERS } from '~/domain/platform/sync/lists.server';
import type { Actor } from '~/domain/kernel/actor';
import { DomainError, type ErrorKind, notFound } from '~/domain/kernel/errors';
import { type Action, type Scope, SCOPED_BY, scopeOf } from '~/domain/kernel/permissions';
import type { Entry } from '~/domain/tasks/model/task';
import { say } from '~/domain/kernel/sentence';

const LOCK_TASKS = prepared(
  `select ${Task.names.map((name) => `t.${name}`).join(', ')}, ${OWNERS} as owners,
     exists (select from tasks l where l.linked_task_id = t.id) as "hasDelivery",
     exists (select from task_signatures s where s.task_id = t.id) as "isSigned"
   from tasks t where t.id = any($ids) order by t.id for update of t`,
);

/** A locked task. A field that is undefined is not known, and has to be read. */
export type LockedTask = Task & { hasDelivery?: boolean; isSigned?: boolean };
type LockedRow = Attributes<Task> &
  Required<Pick<LockedTask, 'hasDelivery' | 'isSigned'>> & { owners: number[] };

/**
 * Locks the lists of these tasks, of their linked deliveries and of `alsoOwners`, then the rows of the tasks.
 * Missing ids are left out of the answer.
 * @throws RetryTransaction when a task moved to another list before that list was locked.
 */
export async function lockTasks(ids: number[], alsoOwners: Owner[] = []): Promise<Map<number, LockedTask>> {
  // Two statements, so that the second one sees what others committed while the first one waited for its
  // locks.
  const [owners, locked] = await together(
    lockLists(alsoOwners, ids),
    ids.length > 0 ? rows<LockedRow>(LOCK_TASKS, { ids }) : [],
  );
  if (locked.some((task) => task.owners.some((owner) => !owners.has(owner)))) throw new RetryTransaction();
  return new Map(locked.map((found) => [found.id, taskOf(found)]));
}

function taskOf({ owners: _, hasDelivery, isSigned, ...stored }: LockedRow): LockedTask {
  const task = Task.build(stored, { isNewRecord: false, raw: true });
  return Object.assign(task, { hasDelivery, isSigned });
}

/** The actor's own tasks, and batches of them: if one is refused, all are. */

type Owned = Parameters<Scope['covers']>[0];

/** Returns the task. @throws not_found also when the actor may not do this to the task. */
export function requireOwnTask<Found extends Owned>(
  actor: Pick<Actor, 'id' | 'roles'>,
  task: Found | undefined,
  action: Action,
): Found {
  const scope = scopeOf(actor, action);
  if (!task || !scope.covers(task)) throw notFound('Task');
  return task;
}

/** Refuses like a command on these tasks would, before slow work is done for it. The tasks are not locked. */
export async function precheckOwnTasks(actor: Actor, ids: number | number[], action: Action): Promise<void> {
  const taskIds = typeof ids === 'number' ? [ids] : ids;
  const found = await Task.findRows(['id', ...SCOPED_BY], { where: { id: taskIds } });
  const byId = new Map(found.map((task) => [task.id, task]));
  if (typeof ids === 'number') requireOwnTask(actor, byId.get(ids), action);
  else
    await forEachTask(ids, (id) => {
      requireOwnTask(actor, byId.get(id), action);
      return Promise.resolve([]);
    });
}

/** Collects every refusal, so that the answer can name each task that caused one. */
export async function forEachTask(ids: number[], change: (id: number) => Promise<Entry[]>): Promise<Entry[]> {
  const entries: Entry[] = [];
  const refusals: { id: number; error: DomainError }[] = [];
  for (const id of ids) {
    try {
      entries.push(...(await change(id)));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.push({ id, error });
    }
  }
  if (refusals.length > 0) throw refusedBatch(refusals);
  return entries;
}

const ERROR_PRIORITY: ErrorKind[] = ['forbidden', 'not_found', 'conflict', 'invalid'];

function refusedBatch(refusals: { id: number; error: DomainError }[]): DomainError {
  const kind =
    ERROR_PRIORITY.find((candidate) => refusals.some(({ error }) => error.kind === candidate)) ?? 'conflict';
  const [first] = refusals.filter(({ error }) => error.kind === kind);
  return new DomainError(kind, first?.error.said ?? say('nothingChanged'), {
    fields: first?.error.details.fields,
    tasks: refusals.map(({ id, error }) => ({ id, error: error.said })),
  });
}
