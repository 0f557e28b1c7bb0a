/** The data of the dispatcher's map. */
import { row, rows } from 'db/connection';
import { prepared } from 'db/statement';
import { COUNTS, FACT_TEXT } from '~/domain/tasks/store/queries.server';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll, scopeOf } from '~/domain/kernel/permissions';
import { average, type LatLng, toLatLng } from '~/domain/geography/coordinates';
import {
  bindVersions,
  CHANGED_LISTS,
  HAVE_OTHERS_CHANGED,
  IN_CHANGED_LIST,
  keepLists,
  type ListVersions,
} from '~/domain/platform/sync/kept-lists.server';
import { UNASSIGNED } from '~/domain/platform/sync/lists.server';
import { createVersionedRows, isEqual, type VersionedRows } from '~/domain/platform/sync/versioned-rows';
import { LISTS_VERSION, listsVersion } from '~/domain/platform/sync/versions.server';
import { placeKey } from '~/domain/geography/place-key';
import { driverMarks } from '~/domain/network/users/driver-marks';
import { DRIVES, hasRoute } from '~/domain/network/users/queries.server';
import type { DriverOnMap, MapChanges, MapData, MapLabel, MapTask } from './map';
import { isInRoute } from '~/domain/tasks/model/statuses';
import { routeOrder, statusIs } from '~/domain/tasks/model/status-sql.server';
import { isOnMap } from '~/domain/tasks/model/office-statuses';

type Stored<Kind> = Omit<Kind, keyof LatLng> & { latitude: string | null; longitude: string | null };

const NAME = "coalesce(nullif(u.name, ''), u.username)";

// Includes tasks without a place, because stops are counted with them.
const LISTS = `
  select changed.owner, changed.version, count(t.id)::integer as count,
    coalesce(json_agg(json_build_object('id', t.id, 'type', t.type, 'status', t.status, 'priority', t.priority,
      'location', t.location, 'address', t.address, 'driverId', t.driver_id, 'order', t.order_index,
      'numbers', ${FACT_TEXT},
      'approximate', coalesce(t.geo_precision in ('street', 'approximate', 'doubtful'), false),
      'byStreet', coalesce(t.geo_precision = 'street', false), 'latitude', t.latitude, 'longitude', t.longitude)
      order by ${routeOrder()}) filter (where ${statusIs(isOnMap)}), '[]') as tasks
  from changed left join (select * from tasks t where not t.archived and ${IN_CHANGED_LIST}) t
    on coalesce(t.driver_id, ${String(UNASSIGNED)}) = changed.owner
  group by changed.owner, changed.version`;

const PEOPLE = `
  select u.id, ${NAME} as name, d.latitude::text, d.longitude::text, ${DRIVES} as drives,
    ${hasRoute('u.roles')} as "isMarked"
  from users u left join dealership_locations d on d.name = u.dealerships[1]
  order by lower(${NAME}), u.id`;

const DEALERSHIPS = `
  select l.name, l.latitude::text, l.longitude::text from dealership_locations l join dealerships d on d.name = l.name
  where l.latitude is not null and d.retired_at is null order by l.name`;

const MOST_TOWNS = 60;
const TOWNS = `
  select city as name, avg(latitude)::text as latitude, avg(longitude)::text as longitude
  from (select city, state, latitude, longitude from account_addresses
        union all select city, state, latitude, longitude from dealership_locations) places
  where city <> '' and latitude is not null
  group by city, state order by count(*) desc, city limit ${String(MOST_TOWNS)}`;

/** Equal for people who see the same map. */
export const mapKey = (actor: Actor) => scopeOf(actor, 'readBoard').key;

/** A version that changes exactly when the map does. */
export function mapVersion(actor: Actor): Promise<number> {
  authorizeAll(actor, 'readBoard');
  return listsVersion(actor, 'all');
}

/**
 * Returns every task with coordinates, and names for orientation.
 * @param version the present one, if it has just been read.
 */
