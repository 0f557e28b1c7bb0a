/** Scripts request plans over several drivers and apply them. */
import { beforeEach, expect, test } from 'vitest';
import { usualSeconds } from '~/modules/day-plans/searches';
import type { PlanAnswer, PlanResult, PlanState } from '~/modules/day-plans/schema';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { atLatitude, make, onMeridian, pickup } from '../support/factories';
import { submitForm } from '../support/forms';
import { brokenInvariants } from '../support/invariants';
import { planning, plantTasks } from '../support/planning';
import { addAccount } from '../support/rows';
import { addRun, addSchedule } from '../support/runs';
import { addShift } from '../support/shifts';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const colleague = network.client('dispatcher2');
const driver = network.client('driver');

beforeEach(async () => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from shifts');
  await network.database.rows('delete from driver_notices');
  await network.database.rows("update users set capacity = null, skills = '{}', deactivated_at = null");
});

const idOf = (username: string) => network.ids[username] ?? 0;
const [ALMA, BEN] = ['driver', 'driver2'];
const both = () => [idOf(ALMA), idOf(BEN)];
const stopAt = (latitude: string | null, driverId: number | null = null, more: object = {}) =>
  make(dispatcher, onMeridian(latitude, { driver_id: driverId, ...more }));
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const { ask, look, finished, planned, apply, listOf } = planning(network, dispatcher);
function answerOf({ answers }: PlanResult, kind: PlanAnswer['kind']): PlanAnswer {
  const found = answers.find((answer) => answer.kind === kind);
  if (!found) throw new Error(`no answer ${kind}`);
  return found;
}
const routeIn = (answer: Pick<PlanAnswer, 'routes'>, username: string) =>
  answer.routes.find(({ driverId }) => driverId === idOf(username))?.taskIds;
const idsOf = (tasks: Task[]) => tasks.map(({ id }) => id);

/** Alma drives in the north and Ben in the south, and one stop of each is in the other's area. */
async function crossed() {
  const alma = [
    await stopAt('39.90', idOf(ALMA)),
    await stopAt('39.92', idOf(ALMA)),
    await stopAt('38.12', idOf(ALMA)),
  ];
  const ben = [
    await stopAt('38.10', idOf(BEN)),
    await stopAt('38.14', idOf(BEN)),
    await stopAt('39.91', idOf(BEN)),
  ];
  return { alma, ben };
}

test('four answers: insert only keeps the order, order only the drivers, the others move what saves much; nothing changes before it is applied @long', async () => {
  const { alma, ben } = await crossed();
  const north = await stopAt('39.93');
  const { id, result } = await planned({ driverIds: both() });
  expect(result).toMatchObject({ roads: 'estimate', left: [] });
  const [insert, few, free] = [answerOf(result, 'insert'), answerOf(result, 'few'), answerOf(result, 'free')];
  expect(insert.moves).toEqual([{ taskId: north.id, from: null, to: idOf(ALMA) }]);
  expect(routeIn(insert, ALMA)?.filter((task) => task !== north.id)).toEqual(idsOf(alma));
  expect(routeIn(insert, BEN)).toEqual(idsOf(ben));
  expect(insert).toMatchObject({ moved: 0, affected: 1 });
  const order = answerOf(result, 'order');
  expect(order).toMatchObject({ moves: insert.moves, moved: 0 });
  expect(order.metres).toBeLessThan(insert.metres);
  expect(few).toMatchObject({ moved: 2, affected: 2 });
  expect(few.metres).toBeLessThan(insert.metres / 2);
  expect(free.minutes).toBeLessThanOrEqual(few.minutes);
  expect(result.before.routes.map(({ taskIds }) => taskIds)).toEqual([idsOf(alma), idsOf(ben)]);
  expect(await listOf(ALMA)).toEqual(idsOf(alma));

  const { status, body } = await apply(id, { kind: 'few' });
  expect([status, body.skipped, body.notMoved, body.movedCount]).toEqual([200, [], [], 3]);
  expect([await listOf(ALMA), await listOf(BEN)]).toEqual([routeIn(few, ALMA), routeIn(few, BEN)]);
  expect(await brokenInvariants(network.database)).toEqual([]);
  // Each driver gets one notice, and a second click changes nothing.
  const notices = 'select driver_id as id, kind, location from driver_notices order by id';
  expect(await network.database.rows(notices)).toEqual([
    { id: idOf(ALMA), kind: 'planned', location: '2 new, 1 removed' },
    { id: idOf(BEN), kind: 'planned', location: '1 new, 1 removed' },
  ]);
  expect((await driver.get<string>('/driver', { accept: 'text/html' })).body).toContain('2 new, 1 removed');
  await network.database.rows('update users set language = $2 where username = $1', [ALMA, 'es']);
  const spanish = (await driver.get<string>('/driver', { accept: 'text/html' })).body;
  await network.database.rows('update users set language = null where username = $1', [ALMA]);
  expect(spanish).toContain('2 nuevas, 1 quitada');
  expect(spanish).not.toContain('2 new');
  expect((await apply(id, { kind: 'few' })).body).toEqual(body);
  expect((await network.database.rows(notices)).length).toBe(2);
  expect((await apply(id, { kind: 'free' })).status).toBe(409);
});

