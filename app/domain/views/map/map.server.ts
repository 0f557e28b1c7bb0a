/** The data of the dispatcher's map. */
import { row, rows } from 'db/connection';
import { COUNTS, FACT_TEXT } from '~/domain/tasks/store/queries.server';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll, scopeOf } from '~/domain/kernel/permissions';
import { average, type LatLng, toLatLng } from '~/domain/geography/coordinates';
import { isActive } from '~/domain/tasks/model/transitions';
import { LISTS_VERSION, listsVersion, rememberByVersion } from '~/domain/platform/sync/versions.server';
import { placeKey } from '~/domain/geography/place-key';
import { DRIVES } from '~/domain/network/users/queries.server';
import type { DriverOnMap, MapChanges, MapData, MapLabel, MapTask } from './map';

type Stored<Kind> = Omit<Kind, keyof LatLng> & { latitude: string | null; longitude: string | null };

const NAME = "coalesce(nullif(u.name, ''), u.username)";

// Includes tasks without a place, because stops are counted with them.
const TASKS = `
  select id, type, status, priority, location, address, driver_id as "driverId", order_index as "order",
    ${FACT_TEXT} as numbers,
    coalesce(geo_precision in ('street', 'approximate', 'doubtful'), false) as approximate,
    coalesce(geo_precision = 'street', false) as "byStreet", latitude, longitude
  from tasks t
  where not archived and status <> 'hold'
  order by driver_id, status = 'going' desc, order_index, id`;

const DRIVERS = `
  select u.id, ${NAME} as name, d.latitude::text, d.longitude::text
  from users u left join dealership_locations d on d.name = u.dealerships[1]
  where ${DRIVES}
     or exists (select from tasks t where t.driver_id = u.id and not t.archived)
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

// Like the board, the map changes only with a list's version.
const rememberedMaps = rememberByVersion<MapData>(1);

/** Equal for people who see the same map. */
export const mapKey = (actor: Actor) => scopeOf(actor, 'readBoard').key;

/** A version that changes exactly when the map does. */
export function mapVersion(actor: Actor): Promise<number> {
  authorizeAll(actor, 'readBoard');
  return listsVersion(actor, 'all');
}

/** Every task with coordinates, and names for orientation. */
export async function getMap(actor: Actor): Promise<MapData> {
  const liveVersion = await mapVersion(actor);
  return rememberedMaps(mapKey(actor), liveVersion, async () => remember(await readMap()));
}

// Open pages have one of this many latest versions.
const MOST_VERSIONS = 32;
/** The latest versions, the oldest first. Versions share the objects that are equal. */
let versions: MapData[] = [];

function remember(map: MapData): MapData {
  const last = versions[versions.length - 1];
  const known = new Map(last?.tasks.map((task) => [task.id, task]));
  const tasks = map.tasks.map((task) => {
    const before = known.get(task.id);
    return before && isSameTask(before, task) ? before : task;
  });
  const shared = last
    ? {
        ...map,
        tasks,
        drivers: isSame(last.drivers, map.drivers) ? last.drivers : map.drivers,
        dealerships: isSame(last.dealerships, map.dealerships) ? last.dealerships : map.dealerships,
        towns: isSame(last.towns, map.towns) ? last.towns : map.towns,
      }
    : map;
  versions = [...versions, shared].slice(-MOST_VERSIONS);
  return shared;
}

const isSameTask = (one: MapTask, other: MapTask) =>
  (Object.keys(one) as (keyof MapTask)[]).every((key) => one[key] === other[key]);
const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** True while `mapSince` knows what has changed since this version. */
export const isKnownMap = (version: number) => versions.some(({ liveVersion }) => liveVersion === version);

/** Returns the changes since the reader's version, or the whole map when that version is no longer known. */
export async function mapSince(actor: Actor, version: number): Promise<MapChanges | MapData> {
  const map = await getMap(actor);
  const before = versions.find(({ liveVersion }) => liveVersion === version);
  if (!before) return map;
  const known = new Set(before.tasks);
  const left = new Set(map.tasks.map(({ id }) => id));
  const { drivers, dealerships, towns, liveVersion } = map;
  return {
    since: version,
    changed: map.tasks.filter((task) => !known.has(task)),
    removed: before.tasks.filter(({ id }) => !left.has(id)).map(({ id }) => id),
    liveVersion,
    ...(drivers !== before.drivers && { drivers }),
    ...(dealerships !== before.dealerships && { dealerships }),
    ...(towns !== before.towns && { towns }),
  };
}

/** The same statement reads the version, because readers get the changes since exactly this state. */
async function readMap(): Promise<MapData> {
  const list = (query: string) => `(select coalesce(json_agg(found), '[]') from (${query}) found)`;
  const stored = await row<{
    tasks: Unnumbered[];
    drivers: { id: number; name: string; latitude: string | null; longitude: string | null }[];
    dealerships: Stored<MapLabel>[];
    towns: Stored<MapLabel>[];
    liveVersion: number;
  }>(
    `select ${list(TASKS)} as tasks, ${list(DRIVERS)} as drivers, ${list(DEALERSHIPS)} as dealerships,
       ${list(TOWNS)} as towns, (${LISTS_VERSION}) as "liveVersion"`,
  );
  if (!stored) throw new Error('The map query answered nothing');
  const tasks = placed<MapTask>(numbered(stored.tasks));
  const towns = placed<MapLabel>(stored.towns);
  return {
    tasks,
    drivers: stored.drivers.map(({ id, name, latitude, longitude }) => ({
      id,
      name,
      start: toLatLng(latitude, longitude),
    })),
    dealerships: placed<MapLabel>(stored.dealerships),
    towns: towns.length > 0 ? towns : townsOf(tasks),
    liveVersion: stored.liveVersion,
  };
}

type Unnumbered = Omit<Stored<MapTask>, 'stop'>;

/** Adds the numbers of stops, equal to those of the driver's list. */
function numbered(tasks: Unnumbered[]): Stored<MapTask>[] {
  const routes = new Map<number, Map<string, number>>();
  return tasks.map((task) => {
    const { driverId, status } = task;
    if (driverId === null || !isActive(status)) return { ...task, stop: null };
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
