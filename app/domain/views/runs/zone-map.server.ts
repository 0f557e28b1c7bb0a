/** The accounts on the map beside the form of a schedule, so that a zone can be drawn around them. */
import { row, rows } from 'db/connection';
import type { LatLng } from '~/domain/geography/coordinates';
import type { MapSettings } from '~/domain/geography/region/map-settings';
import { leafletSettings } from '~/domain/geography/region/region.server';
import type { Actor } from '~/domain/kernel/actor';
import { authorizeAll } from '~/domain/kernel/permissions';

/** More dots can't be told apart. */
const MOST_ACCOUNTS = 3_000;

export type ZoneMap = {
  settings: MapSettings;
  /** Null where the dealership has no place. */
  dealership: LatLng | null;
  /** The places of accounts, one for each address. */
  accounts: (LatLng & { name: string })[];
};

const PLACES = `
  select a.name, d.latitude::float8 as lat, d.longitude::float8 as lng
  from account_addresses d join accounts a on a.id = d.account_id
  where a.deleted_at is null and d.latitude is not null and d.longitude is not null
  order by a.name, d.id limit ${String(MOST_ACCOUNTS)}`;

export async function getZoneMap(actor: Actor, dealership: string): Promise<ZoneMap> {
  authorizeAll(actor, 'planRuns');
  authorizeAll(actor, 'readAccounts');
  const [accounts, at] = await Promise.all([
    rows<ZoneMap['accounts'][number]>(PLACES),
    row<LatLng>(
      `select latitude::float8 as lat, longitude::float8 as lng from dealership_locations
       where name = $dealership and latitude is not null and longitude is not null`,
      { dealership },
    ),
  ]);
  return { settings: leafletSettings(actor), dealership: at, accounts };
}
