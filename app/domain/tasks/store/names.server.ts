/** Reads names for the ids in a task's history and on its form. */
import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';
import type { TaskStatus } from '~/domain/tasks/model/task';

type Id = number | null | undefined;
export type Names = { person(id: Id): string | null; account(id: Id): string | null };

/**
 * Returns the names of people and accounts, also of former ones. An unknown id gets a text that says so; no
 * id gets no name.
 */
export async function namesOf(actor: Actor, people: Iterable<Id>, accounts: Iterable<Id>): Promise<Names> {
  authorizeAll(actor, 'readUsers');
  const found = await rows<{ kind: 'person' | 'account'; id: number; name: string }>(
    `select 'person' as kind, id, coalesce(nullif(name, ''), username) as name from users where id = any($people::integer[])
     union all select 'account', id, name from accounts where id = any($accounts::integer[])`,
    { people: known(people), accounts: known(accounts) },
  );
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${String(id)}`, name]));
  return {
    person: (id) => (id ? (names.get(`person ${String(id)}`) ?? 'a former user') : null),
    account: (id) => (id ? (names.get(`account ${String(id)}`) ?? 'a deleted account') : null),
  };
}

const known = (ids: Iterable<Id>) => [...new Set(ids)].filter((id) => typeof id === 'number');

/** The other half of a transfer: its delivery, or the transfer that a delivery came out of. */
export type LinkedTask = { id: number; location: string; status: TaskStatus; driver: string | null };

export async function findLinked(
  actor: Actor,
  task: { id: number; linked_task_id: number | null },
): Promise<LinkedTask | null> {
  authorizeAll(actor, 'readTasks');
  return row<LinkedTask>(
    `select t.id, t.location, t.status, coalesce(nullif(u.name, ''), u.username) as driver
     from tasks t left join users u on u.id = t.driver_id
     where case when $transferId::integer is null then t.linked_task_id = $id else t.id = $transferId end`,
    { id: task.id, transferId: task.linked_task_id },
  );
}
