/** Notices about tasks that a driver saw, and that others had taken away before the driver's act arrived. */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import type { NewNotice } from './notices.server';
import { isDone, isInRoute } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

// Only tasks that were in a list of the driver. The event of a deleted task has its values.
const LEFT = prepared(`
  select distinct on (e.task_id) e.task_id as "taskId", e.actor_id as by,
    coalesce(t.location, e.changes -> 'location' ->> 0, '') as location
  from task_events e left join tasks t on t.id = e.task_id
  where e.task_id = any($taskIds::integer[])
    and (t.driver_id = $driverId and (${statusIs(isInRoute)} or ${statusIs(isDone)})) is not true
    and (e.action = 'deleted' or jsonb_exists_any(e.changes, '{run_id,driver_id,status}'))
    and exists (select from task_events o where o.task_id = e.task_id
      and $driverId::text in (o.changes -> 'driver_id' ->> 0, o.changes -> 'driver_id' ->> 1))
  order by e.task_id, e.id desc`);

/** @param seen the tasks of the act as the driver saw them. Those that are in the route by now get no notice. */
export async function noticesOfLeft(driverId: number, seen: number[] = []): Promise<NewNotice[]> {
  if (seen.length === 0) return [];
  const left = await rows<Pick<NewNotice, 'taskId' | 'location'> & { by: number | null }>(LEFT, {
    driverId,
    taskIds: seen,
  });
  // The driver knows of own acts.
  const byOthers = left.filter(({ by }) => by !== driverId);
  return byOthers.map((each) => ({
    ...each,
    kind: 'removed',
    driver: driverId,
    underWay: false,
    change: null,
  }));
}