test('a driver whose list has changed is skipped and named, and gives nothing; the others are applied', async () => {
  const { alma, ben } = await crossed();
  const north = await stopAt('39.93');
  const { id, result } = await planned({ driverIds: both() });
  const later = await stopAt('38.00', idOf(BEN));
  const { body } = await apply(id, { kind: 'few' });
  expect(body.skipped).toEqual([{ driverId: idOf(BEN), name: 'Ben Driver', because: 'list' }]);
  expect(body.applied).toEqual([idOf(ALMA)]);
  expect(body.notMoved.map(({ taskId }) => taskId)).toEqual([ben[2]?.id]);
  // The stop that should go to Ben stays with Alma.
  expect((await listOf(ALMA)).sort()).toEqual([...idsOf(alma), north.id].sort());
  expect(await listOf(BEN)).toEqual([...idsOf(ben), later.id]);
  expect(answerOf(result, 'few').moved).toBe(2);
  expect(await brokenInvariants(network.database)).toEqual([]);
});

test('tasks of one place that stand apart in a list are one stop: nobody is skipped for it, and a list that drivers see alike stays', async () => {
  const again = (latitude: string, username: string) =>
    stopAt(latitude, idOf(username), { invoice_number: 'INV-2' });
  const alma = [
    await stopAt('39.90', idOf(ALMA)),
    await stopAt('39.92', idOf(ALMA)),
    await again('39.90', ALMA),
  ];
  const ben = [await stopAt('38.10', idOf(BEN)), await stopAt('38.14', idOf(BEN)), await again('38.10', BEN)];
  const between = await stopAt('39.91');
  const { id, result } = await planned({ driverIds: both() });
  expect(answerOf(result, 'insert')).toMatchObject({ affected: 1, moved: 0 });
  const { body } = await apply(id, { kind: 'insert' });
  expect(body).toMatchObject({ skipped: [], notMoved: [], applied: [idOf(ALMA)], movedCount: 1 });
  expect(await listOf(ALMA)).toEqual([alma[0], alma[2], between, alma[1]].map((task) => task?.id));
  expect(await listOf(BEN)).toEqual(idsOf(ben));
  const notices = 'select driver_id as id, location from driver_notices order by id';
  expect(await network.database.rows(notices)).toEqual([{ id: idOf(ALMA), location: '1 new' }]);
});

test('only accepted drivers change; a task that somebody took meanwhile is named', async () => {
  const { ben } = await crossed();
  const north = await stopAt('39.93');
  const { id } = await planned({ driverIds: both() });
  await dispatcher.patch(`/api/tasks/${String(north.id)}`, { driver_id: idOf('driver3') });
  const { body } = await apply(id, { kind: 'few', driverIds: [idOf(ALMA)] });
  expect(body).toMatchObject({ skipped: [], movedCount: 0 });
  expect(body.notMoved.map(({ taskId }) => taskId).sort()).toEqual([ben[2]?.id, north.id].sort());
  expect(await listOf(BEN)).toEqual(idsOf(ben));
  expect(await listOf('driver3')).toEqual([north.id]);
});

