/** The dispatcher's board and the driver's list. Each reads its version first, so that a later one means news. */
import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import { notFound } from '~/domain/errors';
import { authorize } from '~/domain/permissions';
import type { Board, BoardRow, Counts, Driver, TaskCard, TaskList } from './board';
import { ROUTES, withDistances, type StoredRoute } from './map-routes.server';
import { getTask, listTasksVersion, taskJson } from './queries.server';
import { rememberByVersion } from './remembered.server';
import type { Task } from './task';

const COUNTS = `
  json_build_object(
    'pending', count(*) filter (where status = 'pending'),
    'nextRoute', count(*) filter (where status = 'next-route'),
    'hold', count(*) filter (where status = 'hold'),
    'completed', count(*) filter (where status = 'completed')
  ) as counts,
  coalesce(bool_or(priority = 'urgent' and status <> 'completed'), false) as urgent`;

const DRIVERS = `
  with own as (
    select driver_id, ${COUNTS},
      case when bool_or(status = 'going') then 'going' when bool_or(status = 'pending') then 'assigned'
           when bool_or(status = 'completed') then 'returning' else 'inactive' end as status
    from tasks where not archived group by driver_id
  ), current as (
    select distinct on (driver_id) driver_id,
      json_build_object('id', id, 'location', location, 'address', address, 'status', status, 'type', type) as task
    from tasks where not archived and status in ('pending', 'going')
    order by driver_id, status = 'going' desc, order_index
  )
  select u.id, u.name, u.username, u.phone, u.dealerships, d.fullname as "dealershipName",
    coalesce(own.status, 'inactive') as status, own.counts, coalesce(own.urgent, false) as urgent,
    current.task as current
  from users u
  left join dealership_locations d on d.name = u.dealerships[1]
  left join own on own.driver_id = u.id
  left join current on current.driver_id = u.id
  where u.deactivated_at is null and 'driver' = any(u.roles)
  order by lower(coalesce(nullif(u.name, ''), u.username)), u.id`;

const NOTHING: Counts = { pending: 0, nextRoute: 0, hold: 0, completed: 0 };

// Everything on it changes together with a list's version: tasks, and who drives.
const rememberedBoards = rememberByVersion<Board>(1);

export async function getBoard(actor: Actor): Promise<Board> {
  authorize(actor, 'readBoard');
  const liveVersion = await listTasksVersion(actor, {});
  return rememberedBoards('board', liveVersion, () => readBoard(liveVersion));
}

async function readBoard(liveVersion: number): Promise<Board> {
  const board = await row<{
    drivers: (Omit<BoardRow, 'counts'> & { counts: Counts | null })[];
    unassigned: Board['unassigned'];
    routes: StoredRoute[];
    completedCount: number;
  }>(
    `select
       (select coalesce(json_agg(d), '[]') from (${DRIVERS}) d) as drivers,
       (select to_json(u) from (select ${COUNTS} from tasks where driver_id is null and not archived) u) as unassigned,
       (select coalesce(json_agg(r), '[]') from (${ROUTES}) r) as routes,
       (select count(*)::integer from tasks where status = 'completed' and not archived) as "completedCount"`,
  );
  if (!board) throw new Error('The board query answered nothing');
  const drivers = board.drivers.map((driver) => ({ ...driver, counts: driver.counts ?? NOTHING }));
  return { ...board, drivers, routes: board.routes.map(withDistances), liveVersion };
}

/** The tasks of a driver, or with null the unassigned ones, that are not archived: going, then in order. */
export async function listTaskCards(actor: Actor, driverId: number | null): Promise<TaskList> {
  if (authorize(actor, 'readTasks') === 'own' && driverId !== actor.id) throw notFound('Driver');
  const liveVersion = await listTasksVersion(actor, {});
  const tasks = await taskJson(
    `where not t.archived and t.driver_id is not distinct from $driverId::integer
     order by t.status = 'going' desc, coalesce(t.order_index, 999), t.completed_at desc, t.id`,
    { driverId },
  );
  return { tasks: await withNames(JSON.parse(tasks) as Task[]), liveVersion };
}

/** Who drives, for the head of a list. */
export async function getDriver(actor: Actor, driverId: number): Promise<Driver> {
  if (authorize(actor, 'readTasks') === 'own' && driverId !== actor.id) throw notFound('Driver');
  const driver = await row<Driver>(
    `select u.id, u.name, u.username, u.phone, u.dealerships, d.fullname as "dealershipName"
     from users u left join dealership_locations d on d.name = u.dealerships[1]
     where u.id = $driverId and u.deactivated_at is null and 'driver' = any(u.roles)`,
    { driverId },
  );
  if (!driver) throw notFound('Driver');
  return driver;
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