export async function getMap(actor: Actor, version?: number): Promise<MapData> {
  authorizeAll(actor, 'readBoard');
  return (await keptMap(version ?? (await mapVersion(actor)))).map;
}

/**
 * Returns the history from which `mapSince` knows what has changed since then, or null.
 * @param version the present one.
 */
export async function mapHistory(actor: Actor, version: number, since: number): Promise<number | null> {
  authorizeAll(actor, 'readBoard');
  const known = await keptMap(version);
  return knows(known, since) ? known.history.id : null;
}

const knows = ({ version, history }: Known, since: number) => since <= version && history.knows(since);

/** Returns the changes since the reader's version, or the whole map when that version is no longer known. */
export async function mapSince(actor: Actor, since: number, version?: number): Promise<MapChanges | MapData> {
  authorizeAll(actor, 'readBoard');
  const known = await keptMap(version ?? (await mapVersion(actor)));
  if (!knows(known, since)) return known.map;
  const { map, history, changedAt } = known;
  const { drivers, dealerships, towns, liveVersion } = map;
  return {
    since,
    ...history.since(since),
    liveVersion,
    ...(changedAt.drivers > since && { drivers }),
    ...(changedAt.dealerships > since && { dealerships }),
    ...(changedAt.towns > since && { towns }),
  };
}

/** `count`: with held tasks. */
type StoredList = { owner: number; version: number; count: number; tasks: Unnumbered[] };
type List = { tasks: MapTask[] };
/** `isMarked`: is a driver, or was one when the account was deleted. */
type Person = Stored<MapLabel> & { id: number; drives: boolean; isMarked: boolean };
/** Read only when people or places may have changed. */
type Others = { people: Person[]; dealerships: Stored<MapLabel>[]; towns: Stored<MapLabel>[] };
type Known = {
  version: number;
  versions: ListVersions;
  lists: Map<number, List>;
  others: Others;
  history: VersionedRows<MapTask>;
  /** The versions at which these have changed. */
  changedAt: Record<'drivers' | 'dealerships' | 'towns', number>;
  map: MapData;
};

const json = (query: string) => `(select coalesce(json_agg(found), '[]') from (${query}) found)`;
const CHANGED = prepared(`
  with ${CHANGED_LISTS}
  select (${LISTS_VERSION}) as version, ${json(LISTS)} as lists,
    case when ${HAVE_OTHERS_CHANGED} then json_build_object(
      'people', ${json(PEOPLE)}, 'dealerships', ${json(DEALERSHIPS)}, 'towns', ${json(TOWNS)}) end as others`);

const keptMap = keepLists<Known>(readMap);

async function readMap(before: Known | null): Promise<Known> {
  const earlier: ListVersions = before?.versions ?? new Map<number, number>();
  const stored = await row<{ version: number; lists: StoredList[]; others: Others | null }>(
    CHANGED,
    bindVersions(earlier),
  );
  if (!stored) throw new Error('The map query answered nothing');
  const { version } = stored;
  // A lower version is of another database: a backup was restored.
  if (before && version < before.version) return readMap(null);
  if (before?.version === version) return before;
  const others = stored.others ?? before?.others ?? { people: [], dealerships: [], towns: [] };
  const lists = new Map(before?.lists);
  for (const { owner, count, tasks } of stored.lists)
    if (count > 0) lists.set(owner, { tasks: placed<MapTask>(numbered(tasks)) });
    else lists.delete(owner);
  const history = before?.history ?? createVersionedRows<MapTask>(({ id }) => id, version);
  const map = mapOf(version, lists, others, history, before?.map);
  const at = (key: keyof Known['changedAt']) =>
    before?.map[key] === map[key] ? before.changedAt[key] : version;
  return {
    version,
    versions: new Map([...earlier, ...stored.lists.map((list) => [list.owner, list.version] as const)]),
    lists,
    others,
    history,
    changedAt: { drivers: at('drivers'), dealerships: at('dealerships'), towns: at('towns') },
    map,
  };
}

