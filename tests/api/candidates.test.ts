/** Scripts ask which driver should take a task, and assign it at the suggested place. */
import { beforeEach, expect, test } from 'vitest';
import type * as z from 'zod/v4';
import type { AssignedAnswer, Candidates } from '~/domain/scheduling/candidates/schema';
import type { Task } from '~/domain/tasks/model/task';
import { make, onMeridian, pickup } from '../support/factories';
import { addAccount } from '../support/rows';
import { addShift } from '../support/shifts';
import { useNetwork } from '../support/use-network';

type Assigned = z.output<typeof AssignedAnswer>;

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const colleague = network.client('dispatcher2');
const driver = network.client('driver');

beforeEach(() => network.database.rows('delete from tasks'));

const idOf = (username: string) => network.ids[username] ?? 0;
const stopAt = (latitude: string | null, more: object = {}) =>
  make(dispatcher, onMeridian(latitude, more as Record<string, unknown>));
const ask = async ({ id }: Task) =>
  (await dispatcher.get<Candidates>(`/api/tasks/${String(id)}/candidates`)).body;
const assign = ({ id }: Task, body: object, client = dispatcher) =>
  client.post<Assigned>(`/api/tasks/${String(id)}/assign`, body);
const stored = async ({ id }: Task) => (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Alma has three stops, Ben one far away, Cleo none. */
async function threeRoutes(thirdMore: object = {}) {
  const of = (name: string) => ({ driver_id: idOf(name) });
  const [first, second] = [await stopAt('39.10', of('driver')), await stopAt('39.20', of('driver'))];
  const third = await stopAt('39.30', { ...of('driver'), ...thirdMore });
  await stopAt('38.10', of('driver2'));
  return { first, second, third };
}

test('every driver with the minutes, the place and the arrival; on the way it costs the stop alone', async () => {
  const { second } = await threeRoutes();
  const task = await stopAt('39.25', { deliver_by: inMinutes(600) });
  const { candidates, note, driverId } = await ask(task);
  expect([note, driverId]).toEqual([null, null]);
  expect(candidates.map(({ name }) => name)).toEqual(['Alma Driver', 'Cleo Driver', 'Ben Driver']);
  const [alma, cleo, ben] = candidates;
  expect(alma).toMatchObject({
    driverId: idOf('driver'),
    current: false,
    openStops: 3,
    added: {
      minutes: 3,
      stop: 3,
      stops: 4,
      behind: second.id,
      late: false,
      makesLate: [],
      roads: 'estimate',
    },
  });
  expect(cleo?.added).toMatchObject({ minutes: 13, stop: 1, stops: 1, behind: null, from: 'now' });
  expect(ben?.added).toMatchObject({ stop: 2, stops: 2 });
  expect(ben?.added?.minutes).toBeGreaterThan(60);

  // For an assigned task, the figures of its driver are those of its present place.
  expect((await assign(task, { driver_id: idOf('driver') })).body).toMatchObject({ stop: 3, stops: 4 });
  const [now] = (await ask(task)).candidates;
  expect(now).toMatchObject({ current: true, added: { minutes: 3, stop: 3, stops: 4, behind: second.id } });
  // A task at one of the driver's stops becomes one more task of that stop.
  const joining = await stopAt('39.20');
  expect((await ask(joining)).candidates[0]).toMatchObject({ added: { minutes: 0, stop: 2, stops: 4 } });
});

test('on a day with shifts, drivers who have none now come last', async () => {
  await threeRoutes();
  const task = await stopAt('39.25');
  await network.database.rows(
    `with clock as (select now() at time zone 'America/Chicago' as at),
       hours as (select at::date as day, greatest(0, extract(hour from at)::int * 60 - 60) as starts from clock)
     insert into shifts (driver_id, day, starts, ends) select $1, day, starts, starts + 180 from hours`,
    [idOf('driver2')],
  );
  const { candidates } = await ask(task);
  expect(candidates.map(({ name, onDuty }) => [name, onDuty])).toEqual([
    ['Ben Driver', true],
    ['Alma Driver', false],
    ['Cleo Driver', false],
  ]);
  await network.database.rows('delete from shifts');
  expect((await ask(task)).candidates.map(({ onDuty }) => onDuty)).toEqual([true, true, true]);
});

test('a break delays the arrival, and is no part of what the task adds', async () => {
  await threeRoutes();
  const task = await stopAt('39.25');
  const figures = async () => {
    const { candidates } = await ask(task);
    return [idOf('driver'), idOf('driver3')].map((id) => {
      const added = candidates.find(({ driverId }) => driverId === id)?.added;
      return { minutes: added?.minutes ?? NaN, at: Date.parse(added?.expectedAt ?? '') };
    });
  };
  const before = await figures();
  for (const driverId of [idOf('driver'), idOf('driver3')])
    await addShift(network.database, driverId, -60, 400, { breakMinutes: 60, breakFrom: -5 });
  for (const [index, { minutes, at }] of (await figures()).entries()) {
    const then = before[index];
    expect(Math.abs(minutes - (then?.minutes ?? NaN))).toBeLessThanOrEqual(1);
    expect(Math.abs(at - (then?.at ?? NaN) - 55 * 60_000)).toBeLessThan(180_000);
  }
  await network.database.rows('delete from shifts');
});

test('the task under way stays first, urgent ones come next, and tasks that become late are named', async () => {
  const { first, third } = await threeRoutes({ deliver_by: inMinutes(50) });
  await driver.post('/api/tasks/batch/status', { taskIds: [first.id], status: 'going' });
  const urgent = await stopAt('38.90', { priority: 'urgent', deliver_by: inMinutes(5) });
  const alma = (await ask(urgent)).candidates.find(({ driverId }) => driverId === idOf('driver'));
  expect(alma?.added).toMatchObject({ stop: 2, behind: first.id, late: true });
  const { id: taskId, location, invoice_number } = third;
  expect(alma?.added?.makesLate).toEqual([
    {
      taskId,
      location,
      invoice_number,
      lateBefore: expect.any(Number) as number,
      lateAfter: expect.any(Number) as number,
    },
  ]);
});

test('a stop that is late already and becomes later is named with before and after, and counts in the order', async () => {
  const { third } = await threeRoutes({ deliver_by: inMinutes(-10) });
  const urgent = await stopAt('38.90', { priority: 'urgent' });
  const { candidates } = await ask(urgent);
  // Alma’s detour is shorter than Ben’s.
  expect(candidates.map(({ name }) => name)).toEqual(['Cleo Driver', 'Ben Driver', 'Alma Driver']);
  const [, ben, alma] = candidates;
  expect(alma?.added?.minutes).toBeLessThan(ben?.added?.minutes ?? 0);
  expect(ben?.added?.makesLate).toEqual([]);
  const [delay, ...others] = alma?.added?.makesLate ?? [];
  expect([delay?.taskId, others]).toEqual([third.id, []]);
  expect(delay?.lateBefore).toBeGreaterThan(10);
  expect(delay?.lateAfter).toBeGreaterThanOrEqual((delay?.lateBefore ?? 0) + 5);
  // When the task is at a stop behind it, it delays nothing.
  const behind = (await ask(await stopAt('39.40'))).candidates.find(({ name }) => name === 'Alma Driver');
  expect(behind?.added).toMatchObject({ stop: 4, makesLate: [] });
});

test('a delivery comes after the pickup that feeds it', async () => {
  const account = await addAccount(network.database, 'Stop 39.10');
  await threeRoutes();
  const at = { latitude: '39.31', longitude: '-94.6', location: 'Depot', address: 'Depot Road' };
  const source = await make(
    dispatcher,
    pickup({ ...at, driver_id: idOf('driver'), destination_account_id: account }),
  );
  await network.database.rows('delete from tasks where location = $1', ['Stop 39.10']);
  const task = await stopAt('39.10');
  const alma = (await ask(task)).candidates.find(({ driverId }) => driverId === idOf('driver'));
  expect(alma?.added).toMatchObject({ stop: 4, stops: 4, behind: source.id });
});

test('without a location: said by name, and the fewest stops first', async () => {
  await threeRoutes();
  const task = await stopAt(null);
  const { note, candidates } = await ask(task);
  expect(note).toBe('No location: nobody knows where null Nowhere is.');
  expect(candidates.map(({ name, added, openStops }) => [name, added, openStops])).toEqual([
    ['Cleo Driver', null, 0],
    ['Ben Driver', null, 1],
    ['Alma Driver', null, 3],
  ]);
  expect((await assign(task, { driver_id: idOf('driver') })).body).toMatchObject({ stop: 4, stops: 4 });
});

test('completed, archived, linked and deleted tasks have no candidates', async () => {
  const task = await stopAt('39.10', { driver_id: idOf('driver') });
  const refused = async (status: number) => {
    const path = `/api/tasks/${String(task.id)}/candidates`;
    expect((await dispatcher.get(path)).status).toBe(status);
    expect((await assign(task, { driver_id: idOf('driver2') })).status).toBe(status);
    expect((await assign(task, { driver_id: idOf('driver'), behind: null })).status).toBe(status);
  };
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' });
  await refused(409);
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  await refused(409);
  await network.database.rows('delete from tasks');
  await refused(404);
});

test('assigned where it was seen; a second click changes nothing; a place that is gone is computed anew', async () => {
  const { first, second, third } = await threeRoutes();
  const task = await stopAt('39.25', { status: 'hold', need_by: inMinutes(600) });
  const seen = { driver_id: idOf('driver'), behind: first.id, expected_driver_id: null };
  const once = await assign(task, seen);
  const ids = [first.id, task.id, second.id, third.id];
  expect(once.body).toEqual({ driverId: idOf('driver'), taskIds: ids, stop: 2, stops: 4 });
  const after = await stored(task);
  expect(after).toMatchObject({ status: 'pending', driver_id: idOf('driver'), order_index: 1 });
  expect((await assign(task, seen)).body).toEqual(once.body);
  expect((await stored(task)).version).toBe(after.version);

  const another = await stopAt('39.22');
  await dispatcher.del(`/api/tasks/${String(first.id)}`);
  const anew = await assign(another, seen);
  expect(anew.body.taskIds).toEqual([task.id, second.id, another.id, third.id]);
  const front = await stopAt('39.50');
  const placed = await assign(front, { ...seen, behind: null });
  expect(placed.body.taskIds[0]).toBe(front.id);
  const noDriver = await assign(front, { driver_id: idOf('dispatcher') });
  expect(noDriver.status).toBe(422);
});

test('two dispatchers at once: one of them has it, the other one is told, and it is in one list', async () => {
  await threeRoutes();
  for (let round = 0; round < 5; round += 1) {
    const task = await stopAt('39.25');
    const give = (username: string, client: typeof dispatcher) =>
      assign(task, { driver_id: idOf(username), expected_driver_id: null }, client);
    const answers = await Promise.all([give('driver', dispatcher), give('driver2', colleague)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect((await stored(task)).driver_id).toBe(winner?.driverId);
    expect(winner?.taskIds.filter((id) => id === task.id)).toHaveLength(1);
  }
  const places = await network.database.rows<{ driver_id: number; order_index: number }>(
    'select driver_id, order_index from tasks where order_index is not null',
  );
  const keys = places.map(({ driver_id, order_index }) => `${String(driver_id)} ${String(order_index)}`);
  expect(new Set(keys).size).toBe(keys.length);
});
