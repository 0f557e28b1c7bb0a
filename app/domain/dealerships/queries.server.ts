import { DealershipLocation as StoredLocation } from 'db/models/places';
import type { Attributes } from 'sequelize';
import type { Actor } from '~/domain/actor';
import { authorize } from '~/domain/permissions';
import { DEALERSHIPS } from './names';

const LOCATION = [
  ...(['name', 'fullname', 'address', 'city', 'state', 'zipCode'] as const),
  ...(['latitude', 'longitude', 'geoPrecision'] as const),
] as const;
export type DealershipLocation = Pick<Attributes<StoredLocation>, (typeof LOCATION)[number]>;

export async function listDealershipLocations(actor: Actor): Promise<DealershipLocation[]> {
  authorize(actor, 'readDealerships');
  return StoredLocation.findRows(LOCATION, { order: ['name'] });
}

/** Every dealership of the network, also those that nobody has entered yet. */
export async function listAllLocations(actor: Actor): Promise<DealershipLocation[]> {
  const entered = new Map((await listDealershipLocations(actor)).map((each) => [each.name, each]));
  return DEALERSHIPS.map((name) => entered.get(name) ?? unknown(name));
}

/** As it is stored, or as nothing is. */
export async function findLocation(name: string): Promise<DealershipLocation> {
  return (await StoredLocation.findRow(LOCATION, { where: { name } })) ?? unknown(name);
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
