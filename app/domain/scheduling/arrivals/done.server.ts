/** Reads the stops that drivers have completed on this business day. */
import { rows } from 'db/connection';
import { prepared } from 'db/statement';
import { placeKey } from '~/domain/geography/place-key';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { DRIVES } from '~/domain/network/users/queries.server';
import { isDone } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

type DoneTask = { taskId: number; location: string; address: string; at: string };
type DoneStop = Pick<DoneTask, 'taskId' | 'location' | 'at'>;

/** The most tasks of one driver that are read. Several tasks of one place are one stop. */
const MOST_TASKS = 60;

const LATEST = `t.driver_id = u.id and t.completed_at >= $day::date::timestamp at time zone $zone
  order by t.completed_at desc limit ${String(MOST_TASKS)}`;

// Each branch has its own index.
const DONE_TODAY = prepared(`
  select u.id as "driverId", d.tasks from users u cross join lateral (
    select json_agg(json_build_object('taskId', id, 'location', location, 'address', address, 'at', completed_at)
      order by completed_at, id) as tasks
    from ((select t.* from tasks t where not t.archived and ${statusIs(isDone)} and ${LATEST})
      union all (select t.* from tasks t where t.archived and ${LATEST})) t) d
  where ${DRIVES} and d.tasks is not null and ($drivers::integer[] is null or u.id = any($drivers))`);

/**
 * Returns the stops by driver, in the order of their times. Tasks that were completed one after the other at one place
 * are one stop, with the time of the last one.
 * @param drivers null for all
 */
export async function stopsDoneToday(drivers: number[] | null): Promise<Map<number, DoneStop[]>> {
  const found = await rows<{ driverId: number; tasks: DoneTask[] }>(DONE_TODAY, {
    drivers,
    day: businessToday(),
    zone: businessZone(),
  });
  return new Map(found.map(({ driverId, tasks }) => [driverId, inStops(tasks)]));
}

const inStops = (tasks: DoneTask[]): DoneStop[] =>
  tasks.flatMap(({ taskId, location, at, ...task }, index) => {
    const next = tasks[index + 1];
    const goesOn = next && placeKey(next) === placeKey({ ...task, location });
    return goesOn ? [] : [{ taskId, location, at }];
  });
