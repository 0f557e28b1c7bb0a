/** Writes the jobs of webhooks in the transaction of the change: both are committed, or neither. */
import { DELIVERY } from './events';
import { COLUMNS, FROM } from '~/domain/tasks/store/queries.server';
import type { Subscriber } from '~/domain/tasks/events/subscribers.server';

// Each webhook gets a change once, under the most specific of the names that it wants.
const EVENT = `case
  when e.action = 'arrived' then case when 'stop.arrived' = any(w.events) then 'stop.arrived' end
  when e.action = 'left' then null
  when e.kind = 'TASK_CREATED' then case when 'task.created' = any(w.events) then 'task.created' end
  when e.changes #>> '{status,1}' = 'completed' and 'task.completed' = any(w.events) then 'task.completed'
  when e.kind = 'TASK_UPDATED' and 'task.updated' = any(w.events) then 'task.updated' end`;

// The task is looked up row by row: with a join, the planner could decide to read the whole archive.
/**
 * A part of the statement of `record()`: `$entries` as JSON, and `$actor`, null for the system. It reads the
 * tasks as they were before that statement, so their rows are written earlier.
 */
const FILL_OUTBOX = `
  insert into jobs (kind, subject, lane, chain, payload)
  select '${DELIVERY}', id, webhook_id, webhook_id || ':' || task_id, jsonb_build_object(
    'event', event, 'taskId', task_id, 'body', json_build_object('id', id, 'event', event, 'occurred_at', to_json(occurred_at),
    'actor', (select json_build_object('id', u.id, 'name', u.name, 'username', u.username) from users u where u.id = $actor::integer),
    'task', task)::text)
  from (
    select d.*, (select row_to_json(task) from (select ${COLUMNS} ${FROM} where t.id = d.task_id) task) as task
    from (
      select gen_random_uuid() as id, w.id as webhook_id, ${EVENT} as event, e."taskId" as task_id,
        coalesce(e."occurredAt", now()) as occurred_at, e.ordinality
      from webhooks w
      cross join rows from (
        jsonb_to_recordset($entries::jsonb)
          as (kind text, action text, "taskId" integer, changes jsonb, "occurredAt" timestamptz)) with ordinality
        as e(kind, action, "taskId", changes, "occurredAt", ordinality)
      where w.active
    ) d
    where d.event is not null
  ) deliveries
  where task is not null
  order by ordinality, webhook_id`;

export const webhookSubscriber: Subscriber = {
  name: 'delivered',
  statement: FILL_OUTBOX,
  wakes: DELIVERY,
};
