/** New coordinates go to the tasks and addresses that need them. A pin set by hand is never replaced by an answer. */
import { connect, disconnect } from 'db/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '~/domain/kernel/actor';
import type { Place } from '~/domain/geography/geocoding/places.server';
import { parseInput } from '~/domain/kernel/parse-input.server';
import { getBoard, listAttention } from '~/domain/views/board/board.server';
import { createTask, updateTask } from '~/domain/tasks/lifecycle/commands.server';
import { giveCoordinates } from '~/domain/tasks/lifecycle/located.server';
import { placeTask } from '~/domain/tasks/lifecycle/place.server';
import { getTask, listActivity } from '~/domain/tasks/store/queries.server';
import { CreateTask, PlaceTask } from '~/domain/tasks/model/schema';
import type { Task } from '~/domain/tasks/model/task';
import { createDatabase } from '../support/database';
import { delivery } from '../support/factories';
import { addPeople } from '../support/people';
import { composeDomain } from '~/program/kinds.server';

composeDomain();

let database: Awaited<ReturnType<typeof createDatabase>>;
let dana: Actor;
let alma: Actor;

beforeAll(async () => {
  database = await createDatabase();
  const ids = await addPeople(database.url);
  const person = (username: string, role: Actor['roles'][number]): Actor => ({
    id: ids[username] ?? 0,
    username,
    name: username,
    roles: [role],
    dealerships: [],
  });
  dana = person('dispatcher', 'dispatcher');
  alma = person('driver', 'driver');
  connect(database.url);
});
afterAll(async () => {
  await disconnect();
  await database.drop();
});

let houses = 100;
/** Returns two spellings and the key of an address that no other test uses. Its ZIP code is known. */
function newAddress() {
  houses += 1;
  const number = String(houses);
  return {
    address: `${number} Oak St, Kansas City, MO 64113`,
    shouted: `${number} OAK ST., Kansas City MO 64113`,
    key: `${number} oak st kansas city mo 64113`,
  };
}
const make = (more: Record<string, unknown>) =>
  createTask({ actor: dana, input: CreateTask.parse(delivery(more)) });
const placeOf = ({ latitude, longitude, geo_precision }: Task) => ({ latitude, longitude, geo_precision });
const DOOR: Place = { latitude: '39.0153', longitude: '-94.5899', geo_precision: 'exact' };
const NEAR: Place = { latitude: '39.016', longitude: '-94.591', geo_precision: 'approximate' };
const PIN = { latitude: '39.02', longitude: '-94.6', geo_precision: 'manual' };
const all = { onlyWorse: false };
const pin = async (actor: Actor, taskId: number, input: Record<string, number | string>) =>
  placeTask({ actor, taskId, input: parseInput(PlaceTask, input) });
const setPin = (task: Task) => pin(dana, task.id, { latitude: 39.02, longitude: '-94.6' });

test('coordinates reach what has none or worse, once, however often and from how many sides they come', async () => {
  const { address, shouted, key } = newAddress();
  const given = { latitude: 39.5, longitude: -94.5 };
  const coarse = await make({ address });
  const spelled = await make({ address: shouted });
  const exact = await make({ address, ...given });
  const elsewhere = await make({ address: newAddress().address });
  await Promise.all([1, 2, 3, 4].map(() => giveCoordinates(key, DOOR, all)));
  for (const { id } of [coarse, spelled]) {
    expect(placeOf(await getTask({ actor: dana, taskId: id }))).toEqual(DOOR);
    const [, ...later] = await listActivity(dana, id);
    expect(later.map(({ action, by }) => [action, by])).toEqual([['located', 'System']]);
  }
  for (const task of [exact, elsewhere])
    expect(await getTask({ actor: dana, taskId: task.id })).toEqual(task);
});

test('the centre of a ZIP code replaces nothing, and what is archived stays as it was', async () => {
  const { address, key } = newAddress();
  const task = await make({ address });
  await giveCoordinates(key, NEAR, all);
  await giveCoordinates(key, { ...NEAR, latitude: '39' }, { onlyWorse: true });
  expect(placeOf(await getTask({ actor: dana, taskId: task.id }))).toEqual(NEAR);
  await updateTask({ actor: dana, taskId: task.id, input: { status: 'completed' } });
  await database.rows('update tasks set archived = true where id = $1', [task.id]);
  await giveCoordinates(key, DOOR, all);
  expect(placeOf(await getTask({ actor: dana, taskId: task.id }))).toEqual(NEAR);
});

