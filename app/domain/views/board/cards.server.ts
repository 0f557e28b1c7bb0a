/** Reads tasks with the names that their cards show. */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import type { Actor } from '~/domain/kernel/actor';
import { notFound } from '~/domain/kernel/errors';
import type { Task, TaskCard } from '~/domain/tasks/model/task';
import { CONCERNS } from '~/domain/tasks/activity/concerns.server';
import { FORM_FIELDS } from '~/domain/tasks/model/fields';
import { getTask, taskJson } from '~/domain/tasks/store/queries.server';

/** @param rest SQL: where, order and limit. */
export async function cardsWhere(rest: string, bind: Record<string, unknown> = {}): Promise<TaskCard[]> {
  return withNames(JSON.parse(await taskJson(rest, bind, 'prepared')) as Task[]);
}

/** One task with the names that its card shows. */
export async function getTaskCard(actor: Actor, id: number): Promise<TaskCard> {
  const [card] = await withNames([await getTask({ actor, taskId: id })]);
  if (!card) throw notFound('Task');
  return card;
}

// The phone number at a stop that is not the destination of its task, or whose account is ambiguous. Names are not
// unique: if accounts of the name have several numbers, the address decides. The case comes first, and nothing is asked
// for a name without an account, because keys of addresses cost more than the rest of the statement.
const NAMED = `from accounts a where lower(a.name) = lower(t.location) and a.phone <> '' and a.deleted_at is null`;
const PHONE = `
  select case when min(a.phone) = max(a.phone) then min(a.phone) else (
    select min(a.phone) ${NAMED} and exists (
      select from account_addresses d
      where d.account_id = a.id
        and address_key(address_line(d.address, d.city, d.state, d.zip_code)) = address_key(t.address)
    )
  ) end as phone
  ${NAMED} and (t.type <> 'delivery' or t.account_id is null)
  having count(*) > 0`;

const AT_ADDRESS = `d.instructions <> ''
  and address_key(address_line(d.address, d.city, d.state, d.zip_code)) = address_key(t.address)`;
// An account that the delivery is for, or one of the name of the stop.
const INSTRUCTIONS = `
  select d.instructions from account_addresses d
  where t.type = 'delivery' and d.account_id = t.account_id and ${AT_ADDRESS}
  union all
  select d.instructions from accounts a join account_addresses d on d.account_id = a.id
  where lower(a.name) = lower(t.location) and a.deleted_at is null
    and (t.type <> 'delivery' or t.account_id is null) and ${AT_ADDRESS}
  limit 1`;

const CONTENTS = Object.keys(FORM_FIELDS)
  .filter((key) => key !== 'status' && key !== 'driver_id')
  .map((key) => `'${key}'`)
  .join(', ');

// The last editor of the contents; other changes of the task do not count.
const EDITOR = `
  select coalesce(e.changes #>> '{source,1}', u.name, '') as name, coalesce(u.username, '') as username
  from task_events e left join users u on u.id = e.actor_id
  where e.task_id = t.id and e.action not in ('created', 'deleted') and jsonb_exists_any(e.changes, array[${CONTENTS}])
  order by e.id desc limit 1`;

type Names = Pick<
  TaskCard,
  | 'id'
  | 'phone'
  | 'instructions'
  | 'destinationAccount'
  | 'transferTo'
  | 'linkedTask'
  | 'editor'
  | 'concerns'
  | 'run'
>;

async function withNames(tasks: Task[]): Promise<TaskCard[]> {
  const named = await rows<Names>(NAMES, { ids: tasks.map(({ id }) => id) });
  const names = new Map(named.map((found) => [found.id, found]));
  const none = {
    phone: null,
    instructions: null,
    destinationAccount: null,
    transferTo: null,
    linkedTask: null,
    editor: null,
    run: null,
  };
  return tasks.map((task) => ({ ...task, ...(names.get(task.id) ?? none) }));
}

const NAMES = prepared(
  `select t.id, coalesce(case t.type when 'delivery' then nullif(a.phone, '') end, p.phone) as phone, i.instructions,
       case t.type when 'pickup' then a.name end as "destinationAccount",
       case when d.id is not null then json_build_object('name', d.name, 'username', d.username) end as "transferTo",
       case when l.id is not null then json_build_object('type', l.type, 'location', l.location) end as "linkedTask",
       case when edit.username is not null then json_build_object('name', edit.name, 'username', edit.username) end as editor,
       coalesce(concern.list, '[]') as concerns,
       case when r.id is not null
         then json_build_object('name', r.name, 'departsAt', r.departs_at, 'state', r.state) end as run
     from tasks t
     left join accounts a on a.id = t.account_id
     left join users d on d.id = t.transfer_to_driver_id
     left join tasks l on l.id = t.linked_task_id
     left join runs r on r.id = t.run_id
     left join lateral (${PHONE}) p on true
     left join lateral (${INSTRUCTIONS}) i on true
     left join lateral (${EDITOR}) edit on true
     left join lateral (select (${CONCERNS}) as list) concern on true
     where t.id = any($ids) and num_nonnulls(a.id, d.id, l.id, r.id, p.phone, i.instructions, edit.username, concern.list) > 0`,
);