/** Parts that are equal to those before are the same objects. */
function mapOf(
  version: number,
  lists: Known['lists'],
  { people, ...places }: Others,
  history: Known['history'],
  before: MapData | undefined,
): MapData {
  // The unassigned tasks are the last ones.
  const owners = [...lists.keys()].sort((one, other) => (one || Infinity) - (other || Infinity));
  const tasks = history.replace(
    owners.flatMap((owner) => lists.get(owner)?.tasks ?? []),
    version,
  );
  const towns = placed<MapLabel>(places.towns);
  const marks = driverMarks(
    people.filter(({ isMarked }) => isMarked).map(({ id, name }) => ({ id, name, username: '' })),
  );
  const same = <Key extends 'drivers' | 'dealerships' | 'towns'>(key: Key, now: MapData[Key]) =>
    before && isEqual(before[key], now) ? before[key] : now;
  return {
    tasks,
    drivers: same(
      'drivers',
      people
        .filter(({ id, drives }) => drives || lists.has(id))
        .map(({ id, name, latitude, longitude }) => ({
          id,
          name,
          color: 0,
          initials: '',
          ...marks.get(id),
          start: toLatLng(latitude, longitude),
        })),
    ),
    dealerships: same('dealerships', placed<MapLabel>(places.dealerships)),
    towns: same('towns', towns.length > 0 ? towns : townsOf(tasks)),
    liveVersion: version,
  };
}

type Unnumbered = Omit<Stored<MapTask>, 'stop'>;

/** Adds the numbers of stops, equal to those of the driver's list. */
function numbered(tasks: Unnumbered[]): Stored<MapTask>[] {
  const routes = new Map<number, Map<string, number>>();
  return tasks.map((task) => {
    const { driverId, status } = task;
    if (driverId === null || !isInRoute({ status })) return { ...task, stop: null };
    const stops = routes.get(driverId) ?? new Map<string, number>();
    routes.set(driverId, stops);
    const place = placeKey(task);
    const stop = stops.get(place) ?? stops.size + 1;
    stops.set(place, stop);
    return { ...task, stop };
  });
}

function placed<Kind extends LatLng>(stored: Stored<Kind>[]): Kind[] {
  return stored.flatMap(({ latitude, longitude, ...rest }) => {
    const at = toLatLng(latitude, longitude);
    return at ? [{ ...rest, ...at } as unknown as Kind] : [];
  });
}

const TOWN = /,\s*([^,\d]+?)\s*,?\s+[A-Z]{2}\b/;

/** Names towns by the addresses of tasks, for a network without other places. */
function townsOf(tasks: MapTask[]): MapLabel[] {
  const points = new Map<string, LatLng[]>();
  for (const { address, lat, lng } of tasks) {
    const town = TOWN.exec(address.replace(/\s+/g, ' '))?.[1];
    if (!town) continue;
    // Most tasks may be in one town, so its list is not copied for each.
    const known = points.get(town);
    if (known) known.push({ lat, lng });
    else points.set(town, [{ lat, lng }]);
  }
  return [...points].slice(0, MOST_TOWNS).flatMap(([name, at]) => {
    const middle = average(at);
    return middle ? [{ name, ...middle }] : [];
  });
}

/** Lists the owners of tasks that are not archived, by name. 0 is the unassigned list and comes first. */
export async function listDriversOnMap(actor: Actor): Promise<DriverOnMap[]> {
  authorizeAll(actor, 'readBoard');
  return rows<DriverOnMap>(
    `select coalesce(t.driver_id, 0) as id, coalesce(${NAME}, 'Unassigned') as name, ${COUNTS} as counts
     from tasks t left join users u on u.id = t.driver_id
     where not t.archived
     group by t.driver_id, u.name, u.username
     order by t.driver_id is not null, lower(${NAME}), t.driver_id`,
  );
}
