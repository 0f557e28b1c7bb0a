/**
 * Keeps the board in the process, list by list. After a change, one statement reads the lists whose versions have
 * changed; all others are as they were.
 */
import { row } from 'db/connection';
import { prepared } from 'db/statement';
import { driverMarks, type DriverMark } from '~/domain/network/users/driver-marks';
import { disambiguateNames, DRIVES, hasRoute } from '~/domain/network/users/queries.server';
import { archivedWithin, businessToday } from '~/domain/network/settings/business-time.server';
import { businessZone } from '~/domain/network/settings/network.server';
import {
  bindVersions,
  CHANGED_LISTS,
  HAVE_OTHERS_CHANGED,
  IN_CHANGED_LIST,
  keepLists,
  type ListVersions,
} from '~/domain/platform/sync/kept-lists.server';
import { UNASSIGNED } from '~/domain/platform/sync/lists.server';
import { LISTS_VERSION } from '~/domain/platform/sync/versions.server';
import { createVersionedRows, isEqual } from '~/domain/platform/sync/versioned-rows';
import { type LatLng, toLatLng } from '~/domain/geography/coordinates';
import { estimateRoute } from '~/domain/geography/distance';
import { tasksWith } from '~/domain/tasks/activity/concerns.server';
import { CONCERN_KINDS } from '~/domain/tasks/model/concerns';
import { type Counts, countTasks } from '~/domain/tasks/model/counts';
import { COUNTS } from '~/domain/tasks/store/queries.server';
import { stopsOfRuns, stripRuns } from './runs.server';
import type {
  Attention,
  Board,
  BoardChanges,
  BoardRoute,
  BoardRow,
  BoardStop,
  Driver,
  Due,
  StripRun,
} from './board';
import { byTime } from './changes';
import { isAhead, isDone, isHeld, isInRoute, isOpen, isUnderWay } from '~/domain/tasks/model/statuses';
import { FAILED, routeOrder, statusIs } from '~/domain/tasks/model/status-sql.server';
import { isOnMap, isWaiting } from '~/domain/tasks/model/office-statuses';

const TODAY = '(now() at time zone $zone)::date';

/** SQL: whether task `t` was completed today and archived since. Binds `$zone`. */
export const ARCHIVED_TODAY = archivedWithin(TODAY, TODAY);

/** SQL: the reasons why task `t` needs attention, for those that the board counts. */
export const ATTENTION = {
  'customer-wrote': `t.id in (${tasksWith('customer-wrote')})`,
  'other-address': `t.id in (${tasksWith('other-address')})`,
  failed: FAILED,
  'no-place': "(t.latitude is null or t.geo_precision = 'doubtful')",
  unassigned: 't.driver_id is null',
};

/** The limit of listed tasks with a need-by. */
export const MOST_DUES = 200;

const URGENT = `t.priority = 'urgent' and ${statusIs(isOpen)}`;

// The last time that the task became urgent. A task that was urgent before events were kept counts from its
// creation.
const URGENT_SINCE = `coalesce((select max(e.occurred_at) from task_events e
    where e.task_id = t.id and e.changes -> 'priority' ->> 1 = 'urgent'), t.created_at)`;

// The driver's latest report, unless somebody has changed the task since, or the latest time that their phone
// showed a task.
const LAST_REPORT = `greatest(max(seen_at), max(completed_at) filter (where completed_by_driver_id = driver_id),
      max(updated_at) filter (where last_modifier_id = driver_id))`;

const GOING_SINCE = `select max(e.occurred_at) from task_events e where e.task_id = t.id and ${statusIs(isUnderWay, 'e.action')}`;

const OWNER = `coalesce(t.driver_id, ${String(UNASSIGNED)})`;