test('a vehicle, skills or a shift that changed, and a driver who is gone, are noticed and named @long', async () => {
  await crossed();
  await stopAt('39.93', null, { size: 2 });
  const people = [idOf(ALMA), idOf(BEN), idOf('driver3')];
  await network.database.rows('update users set capacity = 9 where id = any($1)', [people]);
  const skippedAfter = async (change: string, because: string) => {
    const { id } = await planned({ driverIds: people });
    await network.database.rows(change, [idOf(BEN)]);
    const before = await Promise.all([ALMA, BEN, 'driver3'].map(listOf));
    const { body } = await apply(id, { kind: 'few', driverIds: [idOf(BEN)] });
    expect(body.skipped).toEqual([{ driverId: idOf(BEN), name: 'Ben Driver', because }]);
    expect([body.applied, body.movedCount]).toEqual([[], 0]);
    expect(await Promise.all([ALMA, BEN, 'driver3'].map(listOf))).toEqual(before);
  };
  await skippedAfter('update users set capacity = 1 where id = $1', 'vehicle');
  await skippedAfter("update users set skills = '{hazmat}' where id = $1", 'vehicle');
  await addShift(network.database, idOf(BEN), -60, 400);
  const breaks =
    "update shifts set break_minutes = 20, version = nextval('shift_versions') where driver_id = $1";
  await skippedAfter(breaks, 'shift');
  await skippedAfter('delete from shifts where driver_id = $1', 'shift');
  await skippedAfter('update users set deactivated_at = now() where id = $1', 'gone');
});

test('a plan that is applied in part leaves no vehicle too full', async () => {
  await network.database.rows('update users set capacity = 2 where id = any($1)', [both()]);
  for (const latitude of ['39.90', '39.92']) await stopAt(latitude, idOf(ALMA));
  for (const latitude of ['38.12', '38.14']) await stopAt(latitude, idOf(BEN));
  const south = await stopAt('38.13', idOf(ALMA), { size: 2 });
  const north = await stopAt('39.91', null, { size: 2 });
  const { id, result } = await planned({ driverIds: both() });
  expect(answerOf(result, 'few').moves.map(({ taskId, to }) => [taskId, to])).toEqual([
    [north.id, idOf(ALMA)],
    [south.id, idOf(BEN)],
  ]);
  const { body } = await apply(id, { kind: 'few', driverIds: [idOf(ALMA)] });
  expect(body).toMatchObject({
    applied: [],
    movedCount: 0,
    skipped: [{ driverId: idOf(ALMA), name: 'Alma Driver', because: 'room' }],
  });
});

