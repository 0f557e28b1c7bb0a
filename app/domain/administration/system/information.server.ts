/** The version, the providers, and the state of this installation. */
import { row, rows } from 'db/connection';
import { LISTENER_NAME } from 'db/listen';
import { migrations } from 'db/migrations';
import type { Actor } from '~/domain/kernel/actor';
import { provider } from '~/domain/geography/geocoding/provider.server';
import { authorize } from '~/domain/kernel/permissions';
import { type BuildProgress, buildUnderWay } from '~/domain/geography/region/build-progress.server';
import { currentRegion, type Region } from '~/domain/geography/region/region.server';
import { hasRegionRoads } from '~/domain/geography/roads/region-roads.server';
import { listOutages, type Outage } from '~/domain/platform/services.server';
import { positionCounts } from '~/domain/tracking/accept';
import { certificateInUse, RENEW_WITHIN_DAYS } from '~/process/certificate.server';
import { env } from '~/process/env.server';
import { plots, type Plot } from './samples.server';
import { version } from '~/process/version.server';
import { system as words } from '~/words/en/system';
import { isHeld } from '~/domain/tasks/model/statuses';
import { statusIs } from '~/domain/tasks/model/status-sql.server';

export type Information = {
  version: string;
  providers: Providers;
  /** The region that this instance uses; null without one. */
  region: Region | null;
  /** The build of a region that is under way; null without one. */
  build: BuildProgress | null;
  houseNumbers: HouseNumbers;
  /** For admins. */
  inside: Inside | null;
};

export type Inside = {
  /** Start of the instance that answers, ISO 8601. */
  startedAt: string;
  /** The number of instances that listen to this database now. */
  instances: number;
  database: { version: string; bytes: number };
  migrations: { applied: number; pending: string[] };
  addresses: Queue;
  /** The number of held tasks whose time came more than half a minute ago. */
  overdueHolds: number;
  /** When the last good backup was finished, when the next ones are due, and the error of the latest. */
  backup: { last: string | null; at: string; error: string | null };
  /** The services that do not work now. */
  outages: Outage[];
  /** The certificate of the instance that answers; null without TLS_CERT. */
  certificate: Certificate | null;
  /** Positions of drivers, counted since this instance was started. */
  positions: { stored: number; dropped: Record<string, number> };
  plots: Plot[];
};

/** `until` is ISO 8601. */
export type Certificate = { until: string; isSoon: boolean };

/** Addresses that wait to be looked up. `oldest` is ISO 8601. */
export type Queue = { waiting: number; givenUp: number; oldest: string | null };

/** The number of counties with house number ranges, and the year of the oldest ranges. */
type HouseNumbers = { counties: number; since: number | null };
const NONE: HouseNumbers = { counties: 0, since: null };

const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();

/** Every user may see the version and the providers; only admins see the state of the installation. */
export async function getInformation(actor: Actor): Promise<Information> {
  const isAdmin = authorize(actor, 'readSystem') === 'any';
  const [houseNumbers, build, inside] = await Promise.all([
    row<HouseNumbers>('select count(*)::integer as counties, min(year) as since from street_counties'),
    buildUnderWay(),
    isAdmin ? lookInside() : null,
  ]);
  return {
    version,
    providers: {
      map: mapFrom(),
      geocoder: addressesFrom(),
      routes: routesFrom(),
      notifications: notificationsFrom(),
    },
    region: currentRegion(),
    build,
    houseNumbers: houseNumbers ?? NONE,
    inside,
  };
}

async function lookInside(): Promise<Inside> {
  const [health, applied, lastHour, outages] = await Promise.all([
    row<Health>(HEALTH, { listener: LISTENER_NAME }),
    rows<{ name: string }>('select name from schema_migrations'),
    plots(),
    listOutages(),
  ]);
  if (!health) throw new Error('The database returned no information about itself');
  const { instances, databaseVersion, bytes, waiting, givenUp, oldest, overdueHolds, backup } = health;
  const names = new Set(applied.map(({ name }) => name));
  const pending = migrations.map(({ name }) => name).filter((name) => !names.has(name));
  return {
    startedAt,
    instances,
    database: { version: databaseVersion, bytes },
    migrations: { applied: migrations.length - pending.length, pending },
    addresses: { waiting, givenUp, oldest },
    overdueHolds,
    backup,
    outages,
    certificate: certificate(),
    positions: positionCounts,
    plots: lastHour,
  };
}

function certificate(): Certificate | null {
  const inUse = certificateInUse();
  return inUse && { until: inUse.until, isSoon: inUse.daysLeft < RENEW_WITHIN_DAYS };
}

type Health = Queue & {
  instances: number;
  databaseVersion: string;
  bytes: number;
  overdueHolds: number;
  backup: Inside['backup'];
};

const HEALTH = `
  select
    (select count(*)::integer from pg_stat_activity
      where datname = current_database() and application_name = $listener) as instances,
    split_part(current_setting('server_version'), ' ', 1) as "databaseVersion",
    pg_database_size(current_database()) as bytes,
    (select count(*)::integer from geocode_queue where next_try_at is not null) as waiting,
    (select count(*)::integer from geocode_queue where next_try_at is null) as "givenUp",
    (select to_json(min(created_at)) #>> '{}' from geocode_queue where next_try_at is not null) as oldest,
    (select count(*)::integer from tasks
      where ${statusIs(isHeld, 'status')} and need_by < now() - interval '30 seconds') as "overdueHolds",
    (select json_build_object(
      'last', (select max(finished_at) from backups where state = 'done'),
      'at', coalesce((select value ->> 'at' from settings where name = 'backups'), ''),
      'error', (select error from backups order by id desc limit 1))) as backup`;

type Providers = Record<'map' | 'geocoder' | 'routes' | 'notifications', string>;

const hostOf = (url: string) => /^https?:\/\/(?:[^@/]*@)?([^/]+)/.exec(url)?.[1] ?? words.ownServer;

function addressesFrom(): string {
  if (provider === null) return words.builtInAddresses;
  return provider.id === 'google' ? 'Google' : words.at('Nominatim', hostOf(env.NOMINATIM_URL ?? ''));
}

const notificationsFrom = () =>
  env.TLS_CERT || env.APP_ORIGIN?.startsWith('https:') ? words.pushServices : words.onlyHttps;

function mapFrom(): string {
  if (env.GOOGLE_MAPS_API_KEY) return 'Google Maps';
  if (env.MAP_TILE_URL) return words.tilesFrom(hostOf(env.MAP_TILE_URL));
  const region = currentRegion();
  if (!region) return words.withoutStreets;
  return region.invented ? words.withInvented : words.withStreets;
}

function routesFrom(): string {
  if (env.GOOGLE_MAPS_SERVER_KEY) return words.googleRoutes;
  if (hasRegionRoads()) return words.regionRoads;
  if (env.OSRM_URL) return words.at('OSRM', hostOf(env.OSRM_URL));
  return env.VALHALLA_URL ? words.at('Valhalla', hostOf(env.VALHALLA_URL)) : words.estimated;
}
