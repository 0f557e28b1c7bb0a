/**
 * Dealerships and their locations: admins add, rename, retire and restore them, each in one transaction. Users, tasks
 * and locations refer to dealerships by name.
 */
import { literal, Op } from 'sequelize';
import * as z from 'zod/v4';
import { Dealership as StoredDealership, DealershipLocation as StoredLocation } from 'db/models/places';
import { execute, row } from 'db/connection';
import { TaskList } from 'db/models/tasks';
import { printed } from 'db/models/table';
import { formatAddress } from '~/domain/geography/address';
import { administer, differences, recordAdminEvent } from '~/domain/platform/audit/audit.server';
import { command, preparedCommand, query } from '~/domain/kernel/command.server';
import { enqueueLookup } from '~/domain/geography/geocoding/queue.server';
import { locateAddress, locateLater } from '~/domain/geography/geocoding/locate.server';
import { tellPages } from '~/domain/platform/sync/pages.server';
import { lockLists } from '~/domain/platform/sync/lists.server';
import { RENAME_STATEMENT_TIMEOUT_MS } from '~/lib/time-limits';
import type { Actor } from '~/domain/kernel/actor';
import type { Act } from '~/domain/platform/audit/acts';
import { conflict, invalid, notFound } from '~/domain/kernel/errors';
import {
  AddDealership,
  atAnyDealership,
  atDealership,
  ChangeDealership,
  type Dealership,
  DealershipAnswer,
  type DealershipLocation,
  foldName,
  LocationAnswer,
  SaveLocation,
} from './schema';
import { untranslated } from '~/domain/kernel/sentence';

/** Sorted by name; retired ones come last. */
export const listDealerships = query(
  { summary: 'The dealerships', may: 'readDealerships', answer: z.array(DealershipAnswer) },
  () => findDealerships(),
);

/** The names of dealerships that can be chosen for something new. */
export const listDealershipNames = query(
  {
    summary: 'The names of the dealerships',
    about: 'Without those that are retired.',
    may: 'readDealerships',
    answer: z.array(z.string()),
  },
  () => namesOffered(),
);

export async function findDealerships(): Promise<Dealership[]> {
  const all = await StoredDealership.findRows(['name', printed('retiredAt')], {});
  const rank = ({ name, retiredAt }: Dealership) => `${retiredAt ? '1' : '0'} ${foldName(name)}`;
  return all.sort((a, b) => rank(a).localeCompare(rank(b), 'en'));
}

/** Dealerships that are not retired. */
export const namesOffered = async () =>
  (await findDealerships()).filter(({ retiredAt }) => !retiredAt).map(({ name }) => name);

/** The name is looked up here because PostgreSQL refuses some texts that a path may contain. */
async function requireDealership(name: string): Promise<Dealership> {
  const found = (await findDealerships()).find((each) => each.name === name);
  if (!found) throw notFound('Dealership');
  return found;
}

/**
 * @param kept the present names, which stay allowed, such as a dealership that was retired since.
 * @throws invalid for any other name.
 */
export async function requireOffered(chosen: string[], kept: string[] = []): Promise<void> {
  const others = chosen.filter((name) => !kept.includes(name));
  if (others.length === 0) return;
  const offered = await namesOffered();
  const wrong = others.find((name) => !offered.includes(name));
  if (wrong === undefined) return;
  const sentence = untranslated('unknownDealership', `Dealerships are ${offered.join(', ')}`);
  throw invalid(sentence, { [`dealerships.${String(chosen.indexOf(wrong))}`]: [sentence] });
}

const USED = `
  select exists (select from users where $name = any(dealerships)) or exists (select from tasks where dealership = $name)
    as used`;

/** @returns whether a user or a task belongs to the dealership. */
export async function isUsed(name: string): Promise<boolean> {
  return (await row<{ used: boolean }>(USED, { name }))?.used ?? false;
}

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

export const addDealership = command(
  {
    summary: 'Adds a dealership',
    may: 'manageDealerships',
    input: AddDealership,
    answer: DealershipAnswer,
    creates: true,
  },
  ({ actor, input: { name } }) =>
    administer(actor, async () => {
      await requireFree(name);
      await StoredDealership.create({ name }, { returning: false });
      await recordAct(actor, 'dealership.added', name);
      return requireDealership(name);
    }),
);

/** A new name is written everywhere. A retired dealership keeps its users, tasks and history. */
export const changeDealership = command(
  {
    summary: 'Renames, retires or restores a dealership',
    about:
      'Users and tasks keep a dealership that is renamed or retired; one that is retired is not offered for anything new.',
    may: 'manageDealerships',
    at: atAnyDealership,
    input: ChangeDealership,
    answer: DealershipAnswer,
  },
  ({ actor, dealership: before, input: { name = before, retired } }) =>
    administer(actor, async () => {
      const stored = await requireDealership(before);
      if (name !== before) {
        await requireFree(name, before);
        await rename(before, name);
        await recordAct(actor, 'dealership.renamed', name, { name: [before, name] });
      }
      if (retired !== undefined && retired !== (stored.retiredAt !== null)) {
        await StoredDealership.update({ retiredAt: retired ? new Date() : null }, { where: { name } });
        await recordAct(actor, retired ? 'dealership.retired' : 'dealership.restored', name);
      }
      return requireDealership(name);
    }),
);

/** @param except the dealership that gets the name. @throws conflict when another dealership has it. */
async function requireFree(name: string, except?: string): Promise<void> {
  const taken = (await findDealerships()).find(
    (each) => each.name !== except && foldName(each.name) === foldName(name),
  );
  if (!taken) return;
  const sentence = taken.retiredAt
    ? untranslated('dealershipRetired', `${taken.name} is retired; restore it instead`)
    : untranslated('dealershipTaken', `There is already a dealership called ${taken.name}`);
  throw conflict(sentence, { fields: { name: [sentence] } });
}

const RENAME_OF_TASKS = 'update tasks set dealership = $after where dealership = $before';
const RENAME_OF_USERS =
  'update users set dealerships = array_replace(dealerships, $before, $after) where $before = any(dealerships)';

/**
 * The archive is renamed first because it may be long, and nobody can change a task while the lists are
 * locked.
 */
async function rename(before: string, after: string): Promise<void> {
  await execute(`set local statement_timeout = ${String(RENAME_STATEMENT_TIMEOUT_MS)}`);
  await execute(`${RENAME_OF_TASKS} and archived`, { before, after });
  const lists = await TaskList.findRows(['ownerId']);
  await lockLists(lists.map(({ ownerId }) => ownerId));
  await execute(RENAME_OF_TASKS, { before, after });
  await execute(RENAME_OF_USERS, { before, after });
  // The foreign key renames the location.
  await StoredDealership.update({ name: after }, { where: { name: before } });
}

async function recordAct(actor: Actor, act: Act, name: string, changes = {}): Promise<void> {
  await recordAdminEvent(actor, { act, target: { id: name, name }, changes });
  // Boards, maps and forms show the dealerships.
  await lockLists([null]);
  await tellPages('everybody');
}