/** Returns random numbers that are the same for the same seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

test.each([1, 2, 3])(
  'applied during other changes, every task is in exactly one list (seed %i)',
  async (seed) => {
    const { alma, ben } = await crossed();
    const fresh = [await stopAt('39.93'), await stopAt('38.16'), await stopAt('39.95')];
    const { id } = await planned({ driverIds: both() });
    const before = idsOf([...alma, ...ben, ...fresh]);
    const random = randomOf(seed);
    const path = () => `/api/tasks/${String(before[random(before.length)])}`;
    const drivers = [...both(), idOf('driver3')];
    const changes: ((client: Client) => Promise<{ status: number }>)[] = [
      (client) => client.post(`${path()}/assign`, { driver_id: drivers[random(3)] }),
      (client) =>
        client.post('/api/tasks/batch/move', {
          taskIds: [before[random(3)], before[3 + random(6)]],
          driver_id: random(2) === 0 ? null : drivers[random(3)],
        }),
      (client) => client.patch(path(), { status: 'completed' }),
      (client) => client.patch(path(), { status: 'hold', failure_reason: 'closed' }),
      (client) => client.patch(path(), { priority: 'urgent' }),
      (client) => client.call('DELETE', path()),
      (client) =>
        client.put(`/api/tasks/reorder/${String(idOf(BEN))}`, {
          taskIds: idsOf([...ben].reverse()),
          baseIds: idsOf(ben),
        }),
      () => driver.post('/api/tasks/batch/status', { taskIds: [alma[random(3)]?.id], status: 'going' }),
    ];
    const others = Array.from({ length: 8 }, () => changes[random(changes.length)]?.(colleague));
    const [first, second] = [apply(id, { kind: 'few' }), apply(id, { kind: 'few' }, colleague)];
    const done = await Promise.all([first, second, ...others]);
    for (const answer of done) expect(answer?.status).toBeLessThan(500);
    const { status, body } = await first;
    expect([status, (await second).body]).toEqual([200, body]);
    expect(await brokenInvariants(network.database)).toEqual([]);
    const found = await Promise.all(before.map((task) => dispatcher.get<Task>(`/api/tasks/${String(task)}`)));
    const lists = await Promise.all([ALMA, BEN, 'driver3'].map(listOf));
    for (const { status: found200, body: task } of found)
      if (found200 === 200 && task.driver_id !== null && ['pending', 'going'].includes(task.status))
        expect(lists.filter((list) => list.includes(task.id)).length).toBe(1);
      else expect(lists.flat()).not.toContain(task.id);
    expect(new Set(lists.flat()).size).toBe(lists.flat().length);
    expect((await apply(id, { kind: 'few' })).body).toEqual(body);
  },
);

test('on the page, a task without its tick is left out, whatever the box for all says', async () => {
  const [one, two] = [await stopAt('39.90'), await stopAt('39.91')];
  const { toast: _, ...answer } = await submitForm(dispatcher, '/dispatcher/plan', {
    intent: 'makePlan',
    driverIds: both(),
    taskIds: [one.id],
    all: '1',
    offered: '2',
  });
  expect(JSON.stringify(answer)).toContain('/dispatcher/plan/');
  const [made] = await network.database.rows<{ request: object }>(
    'select request from plans order by id desc limit 1',
  );
  expect(made?.request).toMatchObject({ taskIds: [one.id] });
  await submitForm(dispatcher, '/dispatcher/plan', {
    intent: 'makePlan',
    driverIds: both(),
    taskIds: [one.id, two.id],
    all: '1',
    offered: '2',
  });
  const [all] = await network.database.rows<{ request: object }>(
    'select request from plans order by id desc limit 1',
  );
  expect(all?.request).not.toHaveProperty('taskIds');
});

test('a task that could not be completed is planned again when it is chosen @long', async () => {
  const failed = await stopAt('39.90', idOf(ALMA));
  for (const report of [{ status: 'going' }, { status: 'hold', failure_reason: 'closed' }])
    await driver.post('/api/tasks/batch/status', { taskIds: [failed.id], ...report });
  const other = await stopAt('39.91', idOf(ALMA));
  const { result } = await planned({ driverIds: [idOf(ALMA)] });
  expect(answerOf(result, 'few').moves).toEqual([]);
  const { id } = await planned({ driverIds: [idOf(ALMA)], taskIds: [failed.id] });
  expect((await apply(id, { kind: 'few' })).body).toMatchObject({ movedCount: 1, skipped: [] });
  expect((await listOf(ALMA)).sort()).toEqual([failed.id, other.id].sort());
  const { body } = await dispatcher.get<Task>(`/api/tasks/${String(failed.id)}`);
  expect(body).toMatchObject({ status: 'pending', failure_reason: null, attempts: 1 });
});

test('Sam’s stops go to the others; what Sam is at, and has in the vehicle, stays', async () => {
  const account = await addAccount(network.database, 'Stop 39.95');
  const source = pickup({
    ...atLatitude('39.80'),
    driver_id: idOf(ALMA),
    destination_account_id: account,
  });
  const loaded = await make(dispatcher, source);
  await dispatcher.patch(`/api/tasks/${String(loaded.id)}`, { status: 'completed' });
  const [going, goods, open] = [
    await stopAt('39.90', idOf(ALMA)),
    await stopAt('39.95', idOf(ALMA)),
    await stopAt('38.12', idOf(ALMA)),
  ];
  await driver.post('/api/tasks/batch/status', { taskIds: [going.id], status: 'going' });
  const others = [idOf(BEN), idOf('driver3')];
  const { id, result } = await planned({ driverIds: others, taskIds: idsOf([going, goods, open]) });
  expect(result.left.map(({ taskId, reason }) => [taskId, reason])).toEqual([
    [going.id, 'going'],
    [goods.id, 'goods'],
  ]);
  const few = answerOf(result, 'few');
  expect(few.moves).toMatchObject([{ taskId: open.id, from: idOf(ALMA) }]);
  expect(few).toMatchObject({ moved: 1, affected: 2 });
  // The task was completed meanwhile, so Alma keeps it.
  await dispatcher.patch(`/api/tasks/${String(open.id)}`, { status: 'completed' });
  expect((await apply(id, { kind: 'few' })).body).toMatchObject({
    movedCount: 0,
    notMoved: [{ taskId: open.id }],
  });
});

test('a driver who gives tasks away gets none, and the plan names the remaining ones @long', async () => {
  const [south, north] = [await stopAt('38.12', idOf(ALMA)), await stopAt('39.92', idOf(ALMA))];
  const ben = [await stopAt('38.10', idOf(BEN)), await stopAt('38.14', idOf(BEN))];
  const cleo = await stopAt('39.90', idOf('driver3'));
  const refused = await ask({ giverId: idOf(ALMA), driverIds: both() });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('A driver who gives tasks away gets none'),
  ]);
  const { id, result } = await planned({ giverId: idOf(ALMA) });
  expect(result.drivers.map(({ name }) => name)).toEqual(['Ben Driver', 'Cleo Driver']);
  expect(answerOf(result, 'insert').moves).toEqual([
    { taskId: south.id, from: idOf(ALMA), to: idOf(BEN) },
    { taskId: north.id, from: idOf(ALMA), to: idOf('driver3') },
  ]);
  await stopAt('38.16', idOf(BEN));
  expect((await apply(id, { kind: 'insert' })).body).toMatchObject({
    skipped: [{ driverId: idOf(BEN), because: 'list' }],
    movedCount: 1,
  });
  expect(await look(id)).toMatchObject({
    driverIds: [idOf(BEN), idOf('driver3')],
    taskIds: idsOf([south, north]),
    giver: {
      driverId: idOf(ALMA),
      name: 'Alma Driver',
      has: [{ taskId: south.id, location: 'Stop 38.12', going: false }],
    },
  });
  expect((await listOf(BEN)).slice(0, 2)).toEqual(idsOf(ben));
  expect((await listOf('driver3')).sort()).toEqual([cleo.id, north.id].sort());
  const again = await planned({ giverId: idOf(ALMA) });
  await apply(again.id, { kind: 'insert' });
  expect(await listOf(ALMA)).toEqual([]);
  const none = await ask({ giverId: idOf(ALMA) });
  expect([none.status, JSON.stringify(none.body)]).toEqual([
    422,
    expect.stringContaining('This driver has no open task'),
  ]);
});

test('a pickup comes before the delivery it feeds, with the same driver', async () => {
  const account = await addAccount(network.database, 'Stop 39.10');
  const customer = await stopAt('39.10', idOf(ALMA));
  const source = await make(dispatcher, pickup({ ...atLatitude('39.50'), destination_account_id: account }));
  const { result } = await planned({ driverIds: both() });
  for (const { routes } of result.answers)
    expect(routes.find(({ taskIds }) => taskIds.includes(source.id))?.taskIds).toEqual([
      source.id,
      customer.id,
    ]);
  expect(routeIn(answerOf(result, 'insert'), ALMA)).toEqual([source.id, customer.id]);
});

test('two pickups for one delivery both come before it, with the same driver', async () => {
  const account = await addAccount(network.database, 'Stop 39.20');
  const customer = await stopAt('39.20', idOf(ALMA));
  const sources: number[] = [];
  // One pickup is beyond the customer, where a detour costs much.
  for (const place of ['39.15', '39.90']) {
    const { id } = await make(dispatcher, pickup({ ...atLatitude(place), destination_account_id: account }));
    sources.push(id);
  }
  const { result } = await planned({ driverIds: both() });
  for (const { kind, routes } of result.answers) {
    const taskIds = routes.find((route) => route.taskIds.includes(customer.id))?.taskIds ?? [];
    expect([kind, taskIds.at(-1), taskIds.slice(0, -1).sort()]).toEqual([kind, customer.id, sources.sort()]);
  }
  expect(result.together).toContainEqual(expect.arrayContaining([...sources, customer.id]));
});

test('vehicles, skills, windows and minutes of tasks are kept to', async () => {
  await network.database.rows('update users set capacity = 4, skills = $2 where id = $1', [
    idOf(ALMA),
    ['Lift Gate'],
  ]);
  await network.database.rows('update users set capacity = 3 where id = $1', [idOf(BEN)]);
  const lift = await stopAt('38.10', null, { skills: ['lift gate'], size: 3 });
  const bulky = await stopAt('39.90', null, { size: 3 });
  const huge = await stopAt('39.80', null, { size: 5 });
  const welder = await stopAt('39.70', null, { skills: ['welding'] });
  const later = await stopAt('39.95', null, {
    deliver_after: inMinutes(600),
    service_minutes: 90,
    size: 1,
    skills: ['lift gate'],
  });
  const { result } = await planned({ driverIds: both() });
  for (const answer of result.answers) {
    expect(answer.left.map(({ taskId, reason }) => [taskId, reason]).sort()).toEqual([
      [huge.id, 'capacity'],
      [welder.id, 'skills'],
    ]);
    expect([routeIn(answer, ALMA), routeIn(answer, BEN)]).toEqual([[lift.id, later.id], [bulky.id]]);
    const stop = answer.routes[0]?.stops[1];
    expect(Date.parse(stop?.at ?? '')).toBe(Date.parse(later.deliver_after ?? ''));
    expect(Date.parse(stop?.until ?? '') - Date.parse(stop?.at ?? '')).toBe(90 * 60_000);
  }
});

test('a shift begins and ends at its places, and its break comes behind the stop under way', async () => {
  const places = 'insert into dealerships (name) values ($1) on conflict do nothing';
  await network.database.rows(places, ['Depot']);
  await network.database.rows(
    `insert into dealership_locations (name, latitude, longitude) values ('Depot', 39.5, -94.6) on conflict do nothing`,
  );
  for (const latitude of ['39.51', '39.52', '39.53'])
    await stopAt(latitude, idOf(ALMA), { service_minutes: 20 });
  await addShift(network.database, idOf(ALMA), -60, 400, {
    breakMinutes: 45,
    breakFrom: 30,
    startPlace: 'Depot',
    endPlace: 'Depot',
  });
  const { result } = await planned({ driverIds: [idOf(ALMA)] });
  const [route] = result.before.routes;
  const [first, second, third] = route?.stops ?? [];
  const ms = (iso: string | null | undefined) => Date.parse(iso ?? '');
  expect(route?.break?.at).toBe(second?.until);
  expect(ms(route?.break?.until) - ms(route?.break?.at)).toBe(45 * 60_000);
  expect(ms(first?.at)).toBeGreaterThan(ms(route?.beginAt));
  expect(ms(third?.at)).toBeGreaterThan(ms(route?.break?.until));
  expect(ms(route?.finishAt)).toBeGreaterThan(ms(third?.until));
  expect(route?.overtime).toBe(0);
});

test('tasks without a place are named and the rest is planned; a time that cannot be met is named with its minutes', async () => {
  const nowhere = await stopAt(null);
  const standing = await stopAt(null, idOf(ALMA));
  const late = await stopAt('39.00', null, { deliver_by: inMinutes(-60) });
  const { id, result } = await planned({ driverIds: [idOf(ALMA)] });
  expect(result.left.map(({ taskId, reason }) => [taskId, reason])).toEqual([
    [standing.id, 'place'],
    [nowhere.id, 'place'],
  ]);
  const [route] = answerOf(result, 'few').routes;
  expect(route).toMatchObject({ taskIds: [standing.id, late.id], lateStops: 1 });
  expect(route?.stops[0]?.late).toBeGreaterThanOrEqual(60);
  await apply(id, { kind: 'few' });
  expect(await listOf(ALMA)).toEqual([standing.id, late.id]);
});

test('drivers on duty are planned for; without any, the answer says so', async () => {
  const task = await stopAt('39.00');
  const { result: all } = await planned({});
  expect(all.drivers.map(({ name }) => name)).toEqual(['Alma Driver', 'Ben Driver', 'Cleo Driver']);
  const shift = (username: string, starts: number, ends: number) =>
    network.database.rows(
      `insert into shifts (driver_id, day, starts, ends)
       select $1, (now() at time zone coalesce((select value ->> 'timeZone' from settings where name = 'network'), 'America/Chicago'))::date, $2, $3`,
      [idOf(username), starts, ends],
    );
  await shift(ALMA, 0, 1);
  const refused = await ask({});
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('Nobody is on duty'),
  ]);
  await shift(BEN, 1_439, 1_439 + 60);
  const { result } = await planned({});
  expect(result.drivers.map(({ name }) => name)).toEqual(['Ben Driver']);
  expect(routeIn(answerOf(result, 'insert'), BEN)).toEqual([task.id]);
  expect((await ask({ driverIds: [idOf('dispatcher')] })).status).toBe(422);
  expect((await ask({ taskIds: [999_999] })).status).toBe(422);
  await network.database.rows('delete from shifts');
  await network.database.rows('delete from tasks');
  expect((await ask({})).status).toBe(422);
});

test('two requests at once: the same one joins, another one waits; ended early there are answers all the same', async () => {
  for (const latitude of [10, 20, 30, 40, 50, 60, 70, 80]) await stopAt(`39.${String(latitude)}`);
  const bodies = [{ driverIds: both() }, { driverIds: both() }, { driverIds: [idOf(ALMA)] }];
  const [one, same, other] = await Promise.all([
    ask(bodies[0] ?? {}),
    ask(bodies[1] ?? {}, colleague),
    ask(bodies[2] ?? {}),
  ]);
  expect(one.body.id).toBe(same.body.id);
  expect(one.body.expectedSeconds).toBeGreaterThan(0);
  expect(other.body.id).not.toBe(one.body.id);
  const stopped = await colleague.post<PlanState>(`/api/plans/${String(other.body.id)}/stop`, {});
  expect(stopped.status).toBe(200);
  const plans = [await finished(one.body.id), await finished(other.body.id)];
  for (const { status, result } of plans)
    expect([status, result?.answers.map(({ kind }) => kind)]).toEqual([
      'done',
      ['insert', 'order', 'few', 'free'],
    ]);
});

test('more than 1,000 tasks are refused in words, also where few of them are chosen', async () => {
  const [first] = await plantTasks(network, 1_001, idOf(ALMA));
  for (const body of [{ driverIds: both() }, { driverIds: both(), taskIds: [first?.id] }]) {
    const refused = await ask(body);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('more than 1,000 tasks'),
    ]);
  }
});

test('how long a plan takes is told from those that were made here, but not from one that was ended early @long', async () => {
  const setPace = (pace: number) =>
    network.database.rows(
      "update settings set value = jsonb_build_object('pace', $1::float8) where name = 'plans'",
      [pace],
    );
  const pace = async () => {
    const found = await network.database.rows<{ pace: number }>(
      "select (value ->> 'pace')::float8 as pace from settings where name = 'plans'",
    );
    return found[0]?.pace ?? 0;
  };
  await network.database.rows("delete from settings where name = 'plans'");
  await stopAt('39.10');
  const first = await ask({ driverIds: both() });
  expect(first.body.expectedSeconds).toBe(1);
  await finished(first.body.id);
  expect(await pace()).toBeGreaterThan(0);

  await setPace(1_000);
  const second = await ask({ driverIds: both() });
  expect(second.body.expectedSeconds).toBe(Math.round(1_000 * usualSeconds(1, 2)));
  await finished(second.body.id);
  // A plan of one task could end before it is stopped.
  const many = await plantTasks(network, 300, null);
  const third = await ask({ driverIds: [idOf(ALMA)] });
  await colleague.post(`/api/plans/${String(third.body.id)}/stop`, {});
  expect((await finished(third.body.id)).stopped).toBe(true);
  await network.database.rows('delete from tasks where id = any($1)', [many.map(({ id }) => id)]);
  // The newest plan counts for half of the pace. If the stopped plan counted too, it would be a quarter.
  expect(await pace()).toBeGreaterThanOrEqual(500);
  expect(await pace()).toBeLessThan(600);
  await setPace(1_000);
  const expectedMs = Math.round(1_000 * usualSeconds(1, 3));
  expect((await dispatcher.get<string>('/dispatcher/plan')).body).toContain(String(expectedMs));
  await network.database.rows("delete from settings where name = 'plans'");
});

test('an answer that there is not and drivers who are not in the plan are refused', async () => {
  await stopAt('39.00');
  const { id } = await planned({});
  expect((await apply(id, { kind: 'best' })).status).toBe(422);
  expect((await apply(id, { kind: 'few', driverIds: [idOf('dispatcher')] })).status).toBe(422);
});

test('who leaves a plan finds it again where plans are made: under way, and ready until it is applied', async () => {
  await network.database.rows('delete from plans where made_by = $1', [idOf('dispatcher2')]);
  const [made] = await network.database.rows<{ id: number }>(
    `insert into plans (status, request, progress, made_by, alive_at)
     values ('running', '{}', 0.37, $1, now() + interval '1 hour') returning id`,
    [idOf('dispatcher')],
  );
  const set = (assignments: string) =>
    network.database.rows(`update plans set ${assignments} where id = $1`, [made?.id]);
  const page = async (who: Client) =>
    (await who.get<string>('/dispatcher/plan')).body.replaceAll('<!-- -->', '');
  const underWay = await page(dispatcher);
  for (const text of ['Your plan is being made.', '37 %', `/dispatcher/plan/${String(made?.id)}"`])
    expect(underWay).toContain(text);
  expect(await page(colleague)).not.toContain('Your plan');
  await set("status = 'done', result = '{}'");
  expect(await page(dispatcher)).toContain('Your plan is ready.');
  await set("applied = '{}'");
  expect(await page(dispatcher)).not.toContain('Your plan');
});

test('a plan leaves the tasks of runs that have not left where they are @long', async () => {
  const own = await stopAt('39.90', idOf(ALMA));
  const schedule = await addSchedule(network.database, { name: 'North', driverId: idOf(ALMA) });
  const run = await addRun(network.database, schedule, { cutoff: 30 });
  const waiting = [
    await stopAt('38.10', null, { run_id: run }),
    await stopAt('38.11', null, { run_id: run }),
  ];
  const state = () =>
    network.database.rows(
      'select id, status, driver_id, run_id, run_place from tasks where run_id is not null order by id',
    );
  for (const closes of [false, true]) {
    if (closes) await dispatcher.post(`/api/runs/${String(run)}/close`, {});
    const before = await state();
    expect(before.length).toBe(2);
    const { id, result } = await planned({ driverIds: both() });
    expect(result.before.routes.flatMap(({ taskIds }) => taskIds)).toEqual([own.id]);
    const planning = result.answers.flatMap(({ routes }) => routes.flatMap(({ taskIds }) => taskIds));
    expect(planning.filter((taskId) => idsOf(waiting).includes(taskId))).toEqual([]);
    await apply(id, { kind: 'free' });
    expect(await state()).toEqual(before);
  }
});
