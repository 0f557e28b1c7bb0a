import { row, rows } from 'db/connection';
import type { Actor } from '~/domain/actor';
import type { Place } from '~/domain/geocoding/store.server';
import { authorize } from '~/domain/permissions';
import { DEALERSHIPS } from './names';

export type DealershipLocation = {
  name: string;
  fullname: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  latitude: string | null;
  longitude: string | null;
  geoPrecision: Place['geo_precision'];
};

const LOCATION = `
  select name, fullname, address, city, state, zip_code as "zipCode", latitude, longitude,
    geo_precision as "geoPrecision"
  from dealership_locations`;

export async function listDealershipLocations(actor: Actor): Promise<DealershipLocation[]> {
  authorize(actor, 'readDealerships');
  return rows<DealershipLocation>(`${LOCATION} order by name`);
}

/** Every dealership of the network, also those that nobody has entered yet. */
export async function listAllLocations(actor: Actor): Promise<DealershipLocation[]> {
  const entered = new Map((await listDealershipLocations(actor)).map((each) => [each.name, each]));
  return DEALERSHIPS.map((name) => entered.get(name) ?? unknown(name));
}

/** As it is stored, or as nothing is. */
export async function findLocation(name: string): Promise<DealershipLocation> {
  return (await row<DealershipLocation>(`${LOCATION} where name = $name`, { name })) ?? unknown(name);
}

const unknown = (name: string): DealershipLocation => ({
  name,
  fullname: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  latitude: null,
  longitude: null,
  geoPrecision: null,
});