test('new coordinates replace less exact ones, and an answer replaces an estimate', async () => {
  const { address, key } = newAddress();
  const { id } = await make({ address });
  const now = async () => placeOf(await getTask({ actor: dana, taskId: id }));
  const along: Place = { latitude: '39.0101', longitude: '-94.5991', geo_precision: 'interpolated' };
  const street: Place = { latitude: '39.01', longitude: '-94.599', geo_precision: 'street' };
  const estimated = { onlyWorse: true };
  await giveCoordinates(key, street, estimated);
  expect(await now()).toEqual(street);
  await giveCoordinates(key, { ...street, latitude: '39' }, estimated);
  await giveCoordinates(key, NEAR, all);
  expect(await now()).toEqual(street);
  await giveCoordinates(key, along, estimated);
  await giveCoordinates(key, street, all);
  expect(await now()).toEqual(along);
  await giveCoordinates(key, DOOR, all);
  await giveCoordinates(key, along, all);
  await giveCoordinates(key, { ...DOOR, latitude: '39' }, all);
  expect(await now()).toEqual(DOOR);
  const other = await make({ address: newAddress().address });
  const otherKey = other.address.toLowerCase().replaceAll(',', '');
  await giveCoordinates(otherKey, street, estimated);
  await giveCoordinates(otherKey, { ...DOOR, geo_precision: 'manual' }, all);
  expect(placeOf(await getTask({ actor: dana, taskId: other.id })).geo_precision).toBe('manual');
});

test('addresses of accounts and dealerships get theirs too', async () => {
  const { key } = newAddress();
  const number = key.split(' ')[0] ?? '';
  const parts = [`${number} Oak St, Ste 4`, 'Kansas City', 'MO', '64113-0001'];
  await database.rows("insert into accounts (id, name) values (1, 'Aster')");
  await database.rows(
    "insert into account_addresses (account_id, name, is_default, address, city, state, zip_code) values (1, 'Main', true, $1, $2, $3, $4)",
    parts,
  );
  await database.rows(
    "insert into dealership_locations (name, address, city, state, zip_code) values ('Ford', $1, $2, $3, $4)",
    parts,
  );
  await giveCoordinates(key, DOOR, all);
  const stored = 'latitude::float8::text, longitude::float8::text, geo_precision';
  expect(await database.rows(`select ${stored} from account_addresses`)).toEqual([DOOR]);
  expect(await database.rows(`select ${stored} from dealership_locations`)).toEqual([DOOR]);
  // A new task at this address needs no lookup.
  expect(placeOf(await make({ address: parts.join(', ') }))).toEqual(DOOR);
});

test('a pin is recorded, outlasts every answer, and serves the next task at the address', async () => {
  const { address, shouted, key } = newAddress();
  const task = await make({ address });
  expect(placeOf(await setPin(task))).toEqual(PIN);
  const [last] = (await listActivity(dana, task.id)).slice(-1);
  expect([last?.action, last?.by]).toEqual(['placed', 'Dana Dispatcher']);
  await setPin(task);
  expect(await listActivity(dana, task.id)).toHaveLength(2);

  await giveCoordinates(key, DOOR, all);
  const anew = { latitude: null, longitude: null };
  await updateTask({ actor: dana, taskId: task.id, input: { address, ...anew } });
  expect(
    placeOf(await updateTask({ actor: dana, taskId: task.id, input: { address: shouted, ...anew } })),
  ).toEqual(PIN);
  expect(placeOf(await make({ address }))).toEqual(PIN);
  const moved = await updateTask({ actor: dana, taskId: task.id, input: { address: newAddress().address } });
  expect(moved.geo_precision).toBe('approximate');
});

test('a pin is set by dispatchers, on the globe, on tasks that are not archived', async () => {
  const task = await make({ address: newAddress().address, driver_id: alma.id });
  await expect(pin(alma, task.id, { latitude: 39, longitude: -94 })).rejects.toMatchObject({
    kind: 'forbidden',
  });
  for (const [latitude, longitude] of [
    [91, 0],
    [39, -181],
    [0, 0],
    ['', '-94'],
    ['39,1', '-94'],
    [NaN, -94],
  ] as const) {
    await expect(pin(dana, task.id, { latitude, longitude })).rejects.toMatchObject({
      kind: 'invalid',
    });
  }
  await expect(pin(dana, 999_999, { latitude: 39, longitude: -94 })).rejects.toMatchObject({
    kind: 'not_found',
  });
  expect(await getTask({ actor: dana, taskId: task.id })).toEqual(task);
  await updateTask({ actor: dana, taskId: task.id, input: { status: 'completed' } });
  await database.rows('update tasks set archived = true where id = $1', [task.id]);
  await expect(setPin(task)).rejects.toMatchObject({ kind: 'conflict' });
});

test('an address whose ZIP code and state disagree is placed by its city, and counts as not on the map', async () => {
  const doubtful = await make({ address: '5 St, Olathe, KS 06606' });
  const sound = await make({ address: '5 St, Olathe, KS 66061' });
  expect(placeOf(doubtful)).toEqual({ latitude: '38.8999', longitude: '-94.832', geo_precision: 'doubtful' });
  const listed = async () => (await listAttention(dana, 'no-place')).tasks.map(({ id }) => id);
  const count = async () => (await getBoard(dana)).attention.counts['no-place'];
  expect(await listed()).toContain(doubtful.id);
  expect(await listed()).not.toContain(sound.id);
  const before = await count();
  await setPin(doubtful);
  expect(await listed()).not.toContain(doubtful.id);
  expect(await count()).toBe(before - 1);
});
