/** The locks: every command that touches tasks first takes the lists concerned, then the rows. */
import { RetryTransaction, rows, together } from 'db/connection';
import { Task } from 'db/models/tasks';
import { prepared } from 'db/statement';
import type { Attributes } from 'sequelize';
import { noteRoutes, routesIn } from '~/domain/tasks/lifecycle/act.server';

/** The owner id of the unassigned list. */
const UNASSIGNED = 0;
type Owner = number | null;

// Of the task, of its linked delivery, and of the driver whom a transfer is for.
const OWNERS = `
  array[coalesce(t.driver_id, ${String(UNASSIGNED)})]
  || array(select coalesce(l.driver_id, ${String(UNASSIGNED)}) from tasks l where l.linked_task_id = t.id)
  || case when t.transfer_to_driver_id is null then '{}'::integer[] else array[t.transfer_to_driver_id] end`;
const REACHED = `
  select unnest($owners::integer[]) as owner
  union select unnest(${OWNERS}) from tasks t where t.id = any($taskIds::integer[])`;

// Ascending ids, so nobody waits in a circle.
const LOCK_LISTS = prepared(
  `insert into task_lists (owner_id) select owner from (${REACHED}) as reached order by owner
   on conflict (owner_id) do update set version = task_lists.version + 1 returning owner_id as owner`,
);
const ROUTES = routesIn(
  `select owner as driver from (${REACHED}) as reached where owner <> ${String(UNASSIGNED)}`,
);

/**
 * Locks these lists, and those of these tasks as they are now, until the transaction ends, and counts their versions up.
 * @returns the owners.
 */
export async function lockLists(owners: Iterable<Owner>, taskIds: number[] = []): Promise<Set<number>> {
  const reached = { owners: [...owners].map((owner) => owner ?? UNASSIGNED), taskIds };
  if (reached.owners.length + taskIds.length === 0) return new Set();
  const [locked] = await together(
    rows<{ owner: number }>(LOCK_LISTS, reached),
    noteRoutes(() => rows(ROUTES, reached)),
  );
  return new Set(locked.map(({ owner }) => owner));
}

const LOCK_TASKS = prepared(
  `select ${Task.names.map((name) => `t.${name}`).join(', ')}, ${OWNERS} as owners,
     exists (select from tasks l where l.linked_task_id = t.id) as "hasDelivery",
     exists (select from task_signatures s where s.task_id = t.id) as "isSigned"
   from tasks t where t.id = any($ids) order by t.id for update of t`,
);

type Facts = { hasDelivery: boolean; isSigned: boolean };
type LockedRow = Attributes<Task> & Facts & { owners: number[] };

/**
 * Locks the lists of these tasks, of their linked deliveries and of `alsoOwners`, then the task rows.
 * Missing ids are simply not in the answer.
 * @throws RetryTransaction when a task moved to another list before its own was locked.
 */
export async function lockTasks(ids: number[], alsoOwners: Owner[] = []): Promise<Map<number, Task>> {
  // Two statements: the second one sees what others have committed while the first one waited for its locks.
  const [owners, locked] = await together(
    lockLists(alsoOwners, ids),
    ids.length > 0 ? rows<LockedRow>(LOCK_TASKS, { ids }) : [],
  );
  if (locked.some((task) => task.owners.some((owner) => !owners.has(owner)))) throw new RetryTransaction();
  return new Map(locked.map((found) => [found.id, taskOf(found)]));
}

function taskOf({ owners: _, hasDelivery, isSigned, ...stored }: LockedRow): Task {
  const task = Task.build(stored, { isNewRecord: false, raw: true });
  knowAs(task, { hasDelivery, isSigned });
  return task;
}

const facts = new WeakMap<Task, Facts>();

/** Says what is known of a locked task; a later reader need not ask. */
export function knowAs(task: Task, known: Facts): void {
  facts.set(task, known);
}

/** False only where a locked task is known to have none. */
export const mayBe = (task: Task, fact: keyof Facts): boolean => facts.get(task)?.[fact] ?? true;
