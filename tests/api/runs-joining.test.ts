/** Tasks find their run by rules, follow them, and leave. */
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, transfer } from '../support/factories';
import { addRun, addSchedule, type ScheduleRow } from '../support/runs';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const office = network.client('dispatcher2');
const driver = network.client('driver');

const path = ({ id }: Pick<Task, 'id'>) => `/api/tasks/${String(id)}`;
const change = (task: Task, body: object) => office.patch<Task>(path(task), body);
const read = async (task: Task) => (await office.get<Task>(path(task))).body;
const join = async (schedule: ScheduleRow) => {
  const id = await addSchedule(network.database, schedule);
  return { id, run: await addRun(network.database, id, { cutoff: 30 }) };
};
const summary = ({ run_id, run_rule, status, driver_id, order_index }: Task) => ({
  run_id,
  run_rule,
  status,
  driver_id,
  order_index,
});
const account = async (name: string) => {
  const { body } = await office.post<{ id: number }>('/api/accounts', { name });
  return body.id;
};

beforeEach(async () => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from runs');
  await network.database.rows('delete from run_schedules');
});

test('without schedules, a task goes to the first driver of the dealership as before', async () => {
  expect(summary(await make(office, delivery()))).toEqual({
    run_id: null,
    run_rule: null,
    status: 'pending',
    driver_id: network.ids.driver,
    order_index: 0,
  });
});

test('the first rule that fits chooses the run: ship-via, standing stop, zone, dealership', async () => {
  const shop = await account('Rule Shop');
  const around = (size: number) => ({
    polygon: [
      [-94 - size, 39 - size],
      [-94 + size, 39 - size],
      [-94 + size, 39 + size],
      [-94 - size, 39 + size],
    ],
  });
  const driverId = network.ids.driver ?? null;
  const runs = {
    rest: (await join({ name: 'Rest', isDefault: true, driverId })).run,
    wide: (await join({ name: 'Wide', zone: around(0.5) })).run,
    near: (await join({ name: 'Near', zone: around(0.1) })).run,
    zips: (await join({ name: 'Zips', zone: { zips: ['64113'] } })).run,
    stops: (await join({ name: 'Stops', stops: [{ accountId: shop }] })).run,
    codes: (await join({ name: 'Codes', shipVia: ['NORTH'] })).run,
  };
  await join({ name: 'Elsewhere', dealership: 'Jeep', isDefault: true, shipVia: ['NORTH'] });
  const at = (latitude: string) => ({ latitude, longitude: '-94', address: 'Somewhere' });
  const chosen = async (body: Record<string, unknown>) => {
    const { run_id, run_rule } = await make(office, body);
    return [run_id, run_rule];
  };
  const toShop = { location: 'Rule Shop', ...at('39') };
  expect(await chosen(delivery({ ...toShop, ship_via: 'north' }))).toEqual([runs.codes, 'ship-via']);
  expect(await chosen(delivery(toShop))).toEqual([runs.stops, 'account']);
  expect(await chosen(pickup(toShop))).toEqual([runs.stops, 'account']);
  expect(await chosen(delivery(at('39')))).toEqual([runs.near, 'zone']);
  expect(await chosen(delivery(at('39.3')))).toEqual([runs.wide, 'zone']);
  expect(await chosen(delivery({ location: 'By ZIP' }))).toEqual([runs.zips, 'zone']);
  const rest = await make(office, delivery({ ...at('20') }));
  expect(summary(rest)).toEqual({
    run_id: runs.rest,
    run_rule: 'dealership',
    status: 'next-route',
    driver_id: driverId,
    order_index: null,
  });
  expect(Date.parse(rest.promised_from ?? '')).toBeGreaterThan(Date.now());
  expect(Date.parse(rest.promised_to ?? '')).toBeGreaterThan(Date.parse(rest.promised_from ?? ''));
});

test('a task joins the earliest departure whose cut-off is to come, on a weekday of its stop', async () => {
  const shop = await account('Weekday Shop');
  const [{ today } = { today: 0 }] = await network.database.rows<{ today: number }>(
    "select extract(isodow from now() at time zone 'America/Chicago')::integer as today",
  );
  const id = await addSchedule(network.database, {
    name: 'Days',
    stops: [{ accountId: shop, weekdays: [(today % 7) + 1] }],
    isDefault: true,
  });
  await addRun(network.database, id, { cutoff: -1 });
  const later = await addRun(network.database, id, { cutoff: 60 });
  const first = await addRun(network.database, id, { cutoff: 30 });
  const tomorrow = await addRun(network.database, id, { cutoff: 30 + 24 * 60 });
  expect((await make(office, delivery({ location: 'Anybody' }))).run_id).toBe(first);
  expect((await make(office, delivery({ location: 'Weekday Shop' }))).run_id).toBe(tomorrow);
  await network.database.rows("update runs set state = 'closed' where id = $1", [first]);
  expect((await make(office, delivery({ location: 'Anybody' }))).run_id).toBe(later);
});

test('where no rule fits, it stays unassigned, and joins when its place is known', async () => {
  await join({
    name: 'North',
    zone: {
      polygon: [
        [-95, 38],
        [-93, 38],
        [-93, 40],
        [-95, 40],
      ],
    },
  });
  const body = { address: 'An address nobody knows' };
  const [free, left] = [
    await make(office, delivery(body)),
    await make(office, delivery({ ...body, driver_id: null })),
  ];
  expect([free, left].map(summary)).toMatchObject([
    { run_id: null, run_rule: null, status: 'pending', driver_id: null },
    { run_id: null, run_rule: 'hand', status: 'pending', driver_id: null },
  ]);
  const place = { latitude: '39', longitude: '-94' };
  for (const task of [free, left]) await change(task, place);
  expect(await read(free)).toMatchObject({ run_rule: 'zone', status: 'next-route' });
  expect(summary(await read(left))).toMatchObject({ run_id: null, run_rule: 'hand', status: 'pending' });
});

