/** Reads from the history which tasks that a driver had under way were changed by others. */
import { rows } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { signedForSql } from '~/domain/tasks/model/completion';
import type { TaskStatus } from '~/domain/tasks/model/task';

type Last = Omit<StopChange, 'what'> & { action: string; status: TaskStatus | null; to: string | null };

/** Returns the last change of each of these tasks that is the actor's, or was until that change. */
export async function stopChanges(actor: Actor, taskIds: number[]): Promise<StopChange[]> {
  if (taskIds.length === 0) return [];
  const last = await rows<Last>(
    `select e.task_id as "taskId", coalesce(t.location, e.changes #>> '{location,0}', '') as location, e.action,
       e.changes #>> '{status,1}' as status, coalesce(nullif(d.name, ''), d.username) as "to",
       case when e.actor_id = $actorId then 'You' else coalesce(nullif(u.name, ''), u.username, 'System') end as by,
       to_json(e.occurred_at) #>> '{}' as at,
       coalesce(t.driver_id = $actorId and ${signedForSql('t')} and t.status = 'completed'
         and not exists (select from task_signatures s where s.task_id = t.id), false) as "isUnsigned"
     from (
       select distinct on (task_id) * from task_events
       where task_id = any($taskIds) and action <> 'created' and jsonb_exists_any(changes, array['status', 'driver_id', 'archived'])
       order by task_id, id desc
     ) e
     left join users u on u.id = e.actor_id
     left join tasks t on t.id = e.task_id
     left join users d on d.id = case when e.action <> 'deleted' then (e.changes #>> '{driver_id,1}')::integer end
     where t.driver_id = $actorId or (e.changes #>> '{driver_id,0}')::integer = $actorId
     order by e.task_id`,
    { actorId: actor.id, taskIds },
  );
  return last.map(({ action, status, to, ...rest }) => ({ ...rest, what: actionLabel(action, status, to) }));
}

function actionLabel(action: string, status: TaskStatus | null, to: string | null): string {
  if (action === 'deleted') return 'deleted it';
  if (to) return `assigned it to ${to}`;
  if (action === 'assigned') return 'took it off your route';
  if (action === 'archived') return 'archived it';
  const made: Partial<Record<TaskStatus, string>> = {
    completed: 'completed it',
    hold: 'put it on hold',
    'next-route': 'moved it to Next Route',
    pending: 'set it back to Pending',
  };
  return (status && made[status]) ?? 'changed it';
}

/** The last change by another person to a task that a driver had under way. */
export type StopChange = {
  taskId: number;
  location: string;
  /** The person's name, "You" or "System". */
  by: string;
  /** The change in words: "completed it". */
  what: string;
  /** ISO 8601. */
  at: string;
  /** A completed delivery of the driver's that has no signature yet. */
  isUnsigned: boolean;
};