// Held tasks are not on the map. Pending and going tasks are the route; other tasks follow it.
const NEXT_STOPS = 4;
const ROUTES = `
  with named as (
    select *, lower(regexp_replace(trim(location), '\\s+', ' ', 'g')) as name from live
    where ${statusIs(isOnMap, 'status')} and ${statusIs(isOpen, 'status')}
  ), placed as (
    -- The same places as \`placeKey\`. The key of an address is slow, so it is used only when a name has several.
    select *, case when min(address) over same <> max(address) over same then address_key(address) end as key
    from named window same as (partition by owner, name)
  ), stops as (
    select owner, bool_or(${statusIs(isUnderWay, 'status')}) as going, min(coalesce(order_index, 999)) as place,
      (array_agg(location order by ${routeOrder('')}))[1] as location,
      (array_agg(address order by ${routeOrder('')}))[1] as address,
      bool_or(${statusIs(isInRoute, 'status')}) as active,
      json_agg(json_build_array(latitude, longitude, geo_precision) order by order_index, id)
        filter (where latitude is not null) -> 0 as at,
      json_agg(json_build_object('id', id, 'type', type, 'status', status, 'priority', priority)
               order by ${routeOrder('')}) as tasks
    from placed group by owner, name, key
  ), numbered as (
    select *, row_number() over (partition by owner order by going desc, place, location) as n from stops
  ), whole as (
    select owner, json_build_object('stopCount', count(*),
      'stops', json_agg(json_build_object('at', at, 'active', active) order by n),
      'next', json_agg(json_build_object('location', location, 'address', address, 'tasks', tasks) order by n)
        filter (where n <= ${String(NEXT_STOPS)})) as route
    from numbered group by owner
  )
  select * from whole left join (${stopsOfRuns('placed')}) ridden using (owner)`;

/** The need-by times that may become at risk as time passes. */
const DUES = `
  select owner, json_agg(json_build_object('id', id, 'needBy', need_by, 'isHeld', ${statusIs(isHeld, 'status')})) as dues
  from (select *, row_number() over (partition by owner order by need_by, id) as n from live
        where need_by is not null and ${statusIs(isWaiting, 'status')}) d
  where n <= ${String(MOST_DUES)} group by owner`;

const countOf = (kind: 'failed' | 'no-place' | 'unassigned') =>
  `'${kind}', count(*) filter (where ${statusIs(isOpen)} and ${ATTENTION[kind]})`;

/** Lists of other owners than drivers are the unassigned one and those of former drivers. */
const CHANGED = prepared(`
  with ${CHANGED_LISTS}, live as materialized (
    select t.*, ${OWNER} as owner from tasks t
    where not t.archived and ${IN_CHANGED_LIST}
  ), own as (
    select owner, ${COUNTS} as counts,
      case when bool_or(${URGENT}) then json_build_object('count', count(*) filter (where ${URGENT}),
        'since', min(${URGENT_SINCE}) filter (where ${URGENT})) end as urgent,
      count(*) filter (where ${statusIs(isAhead, 'status')} and seen_at is null)::integer as unseen,
      ${LAST_REPORT} as "lastReport",
      case when bool_or(${statusIs(isUnderWay, 'status')}) then 'going' when bool_or(${statusIs(isAhead, 'status')}) then 'assigned'
           when bool_or(${statusIs(isDone, 'status')}) then 'returning' else 'inactive' end as status,
      json_build_object(${countOf('failed')}, ${countOf('no-place')}, ${countOf('unassigned')}) as attention
    from live t group by owner
  ), earlier as (
    select ${OWNER} as owner, count(*)::integer as "archivedToday" from tasks t
    where ${ARCHIVED_TODAY} and ${IN_CHANGED_LIST} group by 1
  ), present as (
    select distinct on (owner) owner,
      json_build_object('id', id, 'location', location, 'address', address, 'status', status, 'type', type,
        'seenAt', seen_at, 'goingSince', case when ${statusIs(isUnderWay, 'status')} then (${GOING_SINCE}) end) as current
    from live t where ${statusIs(isInRoute, 'status')}
    order by owner, ${statusIs(isUnderWay, 'status')} desc, order_index
  ), concerns as (
    select owner, json_object_agg(kind, tasks) as concerns from (
      ${CONCERN_KINDS.map(
        (kind) => `select ${OWNER} as owner, '${kind}' as kind, count(*) as tasks
          from tasks t where ${ATTENTION[kind]} group by 1`,
      ).join(' union all ')}
    ) each group by owner
  ), routes as (${ROUTES}), dues as (${DUES})
  select (${LISTS_VERSION}) as version, ${TODAY}::text as day,
    (select coalesce(json_agg(l), '[]') from (
      select changed.owner, changed.version, own.counts, own.urgent, own.unseen, own."lastReport", own.status,
        own.attention, concerns.concerns, earlier."archivedToday", present.current, routes.route, routes.runs, dues.dues
      from changed left join own using (owner) left join earlier using (owner) left join present using (owner)
        left join concerns using (owner) left join routes using (owner) left join dues using (owner)
    ) l) as lists,
    (select coalesce(json_agg(r), '[]') from (${stripRuns(TODAY)}) r) as runs,
    case when ${HAVE_OTHERS_CHANGED} then (
      select coalesce(json_agg(p), '[]') from (
        select u.id, u.name, u.username, u.phone, u.dealerships, u.is_new as "isNew",
          d.fullname as "dealershipName", ${DRIVES} as drives, ${hasRoute('u.roles')} as "isMarked",
          json_build_array(d.latitude::text, d.longitude::text) as start
        from users u left join dealership_locations d on d.name = u.dealerships[1]
        order by lower(coalesce(nullif(u.name, ''), u.username)), u.id
      ) p) end as people`);

