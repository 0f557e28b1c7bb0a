import { DealershipLocation as StoredLocation } from 'db/models/places';
import * as z from 'zod/v4';
import { query } from '~/domain/command.server';
import { DEALERSHIPS } from './names';
import { LocationAnswer, type DealershipLocation } from './schema';

const LOCATION = [
  ...(['name', 'fullname', 'address', 'city', 'state', 'zipCode'] as const),
  ...(['latitude', 'longitude', 'geoPrecision'] as const),
] as const;

export const listDealershipLocations = query(
  { summary: 'Where the dealerships are', may: 'readDealerships', answer: z.array(LocationAnswer) },
  () => StoredLocation.findRows(LOCATION, { order: ['name'] }),
);

export const listAllLocations = query(
  {
    summary: 'Where the dealerships are, also those that nobody has entered yet',
    may: 'manageDealerships',
    answer: z.array(LocationAnswer),
  },
  async ({ actor }) => {
    const entered = new Map((await listDealershipLocations({ actor })).map((each) => [each.name, each]));
    return DEALERSHIPS.map((name) => entered.get(name) ?? unknown(name));
  },
);

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
