/**
 * Locks and versions of the lists of tasks. A change of an account or user that a list shows counts as a
 * change of the list.
 */
import { rows, together } from 'db/connection';
import { prepared } from 'db/statement';
import { observer } from './observer.server';
import { tellVersions } from './tell.server';

/** The owner id of the unassigned list. */
export const UNASSIGNED = 0;
export type Owner = number | null;

// These are the owners of the task and of its linked delivery, and the driver whom a transfer is for.
/** SQL: the owners of the lists that show task `t`. */
export const OWNERS = `
  array[coalesce(t.driver_id, ${String(UNASSIGNED)})]
  || array(select coalesce(l.driver_id, ${String(UNASSIGNED)}) from tasks l where l.linked_task_id = t.id)
  || case when t.transfer_to_driver_id is null then '{}'::integer[] else array[t.transfer_to_driver_id] end`;
/** SQL: a query of `owner`: all `$owners`, and the owners of the lists that show the tasks `$taskIds`. */
export const REACHED = `
  select unnest($owners::integer[]) as owner
  union select unnest(${OWNERS}) from tasks t where t.id = any($taskIds::integer[])`;

// Ids are locked in ascending order, so that there is no deadlock.
const LOCK_LISTS = prepared(
  `insert into task_lists (owner_id) select owner from (${REACHED}) as reached order by owner
   on conflict (owner_id) do update set version = task_lists.version + 1
   returning owner_id as owner, version`,
);

/**
 * Locks these lists and the lists that show these tasks, until the transaction ends, and raises their
 * versions. @returns the owners.
 */
export async function lockLists(owners: Iterable<Owner>, taskIds: number[] = []): Promise<Set<number>> {
  const reached = { owners: [...owners].map((owner) => owner ?? UNASSIGNED), taskIds };
  if (reached.owners.length + taskIds.length === 0) return new Set();
  const [locked] = await together(
    rows<{ owner: number; version: number }>(LOCK_LISTS, reached),
    observer()?.listsLocked(reached),
  );
  tellVersions(locked);
  return new Set(locked.map(({ owner }) => owner));
}
