import { rows } from 'db/connection';
import type { OrderChange } from './order-changes';

/** Who did what of it, by the history of each task. */
export async function orderChanges(ids: {
  moved: number[];
  came: number[];
  left: number[];
}): Promise<OrderChange[]> {
  const changed = Object.entries(ids).flatMap(([change, of]) => of.map((id) => ({ id, change })));
  if (changed.length === 0) return [];
  return rows<OrderChange>(
    `select w.id as "taskId", coalesce(t.location, e.location, '') as location, w.change, coalesce(nullif(u.name, ''), u.username) as by
     from jsonb_to_recordset($changed::jsonb) as w(id integer, change text)
     left join tasks t on t.id = w.id
     left join lateral (
       select actor_id, changes -> 'location' ->> 0 as location from task_events
       where task_id = w.id and action not in ('seen', 'located')
         and (w.change <> 'moved' or changes -> 'order_index' is not null)
       order by id desc limit 1
     ) e on true
     left join users u on u.id = e.actor_id
     order by w.id`,
    { changed: JSON.stringify(changed) },
  );
}