type Degrees = string | null;

/** A list in the answer of the statement. What it has not is null. */
type StoredList = {
  owner: number;
  version: number;
  counts: Counts | null;
  urgent: BoardRow['urgent'];
  unseen: number | null;
  lastReport: string | null;
  status: BoardRow['status'] | null;
  attention: Omit<Attention['counts'], (typeof CONCERN_KINDS)[number]> | null;
  concerns: Partial<Attention['counts']> | null;
  archivedToday: number | null;
  current: BoardRow['current'];
  route: {
    stopCount: number;
    stops: { at: [Degrees, Degrees, string | null] | null; active: boolean }[];
    next: Omit<BoardStop, 'metres' | 'place'>[];
  } | null;
  /** The stops of each run by its id. */
  runs: Record<string, number> | null;
  dues: Due[] | null;
};
type List = Omit<StoredList, 'owner' | 'version'>;
/** `drives`: the user is a driver now. `isMarked`: is one, or was one when the account was deleted. */
type StoredPerson = Omit<Driver, keyof DriverMark> & {
  drives: boolean;
  isMarked: boolean;
  start: [Degrees, Degrees];
};
type StoredRun = Omit<StripRun, 'stops'>;
type Stored = {
  version: number;
  /** yyyy-mm-dd */ day: string;
  lists: StoredList[];
  runs: StoredRun[];
  people: StoredPerson[] | null;
};

const NOTHING = countTasks([]);
const EMPTY: List = {
  counts: null,
  urgent: null,
  unseen: null,
  lastReport: null,
  status: null,
  attention: null,
  concerns: null,
  archivedToday: null,
  current: null,
  route: null,
  runs: null,
  dues: null,
};

/** The rows of the board that readers hold, with the versions at which they have changed. */
type History = ReturnType<typeof createHistory>;

const createHistory = (first: number) => ({
  drivers: createVersionedRows<BoardRow>(({ id }) => id, first),
  routes: createVersionedRows<BoardRoute>(({ driverId }) => driverId ?? UNASSIGNED, first),
  dues: createVersionedRows<Due>(({ id }) => id, first),
});

type Known = {
  version: number;
  /** A new day begins with other numbers, without a change of any list. */
  day: string;
  /** The versions of lists by owner. */
  versions: ListVersions;
  /** The versions of the board at which lists have changed, by owner. */
  changedAt: Map<number, number>;
  lists: Map<number, List>;
  /** In the order of names. */
  drivers: Driver[];
  starts: Map<number, LatLng | null>;
  /** The version at which drivers came, left or changed places. */
  orderedAt: number;
  runs: StripRun[];
  /** The version at which they changed. */
  runsAt: number;
  history: History;
  board: Board;
};

const keptBoard = keepLists<Known>(
  (before) => read(before, before),
  ({ day }) => day !== businessToday(),
);

