/** Tasks with the names that their cards show. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import type { TaskCard } from './board';
import { getTask, taskJson } from './queries.server';
import type { Task } from './task';

/** `rest` is SQL of ours: where, order and limit. */
export async function cardsWhere(rest: string, bind: Record<string, unknown> = {}): Promise<TaskCard[]> {
  return withNames(JSON.parse(await taskJson(rest, bind)) as Task[]);
}

/** One task with the names that its card shows. */
export async function getTaskCard(actor: Actor, id: number): Promise<TaskCard> {
  const [card] = await withNames([await getTask(actor, id)]);
  if (!card) throw notFound('Task');
  return card;
}

type Names = Pick<TaskCard, 'id' | 'destinationAccount' | 'transferTo' | 'linkedTask'>;

async function withNames(tasks: Task[]): Promise<TaskCard[]> {
  const named = await rows<Names>(
    `select t.id, a.name as "destinationAccount",
       case when d.id is not null then json_build_object('name', d.name, 'username', d.username) end as "transferTo",
       case when l.id is not null then json_build_object('type', l.type, 'location', l.location) end as "linkedTask"
     from tasks t
     left join accounts a on a.id = t.destination_account_id
     left join users d on d.id = t.transfer_to_driver_id
     left join tasks l on l.id = t.linked_task_id
     where t.id = any($ids) and (a.id is not null or d.id is not null or l.id is not null)`,
    { ids: tasks.map(({ id }) => id) },
  );
  const names = new Map(named.map((found) => [found.id, found]));
  const none = { destinationAccount: null, transferTo: null, linkedTask: null };
  return tasks.map((task) => ({ ...task, ...(names.get(task.id) ?? none) }));
}
