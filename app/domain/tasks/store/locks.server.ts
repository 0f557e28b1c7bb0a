/** Locks tasks. Every command that touches tasks first locks the affected lists, then the rows. */
import { RetryTransaction, rows, together } from 'db/connection';
import { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import type { Attributes } from 'sequelize';
import { lockLists, OWNERS, type Owner } from '~/domain/platform/sync/lists.server';

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