test('holds, transfers, and tasks with a driver do not go with runs', async () => {
  await join({ name: 'All', isDefault: true });
  const tasks = [
    await make(office, delivery({ status: 'hold' })),
    await make(office, transfer()),
    await make(office, delivery({ driver_id: network.ids.driver })),
    await make(office, delivery({ run_id: null })),
  ];
  expect(tasks.map(({ run_id }) => run_id)).toEqual([null, null, null, null]);
  const refused = await office.post('/api/tasks', transfer({ run_id: (await join({ name: 'One' })).run }));
  expect(refused.status).toBe(422);
});

test('changed fields move a task by the rules while its run is building, and not one that somebody has put', async () => {
  const north = await join({ name: 'North', shipVia: ['N'], driverId: network.ids.driver ?? null });
  const south = await join({ name: 'South', shipVia: ['S'] });
  const [ruled, put] = [
    await make(office, delivery({ ship_via: 'N' })),
    await make(office, delivery({ run_id: north.run })),
  ];
  expect([ruled.run_rule, put.run_rule, put.driver_id]).toEqual(['ship-via', 'hand', network.ids.driver]);
  for (const task of [ruled, put]) await change(task, { ship_via: 'S' });
  expect(summary(await read(ruled))).toMatchObject({
    run_id: south.run,
    driver_id: null,
    status: 'next-route',
  });
  expect(summary(await read(put))).toMatchObject({ run_id: north.run, run_rule: 'hand' });
  await change(ruled, { ship_via: '' });
  expect(summary(await read(ruled))).toMatchObject({ run_id: null, status: 'pending', driver_id: null });
});

test('by hand: another run, no run, and never a closed one', async () => {
  const { id, run } = await join({ name: 'Hand' });
  const next = await addRun(network.database, id, { cutoff: 90 });
  const task = await make(office, delivery({ run_id: run }));
  expect((await change(task, { run_id: next })).body).toMatchObject({ run_id: next, run_rule: 'hand' });
  await network.database.rows("update runs set state = 'closed' where id = $1", [run]);
  const refused = await change(task, { run_id: run });
  expect(refused.status).toBe(409);
  expect((await change(task, { run_id: null })).body).toMatchObject({
    run_id: null,
    run_rule: 'hand',
    promised_from: null,
    status: 'pending',
  });
});

test('a task that joins a run while somebody takes it out of all is taken out of that one', async () => {
  const { run } = await join({ name: 'Meanwhile' });
  const task = await make(office, delivery({ driver_id: null }));
  const joining = new pg.Client({ connectionString: network.database.url });
  await joining.connect();
  await joining.query('begin');
  await joining.query('update task_lists set version = version + 1 where owner_id = 0');
  const taken = change(task, { run_id: null });
  await vi.waitFor(async () => {
    const waiting = await network.database.rows(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%task_lists%'`,
    );
    expect(waiting).not.toEqual([]);
  });
  await joining.query(
    "update tasks set run_id = $2, run_rule = 'hand', status = 'next-route', version = version + 1 where id = $1",
    [task.id, run],
  );
  await joining.query('commit');
  await joining.end();
  expect((await taken).body).toMatchObject({ run_id: null, status: 'pending' });
});

test('a task that gets another status or driver leaves its run', async () => {
  const { run } = await join({ name: 'Leave', isDefault: true, driverId: network.ids.driver ?? null });
  for (const body of [{ status: 'pending' }, { status: 'hold' }, { driver_id: network.ids.driver2 }]) {
    const task = await make(office, delivery());
    expect(task.run_id).toBe(run);
    expect((await change(task, body)).body).toMatchObject({
      status: 'pending',
      ...body,
      run_id: null,
      promised_from: null,
    });
  }
});

test('Start next route and End route leave tasks of runs waiting', async () => {
  const driverId = network.ids.driver ?? 0;
  await join({ name: 'Wait', isDefault: true, driverId });
  const waiting = await make(office, delivery());
  const own = await make(office, delivery({ driver_id: driverId, status: 'next-route' }));
  const done = await make(office, pickup({ driver_id: driverId }));
  await driver.patch(path(done), { status: 'going' });
  await driver.patch(path(done), { status: 'completed' });
  const { body } = await driver.post<{ pendingCount: number }>(`/api/tasks/end-route/${String(driverId)}`);
  expect(body.pendingCount).toBe(1);
  expect((await read(own)).status).toBe('pending');
  expect(await read(waiting)).toMatchObject({ status: 'next-route', order_index: null });
});

test('the run of a driver who no longer drives has none, and keeps its tasks', async () => {
  const admin = await network.as('admin');
  const driverId = network.ids.driver3 ?? 0;
  const { run } = await join({ name: 'Orphan', isDefault: true, driverId });
  const task = await make(office, delivery());
  expect(task.driver_id).toBe(driverId);
  await admin.del(`/api/admin/users/${String(driverId)}`);
  expect(summary(await read(task))).toMatchObject({ run_id: run, driver_id: null, status: 'next-route' });
  expect(summary(await make(office, delivery()))).toMatchObject({ run_id: run, driver_id: null });
});

test('the activity names the run and the rule', async () => {
  const { run } = await join({ name: 'Told', shipVia: ['T'] });
  const task = await make(office, delivery());
  await change(task, { run_id: run });
  const { body } = await office.get<string>(path(task).replace('/api', '/dispatcher'));
  expect(body).toMatch(/Told \d+:\d\d [AP]M, by hand/);
});