/** @param version as read before. @returns the board of this version or of a later one. */
export async function boardAt(version: number): Promise<Board> {
  return (await keptBoard(version)).board;
}

/** Returns the history that knows what has changed since then, or null. */
export async function boardHistory(version: number, since: number): Promise<number | null> {
  const known = await keptBoard(version);
  return knows(known, since) ? known.history.drivers.id : null;
}

const knows = ({ version, history }: Known, since: number) =>
  since <= version && Object.values(history).every((rows) => rows.knows(since));

/** @returns the changes since then, or the whole board if they are not known. */
export async function changesAt(version: number, since: number): Promise<BoardChanges | Board> {
  const known = await keptBoard(version);
  const { board, history, orderedAt, runsAt, changedAt } = known;
  if (!knows(known, since)) return board;
  const { drivers, routes, dues } = history;
  const { unassigned, completedCount, attention, liveVersion } = board;
  return {
    since,
    drivers: drivers.since(since),
    ...(orderedAt > since && { order: board.drivers.map(({ id }) => id) }),
    routes: routes.since(since),
    unassigned,
    completedCount,
    ...(runsAt > since && { runs: board.runs }),
    attention: { counts: attention.counts, dues: dues.since(since) },
    lists: [...changedAt].flatMap(([owner, at]) => (at > since ? [owner] : [])),
    liveVersion,
  };
}

/** @param before null to read everything. */
async function read(before: Known | null, latest: Known | null): Promise<Known> {
  const earlier: ListVersions = before?.versions ?? new Map<number, number>();
  const stored = await row<Stored>(CHANGED, { ...bindVersions(earlier), zone: businessZone() });
  if (!stored) throw new Error('The board query answered nothing');
  const { version, day } = stored;
  // A lower version is of another database: a backup was restored.
  if (before && (before.day !== day || version < before.version)) return read(null, latest);
  if (before?.version === version) return before;

  const versions = new Map([...earlier, ...stored.lists.map((list) => [list.owner, list.version] as const)]);
  const changedAt = new Map([
    ...(before?.changedAt ?? []),
    ...stored.lists.map(({ owner }) => [owner, version] as const),
  ]);
  const lists = new Map(before?.lists);
  for (const { owner, version: _, ...list } of stored.lists)
    lists.set(owner, sameIfEqual(lists.get(owner), list));
  const { drivers, starts } = peopleOf(stored.people, before);
  // Readers of this very version may have another day's numbers.
  const history = before?.history ?? createHistory(latest?.version === version ? version + 1 : version);
  const runs = sameIfEqual(before?.runs, withStops(stored.runs, lists));
  const isOrdered = before !== null && isEqual(drivers.map(idOf), before.drivers.map(idOf));
  return {
    version,
    day,
    versions,
    changedAt,
    lists,
    drivers,
    starts,
    history,
    orderedAt: isOrdered ? before.orderedAt : version,
    runs,
    runsAt: runs === before?.runs ? before.runsAt : version,
    board: boardOf({ version, lists, drivers, starts, runs, history }),
  };
}

/** The tasks of a run may be in several lists, because its driver can change. */
function withStops(runs: StoredRun[], lists: Map<number, List>): StripRun[] {
  const stops = new Map<string, number>();
  for (const { runs: of } of lists.values())
    for (const [id, count] of Object.entries(of ?? {})) stops.set(id, (stops.get(id) ?? 0) + count);
  return runs.map((run) => ({ ...run, stops: stops.get(String(run.id)) ?? 0 }));
}

const idOf = ({ id }: Driver) => id;
const sameIfEqual = <Value extends object>(before: Value | null | undefined, now: Value) =>
  before && isEqual(before, now) ? before : now;

function peopleOf(people: StoredPerson[] | null, before: Known | null): Pick<Known, 'drivers' | 'starts'> {
  if (!people) return before ?? { drivers: [], starts: new Map<number, LatLng | null>() };
  const known = new Map(before?.drivers.map((driver) => [driver.id, driver]));
  const marks = driverMarks(people.filter(({ isMarked }) => isMarked));
  const drivers = people
    .filter(({ drives }) => drives)
    .map(({ drives: _, isMarked: __, start: ___, ...driver }) => ({
      ...driver,
      color: 0,
      initials: '',
      ...marks.get(driver.id),
    }));
  return {
    drivers: disambiguateNames(drivers).map((driver) => sameIfEqual(known.get(driver.id), driver)),
    starts: new Map(
      people.map(({ id, start }) => {
        const place = toLatLng(...start);
        return [id, place && sameIfEqual(before?.starts.get(id), place)];
      }),
    ),
  };
}

