/** The locks: every command that touches tasks first takes the lists concerned, then the rows. */
import { RetryTransaction, execute, row, rows } from 'db/connection';
import { Task } from 'db/models/tasks';
import { noteRoutes } from '~/domain/tasks/lifecycle/act.server';

/** The owner id of the unassigned list. */
const UNASSIGNED = 0;
type Owner = number | null;

/** Locks these lists until the transaction ends and counts their versions up. Ascending ids, so nobody waits in a circle. */
export async function lockLists(owners: Iterable<Owner>): Promise<void> {
  const ids = [...new Set([...owners].map((owner) => owner ?? UNASSIGNED))];
  if (ids.length === 0) return;
  await execute(
    `insert into task_lists (owner_id) select owner from unnest($ids::integer[]) as owner order by owner
     on conflict (owner_id) do update set version = task_lists.version + 1`,
    { ids },
  );
  await noteRoutes(ids.filter((id) => id !== UNASSIGNED));
}

type Neighbourhood = { id: number; owners: Owner[] };

/**
 * Locks the lists of these tasks, of their linked deliveries and of `alsoOwners`, then the task rows.
 * Missing ids are simply not in the answer.
 * @throws RetryTransaction when a task moved to another list before its own was locked.
 */
export async function lockTasks(ids: number[], alsoOwners: Owner[] = []): Promise<Map<number, Task>> {
  const before = await neighbourhoods(ids);
  const owners = new Set<Owner>([...alsoOwners, ...before.flatMap((task) => task.owners)]);
  await lockLists(owners);
  const locked = await Task.findAll({ where: { id: ids }, order: ['id'], lock: true });
  const after = await neighbourhoods(ids);
  if (after.some((task) => task.owners.some((owner) => !owners.has(owner)))) throw new RetryTransaction();
  return new Map(locked.map((task) => [task.id, task]));
}

async function neighbourhoods(ids: number[]): Promise<Neighbourhood[]> {
  if (ids.length === 0) return [];
  return rows<Neighbourhood>(
    `select t.id, array[t.driver_id] || array(select l.driver_id from tasks l where l.linked_task_id = t.id)
              || case when t.transfer_to_driver_id is null then '{}'::integer[] else array[t.transfer_to_driver_id] end
              as owners
     from tasks t where t.id = any($ids)`,
    { ids },
  );
}

/** Sum of all versions that an answer to this reader depends on. It only grows, and equal sums mean equal lists. */
export async function listsVersion(driverId: number | null): Promise<number> {
  const found = await row<{ version: number }>(
    driverId === null
      ? 'select coalesce(sum(version), 0)::bigint as version from task_lists'
      : 'select coalesce(sum(version), 0)::bigint as version from task_lists where owner_id in ($driverId, 0)',
    driverId === null ? undefined : { driverId },
  );
  return found?.version ?? 0;
}

/** Answers that are valid as long as the lists they were read from keep their version. The version itself is read every time. */

/** @param most how many answers to keep; the oldest goes first. */
export function rememberByVersion<Answer>(most: number) {
  const answers = new Map<string, { version: number | string; answer: Answer }>();

  /** @param version read before `make` reads: what changes in between gets another one. */
  return async (key: string, version: number | string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = answers.get(key);
    if (known?.version === version) return known.answer;
    const answer = await make();
    answers.delete(key);
    answers.set(key, { version, answer });
    const [oldest] = answers.keys();
    if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    return answer;
  };
}
