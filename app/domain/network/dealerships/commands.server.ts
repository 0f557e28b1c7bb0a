import { literal, Op } from 'sequelize';
import * as z from 'zod/v4';
import { DealershipLocation as StoredLocation } from 'db/models/places';
import { formatAddress } from '~/domain/geography/address';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/log.server';
import { preparedCommand, query } from '~/domain/kernel/command.server';
import { enqueueLookup } from '~/domain/geography/geocoding/claims.server';
import { locateAddress, locateLater } from '~/domain/geography/geocoding/locate.server';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { findDealerships, requireDealership } from './names.server';
import { atDealership, LocationAnswer, SaveLocation, type DealershipLocation } from './schema';

/** Saves the location of a dealership: routes begin there, and the map is centered on all of them. */
export const saveLocation = preparedCommand(
  {
    summary: 'Sets the location of a dealership',
    about: 'Any subset of the fields. A changed address is looked up again.',
    may: 'manageDealerships',
    at: atDealership,
    input: SaveLocation,
    answer: LocationAnswer,
  },
  async ({ name, input }) => {
    await requireDealership(name);
    // The address is looked up before any lock, because a geocoding provider may be asked.
    const lookedUp = formatAddress({ ...(await findLocation(name)), ...given(input) });
    return { lookedUp, located: await locateAddress(lookedUp) };
  },
  ({ actor, name, input }, { lookedUp, located }) =>
    administer(actor, async () => {
      await requireDealership(name);
      await lockLists([null]);
      const stored = await findLocation(name);
      const { latitude, longitude, geoPrecision: precision, ...before } = stored;
      const after = { ...before, ...given(input) };
      const changes = differences(before, after);
      const address = formatAddress(after);
      if (latitude !== null && formatAddress(before) === address) {
        if (Object.keys(changes).length === 0) return stored;
        await write(after, { latitude, longitude, precision });
      } else if (address === lookedUp) {
        await write(after, located);
        if (located.pending) await enqueueLookup(address);
      } else {
        // Another admin has changed the address since the lookup.
        await placeLater(after);
      }
      await recordAdminEvent(actor, { act: 'location.saved', target: { id: name, name }, changes });
      await tellPages('everybody');
      return findLocation(name);
    }),
);

type Address = Pick<DealershipLocation, 'name' | 'fullname' | 'address' | 'city' | 'state' | 'zipCode'>;

const given = (input: SaveLocation) =>
  Object.fromEntries(
    Object.entries(input as Record<string, string | undefined>).filter(([, value]) => value !== undefined),
  ) as Partial<Address>;

type At = Pick<DealershipLocation, 'latitude' | 'longitude'> & {
  precision: DealershipLocation['geoPrecision'];
};

/** The caller has checked the permission and opened the transaction. */
export async function placeLater(location: Address): Promise<void> {
  const { geo_precision: precision, ...at } = await locateLater(formatAddress(location));
  await write(location, { ...at, precision });
}

async function write(location: Address, { latitude, longitude, precision }: At): Promise<void> {
  await StoredLocation.upsert(
    { ...location, latitude, longitude, geoPrecision: precision },
    { returning: false },
  );
}

const LOCATION = [
  ...(['name', 'fullname', 'address', 'city', 'state', 'zipCode'] as const),
  ...(['latitude', 'longitude', 'geoPrecision'] as const),
] as const;

export const listDealershipLocations = query(
  { summary: 'The locations of the dealerships', may: 'readDealerships', answer: z.array(LocationAnswer) },
  () => StoredLocation.findRows(LOCATION, { order: ['name'] }),
);

/** The locations of dealerships that can be chosen for something new. */
export const locationsOffered = (): Promise<DealershipLocation[]> =>
  StoredLocation.findRows(LOCATION, {
    where: { name: { [Op.in]: literal('(select name from dealerships where retired_at is null)') } },
    order: ['name'],
  });

export const listAllLocations = query(
  {
    summary: 'The locations of the dealerships, including those not entered yet',
    may: 'manageDealerships',
    answer: z.array(LocationAnswer),
  },
  async ({ actor }) => {
    const entered = new Map((await listDealershipLocations({ actor })).map((each) => [each.name, each]));
    return (await findDealerships()).map(({ name }) => entered.get(name) ?? unknown(name));
  },
);

/** Returns the stored location, or an empty one. */
async function findLocation(name: string): Promise<DealershipLocation> {
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
