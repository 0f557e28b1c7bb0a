/**
 * Reads the dispatcher's board and the driver's list. The version is read first, so that later changes get
 * another version.
 */
import { row } from 'db/connection';
import type { Actor } from '~/domain/kernel/actor';
import { notFound } from '~/domain/kernel/errors';
import { listArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import { authorize, authorizeAll, scopeOf } from '~/domain/kernel/permissions';
import { disambiguateNames, DRIVES } from '~/domain/network/users/queries.server';
import { businessZone } from '~/domain/network/settings/network.server';
import { rememberByVersion } from '~/domain/platform/sync/versions.server';
import { toLatLng } from '~/domain/geography/coordinates';
import { estimateRoute } from '~/domain/geography/distance';
import { tasksWith } from '~/domain/tasks/activity/concerns.server';
import { CONCERN_KINDS } from '~/domain/tasks/model/concerns';
import type { TaskCard } from '~/domain/tasks/model/task';
import { type Counts, countTasks } from '~/domain/tasks/model/counts';
import { COUNTS, listTasksVersion } from '~/domain/tasks/store/queries.server';
import { archivedWithin, businessToday } from '~/domain/network/settings/business-time.server';
import {
  AT_RISK_MINUTES,
  type Attention,
  type AttentionKind,
  type Board,
  type BoardRoute,
  type BoardRow,
  type BoardStop,
  type Driver,
  type TaskList,
} from './board';
import { cardsWhere } from './cards.server';

/**
 * Reads tasks that drivers completed today and that were archived since, because they still belong to the
 * drivers' day.
 */

const TODAY = '(now() at time zone $zone)::date';

/** SQL: whether task `t` is one of these. Binds `$zone`. */
const ARCHIVED_TODAY = archivedWithin(TODAY, TODAY);

/** Returns the number of the actor's own stops. Tasks at one place are one stop, as in `placeKey`. */
export async function countStopsArchivedToday(actor: Actor): Promise<number> {
  authorize(actor, 'driveRoute');
  const found = await row<{ count: number }>(
    `select count(distinct (lower(regexp_replace(trim(t.location), '\\s+', ' ', 'g')), address_key(t.address)))::integer as count
     from tasks t where t.driver_id = $driverId and ${ARCHIVED_TODAY}`,
    { driverId: actor.id, zone: businessZone() },
  );
  return found?.count ?? 0;
}

const URGENT = "priority = 'urgent' and status <> 'completed'";

// The last time that the task became urgent. A task that was urgent before events were kept counts from its
// creation.
const URGENT_SINCE = `coalesce((select max(e.occurred_at) from task_events e
    where e.task_id = tasks.id and e.changes -> 'priority' ->> 1 = 'urgent'), created_at)`;

const SUMMARY = `
  ${COUNTS} as counts,
  case when bool_or(${URGENT}) then json_build_object(
    'count', count(*) filter (where ${URGENT}), 'since', min(${URGENT_SINCE}) filter (where ${URGENT})) end as urgent,
  count(*) filter (where status = 'pending' and seen_at is null)::integer as unseen`;

// The driver's latest report, unless somebody has changed the task since, or the latest time that their phone
// showed a task.
const LAST_REPORT = `greatest(max(seen_at), max(completed_at) filter (where completed_by_driver_id = driver_id),
      max(updated_at) filter (where last_modifier_id = driver_id))`;

const GOING_SINCE = `select max(e.occurred_at) from task_events e where e.task_id = tasks.id and e.action = 'going'`;

const DRIVERS = `
  with own as (
    select driver_id, ${SUMMARY}, ${LAST_REPORT} as "lastReport",
      case when bool_or(status = 'going') then 'going' when bool_or(status = 'pending') then 'assigned'
           when bool_or(status = 'completed') then 'returning' else 'inactive' end as status
    from tasks where not archived group by driver_id
  ), earlier as (
    select t.driver_id, count(*)::integer as count from tasks t where ${ARCHIVED_TODAY} group by t.driver_id
  ), current as (
    select distinct on (driver_id) driver_id,
      json_build_object('id', id, 'location', location, 'address', address, 'status', status, 'type', type,
                        'seenAt', seen_at, 'goingSince', case when status = 'going' then (${GOING_SINCE}) end) as task
    from tasks where not archived and status in ('pending', 'going')
    order by driver_id, status = 'going' desc, order_index
  )
  select u.id, u.name, u.username, u.phone, u.dealerships, u.is_new as "isNew", d.fullname as "dealershipName",
    coalesce(own.status, 'inactive') as status, own.counts, own.urgent, coalesce(own.unseen, 0) as unseen,
    coalesce(earlier.count, 0) as "archivedToday",
    own."lastReport",
    current.task as current
  from users u
  left join dealership_locations d on d.name = u.dealerships[1]
  left join own on own.driver_id = u.id
  left join earlier on earlier.driver_id = u.id
  left join current on current.driver_id = u.id
  where ${DRIVES}
  order by lower(coalesce(nullif(u.name, ''), u.username)), u.id`;

const NOTHING = countTasks([]);

// Every change of the board, by tasks or drivers, raises a list's version.
const rememberedBoards = rememberByVersion<Board>(1);

/** Equal for people who see the same board. */
export const boardKey = (actor: Actor) => scopeOf(actor, 'readBoard').key;

export async function boardVersion(actor: Actor): Promise<number> {
  authorizeAll(actor, 'readBoard');
  return listTasksVersion(actor, {});
}

export async function getBoard(actor: Actor): Promise<Board> {
  const liveVersion = await boardVersion(actor);
  return rememberedBoards(boardKey(actor), liveVersion, () => readBoard(liveVersion));
}

async function readBoard(liveVersion: number): Promise<Board> {
  const board = await row<{
    drivers: (Omit<BoardRow, 'counts'> & { counts: Counts | null })[];
    unassigned: Board['unassigned'];
    routes: StoredRoute[];
    completedCount: number;
    attention: Attention;
  }>(
    `select
       (select coalesce(json_agg(d), '[]') from (${DRIVERS}) d) as drivers,
       (select to_json(u) from (select ${SUMMARY} from tasks where driver_id is null and not archived) u) as unassigned,
       (select coalesce(json_agg(r), '[]') from (${ROUTES}) r) as routes,
       (select count(*)::integer from tasks where status = 'completed' and not archived) as "completedCount",
       (select to_json(a) from (${ATTENTION}) a) as attention`,
    { zone: businessZone() },
  );
  if (!board) throw new Error('The board query answered nothing');
  const drivers = disambiguateNames(board.drivers).map((driver) => ({
    ...driver,
    counts: driver.counts ?? NOTHING,
  }));
  return { ...board, drivers, routes: board.routes.map(withDistances), liveVersion };
}

/**
 * Returns the tasks of a driver that are not archived, or with null the unassigned ones: first those under
 * way, then in order, then by urgency.
 */
export async function listTaskCards(actor: Actor, driverId: number | null): Promise<TaskList> {
  if (authorize(actor, 'readTasks') === 'own' && driverId !== actor.id) throw notFound('Driver');
  const liveVersion = await listTasksVersion(actor, {});
  const tasks = await cardsWhere(
    `where not t.archived and t.driver_id is not distinct from $driverId::integer
     order by t.status = 'going' desc, coalesce(t.order_index, 999), t.completed_at desc,
       t.priority = 'urgent' desc, t.id`,
    { driverId },
  );
  return { tasks, liveVersion };
}

/** Returns the driver for the head of a list. */
export async function getDriver(actor: Actor, driverId: number): Promise<Driver> {
  if (authorize(actor, 'readTasks') === 'own' && driverId !== actor.id) throw notFound('Driver');
  const driver = await row<Driver>(
    `select u.id, u.name, u.username, u.phone, u.dealerships, u.is_new as "isNew", d.fullname as "dealershipName"
     from users u left join dealership_locations d on d.name = u.dealerships[1]
     where u.id = $driverId and ${DRIVES}`,
    { driverId },
  );
  if (!driver) throw notFound('Driver');
  return driver;
}

const OPEN = "not t.archived and t.status <> 'completed'";

const WHERE: Record<AttentionKind, string> = {
  'customer-wrote': `t.id in (${tasksWith('customer-wrote')})`,
  'other-address': `t.id in (${tasksWith('other-address')})`,
  failed: "t.status = 'hold' and t.failure_reason is not null",
  'no-place': "(t.latitude is null or t.geo_precision = 'doubtful')",
  'at-risk': `t.need_by <= now() + interval '${String(AT_RISK_MINUTES)} minutes' and t.status not in ('going', 'linked')`,
  late: 't.id = any($late::integer[])',
  unassigned: 't.driver_id is null',
};

/** These stay until somebody settles them, whatever happens to the task. */
const isConcern = (kind: AttentionKind) => CONCERN_KINDS.some((each) => each === kind);

const MOST = 200;

/**
 * Returns the tasks that need attention for this reason: need-by first, then urgent, then the oldest. At most
 * 200.
 */
export async function listAttention(actor: Actor, kind: AttentionKind): Promise<TaskList> {
  authorizeAll(actor, 'readBoard');
  const liveVersion = await listTasksVersion(actor, {});
  const late = kind === 'late' ? { late: (await listArrivals({ actor })).flatMap((each) => each.late) } : {};
  const tasks = await cardsWhere(
    `where ${isConcern(kind) ? '' : `${OPEN} and `}${WHERE[kind]}
     order by t.need_by nulls last, t.deliver_by nulls last, t.priority = 'urgent' desc, t.created_at, t.id limit ${String(MOST)}`,
    late,
  );
  return { tasks, liveVersion };
}

/**
 * Reads, for the board, the number of each kind, and the need-by times that may become at risk as time
 * passes.
 */
const ATTENTION = `
  select json_build_object(
      ${CONCERN_KINDS.map((kind) => `'${kind}', (select count(*) from tasks t where ${WHERE[kind]}),`).join(' ')}
      'failed', count(*) filter (where ${WHERE.failed}),
      'no-place', count(*) filter (where ${WHERE['no-place']}),
      'unassigned', count(*) filter (where ${WHERE.unassigned})
    ) as counts,
    coalesce((
      select json_agg(json_build_object('id', d.id, 'needBy', d.need_by, 'isHeld', d.status = 'hold') order by d.need_by, d.id)
      from (select t.id, t.need_by, t.status from tasks t
            where ${OPEN} and t.need_by is not null and t.status not in ('going', 'linked')
            order by t.need_by, t.id limit ${String(MOST)}) d
    ), '[]') as dues
  from tasks t where ${OPEN}`;

/** Reads the next stops of each driver, as part of the board's one query. */
// Held tasks are not on the map. Pending and going tasks are the route; other tasks follow it.
const NEXT_STOPS = 4;
const ROUTES = `
  with named as (
    select *, lower(regexp_replace(trim(location), '\\s+', ' ', 'g')) as name from tasks
    where not archived and status not in ('hold', 'completed')
  ), placed as (
    -- The same places as \`placeKey\`. The key of an address is slow, so it is used only when a name has several.
    select *, case when min(address) over same <> max(address) over same then address_key(address) end as key
    from named window same as (partition by driver_id, name)
  ), stops as (
    select driver_id, bool_or(status = 'going') as going, min(coalesce(order_index, 999)) as place,
      (array_agg(location order by status = 'going' desc, order_index, id))[1] as location,
      (array_agg(address order by status = 'going' desc, order_index, id))[1] as address,
      bool_or(status in ('going', 'pending')) as active,
      json_agg(json_build_array(latitude, longitude, geo_precision) order by order_index, id)
        filter (where latitude is not null) -> 0 as at,
      json_agg(json_build_object('id', id, 'type', type, 'status', status, 'priority', priority)
               order by status = 'going' desc, order_index, id) as tasks
    from placed group by driver_id, name, key
  ), numbered as (
    select *, row_number() over (partition by driver_id order by going desc, place, location) as n from stops
  )
  select driver_id as "driverId", count(*) as "stopCount", json_build_array(d.latitude::text, d.longitude::text) as start,
    json_agg(json_build_object('at', at, 'active', active) order by n) as stops,
    json_agg(json_build_object('location', r.location, 'address', r.address, 'tasks', tasks) order by n)
      filter (where n <= ${String(NEXT_STOPS)}) as next
  from numbered r left join users u on u.id = r.driver_id left join dealership_locations d on d.name = u.dealerships[1]
  group by driver_id, d.name order by driver_id nulls first`;

type Degrees = string | null;

/** A row of the query. */
type StoredRoute = {
  driverId: number | null;
  stopCount: number;
  start: [Degrees, Degrees];
  stops: { at: [Degrees, Degrees, string | null] | null; active: boolean }[];
  next: Omit<BoardStop, 'metres' | 'place'>[];
};

/** Estimates each leg and the whole route. The unassigned list is not a route. */
function withDistances({ driverId, stopCount, start, stops, next }: StoredRoute): BoardRoute {
  const places = stops.map(({ at }) => (at ? toLatLng(at[0], at[1]) : null));
  const onRoute = places.filter((_, index) => driverId !== null && stops[index]?.active);
  const { metres, minutes, legs } = estimateRoute(toLatLng(...start), onRoute);
  // Active stops come first, so the legs are those of the first stops.
  return {
    driverId,
    stopCount,
    next: next.map((stop, index) => ({
      ...stop,
      metres: legs[index] ?? null,
      place: places[index] ? roughly(stops[index]?.at?.[2]) : null,
    })),
    estimate: onRoute.length > 0 ? { metres, minutes, stopCount: onRoute.length } : null,
  };
}

function roughly(precision: string | null | undefined): BoardStop['place'] {
  if (precision === 'street') return 'street';
  return precision === 'approximate' || precision === 'doubtful' ? 'approximate' : 'exact';
}

/** Reads a driver's work for a sheet of paper. */

type RunSheet = {
  driver: Driver | null;
  /** yyyy-mm-dd */ day: string;
  zone: string;
  tasks: TaskCard[];
};

/**
 * Returns a driver's open tasks, or with null those without a driver: first those under way, then in order.
 * @param withCompleted also returns tasks that were completed on this business day, archived or not.
 * @throws not_found when the user is not a driver.
 */
export async function getRunSheet(
  actor: Actor,
  driverId: number | null,
  withCompleted: boolean,
): Promise<RunSheet> {
  authorizeAll(actor, 'readBoard');
  const driver = driverId === null ? null : await getDriver(actor, driverId);
  const day = businessToday();
  const zone = businessZone();
  const tasks = await cardsWhere(
    `where t.driver_id is not distinct from $driverId::integer and (
       (not t.archived and t.status <> 'completed')
       or ($withCompleted::boolean and t.status = 'completed'
         and t.completed_at >= $day::date::timestamp at time zone $zone
         and t.completed_at < ($day::date + 1)::timestamp at time zone $zone))
     order by t.status = 'going' desc, coalesce(t.order_index, 999), t.completed_at, t.id`,
    { driverId, withCompleted, day, zone },
  );
  return { driver, day, zone, tasks };
}