function boardOf({
  version,
  lists,
  drivers,
  starts,
  runs,
  history,
}: Pick<Known, 'version' | 'lists' | 'drivers' | 'starts' | 'runs' | 'history'>): Board {
  const owners = [...lists.keys()].sort((one, other) => one - other);
  const all = [...lists.values()];
  const sum = (count: (list: List) => number | undefined) =>
    all.reduce((total, list) => total + (count(list) ?? 0), 0);
  const { counts, urgent } = lists.get(UNASSIGNED) ?? EMPTY;
  return {
    drivers: history.drivers.replace(
      drivers.map((driver) => rowOf(driver.id, driver, lists.get(driver.id) ?? EMPTY)),
      version,
    ),
    unassigned: { urgent, counts: counts ?? NOTHING },
    routes: history.routes.replace(
      owners.flatMap((owner) => routeOf(owner, starts.get(owner) ?? null, lists.get(owner) ?? EMPTY) ?? []),
      version,
    ),
    completedCount: sum((list) => list.counts?.completed),
    runs,
    attention: {
      counts: {
        'customer-wrote': sum(({ concerns }) => concerns?.['customer-wrote']),
        'other-address': sum(({ concerns }) => concerns?.['other-address']),
        failed: sum(({ attention }) => attention?.failed),
        'no-place': sum(({ attention }) => attention?.['no-place']),
        unassigned: sum(({ attention }) => attention?.unassigned),
      },
      dues: history.dues.replace(
        all
          .flatMap(({ dues }) => dues ?? [])
          .sort(byTime)
          .slice(0, MOST_DUES),
        version,
      ),
    },
    liveVersion: version,
  };
}

/** Makes what follows from two objects again only when one of them is another. */
function remembered<One, Other, Made>(make: (id: number, one: One, other: Other) => Made) {
  const made = new Map<number, { one: One; other: Other; result: Made }>();
  return (id: number, one: One, other: Other): Made => {
    const before = made.get(id);
    if (before?.one === one && before.other === other) return before.result;
    const result = make(id, one, other);
    made.set(id, { one, other, result });
    return result;
  };
}

const rowOf = remembered((_, driver: Driver, list: List): BoardRow => {
  const { urgent, unseen, lastReport, status, archivedToday, current, counts } = list;
  return {
    ...driver,
    status: status ?? 'inactive',
    urgent,
    counts: counts ?? NOTHING,
    archivedToday: archivedToday ?? 0,
    unseen: unseen ?? 0,
    lastReport,
    current,
  };
});

/** Estimates each leg and the whole route. The unassigned list is not a route. */
const routeOf = remembered((owner, start: LatLng | null, { route }: List): BoardRoute | null => {
  if (!route) return null;
  const { stopCount, stops, next } = route;
  const places = stops.map(({ at }) => (at ? toLatLng(at[0], at[1]) : null));
  const onRoute = places.filter((_, index) => owner !== UNASSIGNED && stops[index]?.active);
  const { metres, minutes, legs } = estimateRoute(start, onRoute);
  // Active stops come first, so the legs are those of the first stops.
  return {
    driverId: owner === UNASSIGNED ? null : owner,
    stopCount,
    next: next.map((stop, index) => ({
      ...stop,
      metres: legs[index] ?? null,
      place: places[index] ? roughly(stops[index]?.at?.[2]) : null,
    })),
    estimate: onRoute.length > 0 ? { metres, minutes, stopCount: onRoute.length } : null,
  };
});

function roughly(precision: string | null | undefined): BoardStop['place'] {
  if (precision === 'street') return 'street';
  return precision === 'approximate' || precision === 'doubtful' ? 'approximate' : 'exact';
}
