/** Runs close, leave, end, take late tasks, and are cancelled. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { DriverArrivals } from '~/domain/scheduling/arrivals/arrivals.server';
import type { RunWithTasks } from '~/domain/scheduling/runs/schema';
import { delivery, make, onMeridian, pickup } from '../support/factories';
import { deliveryFaults } from '../support/deliveries';
import { submitForm, undo } from '../support/forms';
import { addRun, addSchedule, type ScheduleRow } from '../support/runs';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const office = network.client('dispatcher2');
const driver = network.client('driver');
const other = network.client('driver2');

const path = ({ id }: Pick<Task, 'id'>) => `/api/tasks/${String(id)}`;
const read = async (task: Pick<Task, 'id'>) => (await office.get<Task>(path(task))).body;
const at = (run: number, what = '') => `/api/runs/${String(run)}${what}`;
const runNow = async (run: number) => (await office.get<RunWithTasks>(at(run))).body;
const idsIn = ({ tasks }: RunWithTasks) => tasks.map(({ id }) => id);

const waitUntil = <Found>(look: () => Promise<Found | null>) =>
  vi.waitFor(
    async () => {
      const found = await look();
      if (found === null) throw new Error('Not yet');
      return found;
    },
    { interval: 200 },
  );

/** A schedule that takes everything, with a run. */
async function begin(more: Partial<ScheduleRow> = {}, cutoff = 30) {
  const name = `North ${String(Math.random())}`;
  const schedule = await addSchedule(network.database, { name, isDefault: true, ...more });
  return { schedule, run: await addRun(network.database, schedule, { cutoff }) };
}
const withDriver = () => ({ driverId: network.ids.driver ?? null });
const eventsOf = (task: Pick<Task, 'id'>, action: string) =>
  network.database.rows('select 1 from task_events where task_id = $1 and action = $2', [task.id, action]);

beforeEach(async () => {
  for (const table of ['tasks', 'runs', 'run_schedules']) await network.database.rows(`delete from ${table}`);
});

test('at the cut-off a run closes once, with an order and the arrivals that follow from it @long', async () => {
  await network.another();
  const { schedule, run } = await begin();
  const tasks: Task[] = [];
  for (const latitude of ['39.3', '39.1', '39.2'])
    tasks.push(await make(office, onMeridian(latitude, { driver_id: undefined })));
  await network.database.rows("update runs set cutoff_at = now() + interval '1 second' where id = $1", [run]);
  const closed = await waitUntil(async () => {
    const found = await runNow(run);
    return found.state === 'closed' ? found : null;
  });
  const lines = await Promise.all(tasks.map(read));
  const places = lines.map(({ run_place }) => run_place);
  expect([
    [3, 1, 2],
    [1, 3, 2],
  ]).toContainEqual(places);
  expect(idsIn(closed)).toEqual(
    [...lines].sort((a, b) => (a.run_place ?? 0) - (b.run_place ?? 0)).map(({ id }) => id),
  );
  const promises = closed.tasks.map(({ promisedFrom }) => Date.parse(promisedFrom ?? ''));
  expect(promises).toEqual([...promises].sort((a, b) => a - b));
  expect(promises[0]).toBeGreaterThan(Date.parse(closed.departsAt) - 5 * 60_000);
  for (const task of tasks) expect(await eventsOf(task, 'run closed')).toHaveLength(1);
  // Nothing joins any more by itself.
  const next = await addRun(network.database, schedule, { cutoff: 60 });
  expect((await make(office, delivery())).run_id).toBe(next);
  await network.stopOthers();
});

test('a fixed order begins with the standing stops, and makes pickups where nothing else is to be done', async () => {
  const account = async (name: string) =>
    (await office.post<{ id: number }>('/api/accounts', { name })).body.id;
  const [first, empty, quiet] = [
    await account('Stop First'),
    await account('Stop Empty'),
    await account('Stop Quiet'),
  ];
  const { run } = await begin({
    orderKind: 'fixed',
    stops: [
      { accountId: empty, visit: 'always' },
      { accountId: first, visit: 'always' },
      { accountId: quiet },
    ],
  });
  const rest = await make(office, delivery());
  const there = await make(office, delivery({ location: 'Stop First' }));
  await office.post(at(run, '/close'));
  const { tasks } = await runNow(run);
  const [made] = tasks;
  expect(tasks.map(({ id }) => id)).toEqual([made?.id, there.id, rest.id]);
  expect(await read({ id: made?.id ?? 0 })).toMatchObject({
    type: 'pickup',
    location: 'Stop Empty',
    part_numbers: 'Standing stop',
    run_rule: 'standing',
    status: 'next-route',
  });
});

test('the run leaves in its order behind what is active, once, and is done when nothing is active', async () => {
  const { run } = await begin(withDriver());
  const active = await make(office, pickup({ driver_id: network.ids.driver }));
  const tasks = [await make(office, delivery()), await make(office, delivery({ location: 'Second' }))];
  await office.post(at(run, '/close'));
  const order = idsIn(await runNow(run));
  expect((await other.post(at(run, '/out'), {})).status).toBe(403);
  const moment = new Date(Date.now() - 60_000).toISOString();
  const out = await driver.post<RunWithTasks>(at(run, '/out'), { occurred_at: moment });
  expect([out.status, out.body.state, Date.parse(out.body.outAt ?? '')]).toEqual([
    200,
    'out',
    Date.parse(moment),
  ]);
  expect((await driver.post<RunWithTasks>(at(run, '/out'), {})).body.outAt).toBe(out.body.outAt);
  const route = await office.get<Task[]>(`/api/tasks?driver_id=${String(network.ids.driver)}&status=pending`);
  expect(route.body.map(({ id }) => id)).toEqual([active.id, ...order]);
  expect((await office.get<Task[]>(`/api/tasks?run_id=${String(run)}`)).body).toHaveLength(2);
  for (const task of tasks) {
    expect(await eventsOf(task, 'pending')).toHaveLength(1);
    await office.patch(path(task), { status: 'completed' });
  }
  await waitUntil(async () => (await runNow(run)).state === 'done' || null);
  // A task that is taken back makes the run go on.
  await office.patch(path(tasks[0] ?? { id: 0 }), { status: 'pending' });
  await waitUntil(async () => (await runNow(run)).state === 'out' || null);
});

const noticesOf = (driverId: number | undefined) =>
  network.database.rows(
    `select n.kind, n.location, u.username as by from driver_notices n left join users u on u.id = n.actor_id
     where driver_id = $1 order by n.id`,
    [driverId],
  );
const routeNow = async () =>
  (await office.get<Task[]>(`/api/tasks?driver_id=${String(network.ids.driver)}&status=pending`)).body.map(
    ({ id }) => id,
  );
/** Drivers' notices outlive the tasks of other tests. */
const forgetNotices = () => network.database.rows('delete from driver_notices');
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('a start that arrives late takes what the driver saw, in that order; what joined later goes on', async () => {
  await forgetNotices();
  const { schedule, run } = await begin(withDriver());
  const later = await addRun(network.database, schedule, { cutoff: 120 });
  const [first, second, moved] = [
    await make(office, delivery({ location: 'First' })),
    await make(office, delivery({ location: 'Second' })),
    await make(office, delivery({ location: 'Moved' })),
  ];
  const taskIds = [moved.id, second.id, first.id];
  const joined = await make(office, delivery({ location: 'Joined' }));
  expect(await read(joined)).toMatchObject({ run_id: run, status: 'next-route' });
  await office.post(at(later, '/move'), { taskIds: [moved.id] });
  const out = await driver.post<RunWithTasks>(at(run, '/out'), { occurred_at: minutesAgo(20), taskIds });
  expect(out).toMatchObject({ status: 200, body: { state: 'out' } });
  expect(await routeNow()).toEqual([second.id, first.id]);
  expect(await read(joined)).toMatchObject({ run_id: later, status: 'next-route', order_index: null });
  expect(await noticesOf(network.ids.driver)).toEqual([
    { kind: 'removed', location: 'Moved', by: 'dispatcher2' },
  ]);
});

test('a start that arrives after the office has sent the run out takes out of the route what joined later', async () => {
  const { run } = await begin(withDriver());
  const [first, second, deleted] = [
    await make(office, delivery({ location: 'First' })),
    await make(office, delivery({ location: 'Second' })),
    await make(office, delivery({ location: 'Deleted' })),
  ];
  const joined = await make(office, delivery({ location: 'Joined' }));
  await office.del(path(deleted));
  await office.post(at(run, '/out'), {});
  const late = await make(office, delivery({ location: 'Late' }));
  expect(late.driver_id).toBeNull();
  await office.post(at(run, '/late'), { taskIds: [late.id], reason: 'Driver comes back for it' });
  await forgetNotices();
  const body = { occurred_at: minutesAgo(20), taskIds: [second.id, deleted.id, first.id] };
  await driver.post(at(run, '/out'), body);
  expect(await routeNow()).toEqual([second.id, first.id, late.id]);
  expect(await read(joined)).toMatchObject({ run_id: null, driver_id: null, status: 'pending' });
  expect(await noticesOf(network.ids.driver)).toEqual([
    { kind: 'removed', location: 'Deleted', by: 'dispatcher2' },
  ]);
  // The second of two starts changes nothing.
  await driver.post(at(run, '/out'), { taskIds: [first.id] });
  expect(await routeNow()).toEqual([second.id, first.id, late.id]);
});

test('the pickups of standing stops are in the route of a driver who left before they were made', async () => {
  const account = await office.post<{ id: number }>('/api/accounts', {
    name: 'Standing Stop Shop',
  });
  const stops = [{ accountId: account.body.id, visit: 'always' as const }];
  const { run } = await begin({ ...withDriver(), stops });
  const task = await make(office, delivery({ location: 'Seen' }));
  await driver.post(at(run, '/out'), { occurred_at: minutesAgo(20), taskIds: [task.id] });
  expect(await routeNow()).toEqual([task.id, expect.any(Number)]);
});

test('a promise is computed again when the run leaves, and its end is due where nothing else is', async () => {
  const { run } = await begin(withDriver(), 120);
  const deliver_by = new Date(Date.now() + 8 * 36e5).toISOString();
  await make(office, onMeridian('39.1', { driver_id: undefined, deliver_by }));
  const promised = await make(office, onMeridian('39.2', { driver_id: undefined }));
  await office.post(at(run, '/close'));
  const endOf = async (task: Task) => Date.parse((await read(task)).promised_to ?? '');
  const before = await endOf(promised);
  await driver.post(at(run, '/out'), {});
  expect(await endOf(promised)).toBeLessThan(before - 36e5);
  await network.database.rows(
    "update tasks set promised_from = now() - interval '4 hours', promised_to = now() - interval '3 hours'",
  );
  await network.database.rows('update task_lists set version = version + 1');
  const { body } = await office.get<DriverArrivals[]>('/api/arrivals');
  expect(body.find(({ driverId }) => driverId === network.ids.driver)?.late).toEqual([promised.id]);
});

test('at its departure a run leaves by itself if its driver has nothing active', async () => {
  const { run } = await begin(withDriver());
  const task = await make(office, delivery());
  await office.post(at(run, '/close'));
  const active = await make(office, pickup({ driver_id: network.ids.driver }));
  await network.database.rows('update runs set departs_at = now() where id = $1', [run]);
  const other = await begin({ isDefault: false, driverId: network.ids.driver2 ?? null });
  await office.post(at(other.run, '/close'));
  await network.database.rows('update runs set departs_at = now() where id = $1', [other.run]);
  await waitUntil(async () => ['out', 'done'].includes((await runNow(other.run)).state) || null);
  expect((await runNow(run)).state).toBe('closed');
  await office.patch(path(active), { status: 'completed' });
  await waitUntil(async () => (await read(task)).status === 'pending' || null);
});

test('a run without a driver does not leave, and gets one with its tasks', async () => {
  const { run } = await begin();
  const task = await make(office, delivery());
  await office.post(at(run, '/close'));
  expect((await office.post(at(run, '/out'), {})).status).toBe(409);
  await office.put(at(run, '/driver'), { driverId: network.ids.driver });
  expect(await read(task)).toMatchObject({
    driver_id: network.ids.driver,
    run_id: run,
    status: 'next-route',
  });
  expect((await office.post(at(run, '/out'), {})).status).toBe(200);
  expect((await office.put(at(run, '/driver'), { driverId: null })).status).toBe(409);
});

test('late tasks need a reason, which their activity has, and the driver reads of them', async () => {
  const { run } = await begin(withDriver());
  const [first, late] = [await make(office, delivery()), await make(office, delivery({ driver_id: null }))];
  const body = { taskIds: [late.id], reason: 'Forgotten at the counter' };
  expect((await office.post(at(run, '/late'), body)).status).toBe(409);
  await office.post(at(run, '/close'));
  expect((await office.post(at(run, '/late'), { taskIds: [late.id] })).status).toBe(422);
  expect((await office.post(at(run, '/late'), body)).status).toBe(200);
  expect(idsIn(await runNow(run))).toEqual([first.id, late.id]);
  expect(await read(late)).toMatchObject({ run_rule: 'hand', run_place: 2, status: 'next-route' });
  const { body: page } = await office.get<string>(`/dispatcher${path(late).slice(4)}`);
  expect(page).toContain('Added late: Forgotten at the counter');
  const notices = await network.database.rows(
    "select location from driver_notices where driver_id = $1 and kind = 'added'",
    [network.ids.driver],
  );
  expect(notices).toEqual([{ location: late.location }]);
});

test('late into a run that is out, a task comes to the end of the route', async () => {
  const { run } = await begin(withDriver());
  const first = await make(office, delivery());
  await office.post(at(run, '/close'));
  await office.post(at(run, '/out'), {});
  const late = await make(office, delivery({ driver_id: null }));
  const added = await office.post(at(run, '/late'), { taskIds: [late.id], reason: 'Forgotten' });
  expect(added.status).toBe(200);
  const [before, now] = [await read(first), await read(late)];
  expect(now).toMatchObject({
    status: 'pending',
    driver_id: network.ids.driver,
    order_index: (before.order_index ?? 0) + 1,
    run_id: run,
    run_place: 2,
  });
});

test('a cancelled run loses no task: they find another run by rules, or are unassigned', async () => {
  const { schedule, run } = await begin(withDriver());
  const tasks = [await make(office, delivery()), await make(office, delivery({ run_id: run }))];
  await office.post(at(run, '/close'));
  const next = await addRun(network.database, schedule, { cutoff: 60 });
  await office.post(at(run, '/cancel'));
  for (const task of tasks)
    expect(await read(task)).toMatchObject({ run_id: next, status: 'next-route', run_place: null });
  await office.post(at(next, '/cancel'));
  for (const task of tasks)
    expect(await read(task)).toMatchObject({ run_id: null, status: 'pending', driver_id: null });
  expect((await runNow(run)).state).toBe('cancelled');
});

test('tasks move to a run that takes tasks, also those that could not be completed', async () => {
  const { schedule, run } = await begin(withDriver());
  const failed = await make(office, delivery());
  await office.post(at(run, '/close'));
  await driver.post(at(run, '/out'), {});
  await driver.patch(path(failed), { status: 'going' });
  await driver.patch(path(failed), { status: 'hold', failure_reason: 'closed' });
  const next = await addRun(network.database, schedule, { cutoff: 60 });
  expect((await office.post(at(next, '/move'), { taskIds: [failed.id] })).status).toBe(200);
  expect(await read(failed)).toMatchObject({
    run_id: next,
    run_rule: 'hand',
    status: 'next-route',
    failure_reason: null,
  });
  expect((await office.post(at(run, '/move'), { taskIds: [failed.id] })).status).toBe(409);
});

test('the next runs of an account say when its part will be there', async () => {
  const { body: account } = await office.post<{ id: number }>('/api/accounts', { name: 'Next Shop' });
  const { schedule, run } = await begin({ stops: [{ accountId: account.id }] });
  for (const cutoff of [60, 90, 120, 150, 180]) await addRun(network.database, schedule, { cutoff });
  const { body } = await office.get<{ run: { id: number }; arrivesFrom: string; departsAt: string }[]>(
    `/api/accounts/${String(account.id)}/next-runs`,
  );
  expect([body.length, body[0]?.run.id]).toEqual([5, run]);
  expect(Date.parse(body[0]?.arrivesFrom ?? '')).toBeGreaterThan(Date.parse(body[0]?.departsAt ?? ''));
});

test('five past runs with a stop at the account make the promise, and an unchanged answer is not sent again', async () => {
  const { body: account } = await office.post<{ id: number }>('/api/accounts', { name: 'Past Shop' });
  const { schedule, run } = await begin({ stops: [{ accountId: account.id }] });
  await network.database.rows(
    "update runs set departs_at = date_trunc('hour', now()) + interval '2 hours' where id = $1",
    [run],
  );
  const past = async (minutes: number) => {
    const id = await addRun(network.database, schedule, { cutoff: -1_440 * (minutes / 10) });
    await network.database.rows(
      "update runs set state = 'done', done_at = departs_at + interval '1 hour' where id = $1",
      [id],
    );
    await network.database.rows(
      `insert into tasks (type, status, location, account_id, run_id, completed_at)
       select 'delivery', 'completed', 'Past Shop', $2, id, departs_at + make_interval(mins => $3)
       from runs where id = $1`,
      [id, account.id, minutes],
    );
  };
  const ask = (headers: Record<string, string> = {}) =>
    office.get<{ departsAt: string; arrivesFrom: string; arrivesTo: string }[]>(
      `/api/accounts/${String(account.id)}/next-runs`,
      headers,
    );
  /** In minutes after the departure. */
  const promise = async () => {
    const [next] = (await ask()).body;
    const after = (moment = '') => (Date.parse(moment) - Date.parse(next?.departsAt ?? '')) / 60_000;
    return [after(next?.arrivesFrom), after(next?.arrivesTo)];
  };
  for (const minutes of [10, 20, 30, 40]) await past(minutes);
  // Half of the length of these runs.
  expect(await promise()).toEqual([15, 50]);
  await past(50);
  expect(await promise()).toEqual([10, 50]);
  const etag = (await ask()).headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  expect((await ask({ 'if-none-match': etag })).status).toBe(304);
  await office.post(at(run, '/close'));
  expect((await ask({ 'if-none-match': etag })).status).toBe(200);
});

test('webhooks are told of runs', async () => {
  const admin = await network.as('admin');
  const events = ['run.closed', 'run.out', 'run.done'];
  await admin.post('/api/admin/webhooks', { url: 'https://example.com/runs', events });
  const { run } = await begin(withDriver());
  await office.post(at(run, '/close'));
  await office.post(at(run, '/out'), {});
  await waitUntil(async () => (await runNow(run)).state === 'done' || null);
  const told = await network.database.rows<{ event: string; body: string }>(
    "select payload ->> 'event' as event, payload ->> 'body' as body from jobs where kind = 'webhook' order by id",
  );
  expect(told.map(({ event }) => event)).toEqual(events);
  expect(
    await deliveryFaults(
      network.app.origin,
      told.map(({ body }) => body),
    ),
  ).toEqual([]);
});

/** A schedule with a departure each day, and its first run. */
async function plan(more: object = {}) {
  const times = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, departs: '10:30', cutoff: '10:10' }));
  const name = `Planned ${String(Math.random())}`;
  const { body: schedule } = await office.post<{ id: number }>('/api/run-schedules', {
    name,
    dealership: 'Ford',
    isDefault: true,
    times,
    ...more,
  });
  const task = await make(office, delivery());
  const run = await runNow(task.run_id ?? 0);
  const schedulePath = `/api/run-schedules/${String(schedule.id)}`;
  return { schedulePath, task, run };
}

test('another driver and a skip of one run stay when the schedule changes', async () => {
  const { schedulePath, task, run } = await plan(withDriver());
  const follow = (vehicle: string) => office.patch(schedulePath, { vehicle, alsoMade: true });
  await office.put(at(run.id, '/driver'), { driverId: network.ids.driver2 });
  await follow('Van 1');
  expect(await runNow(run.id)).toMatchObject({ vehicle: 'Van 1', driverId: network.ids.driver2 });
  const events = await eventsOf(task, 'assigned');
  expect([events.length, (await read(task)).driver_id]).toEqual([1, network.ids.driver2]);
  await office.post(at(run.id, '/cancel'));
  await follow('Van 2');
  expect((await runNow(run.id)).state).toBe('cancelled');
  const next = await read(task);
  expect([next.run_id === run.id, next.status]).toEqual([false, 'next-route']);
  // Without the exception the day is as planned again.
  const { body: exceptions } = await office.get<{ id: number; kind: string }[]>(`${schedulePath}/exceptions`);
  expect(exceptions.map(({ kind }) => kind).sort()).toEqual(['driver', 'skip']);
  const skip = exceptions.find(({ kind }) => kind === 'skip');
  await office.del(`${schedulePath}/exceptions/${String(skip?.id)}`);
  expect(await runNow(run.id)).toMatchObject({ state: 'building', driverId: network.ids.driver2 });
});

const press = (run: number, intent: string, more: Record<string, string | number> = {}) =>
  submitForm(office, `/dispatcher/run/${String(run)}`, { intent, runId: run, ...more });

test('a departure is undone with the places of its tasks, until one of them is under way', async () => {
  const { run } = await begin(withDriver());
  const tasks = [await make(office, delivery()), await make(office, delivery({ location: 'Second' }))];
  await office.post(at(run, '/close'));
  const closed = await runNow(run);
  expect((await undo(office, (await press(run, 'runOut')).toast)).toast?.title).toBe('Undone');
  expect({ ...(await runNow(run)), version: 0 }).toEqual({ ...closed, version: 0 });
  for (const task of tasks)
    expect(await read(task)).toMatchObject({ status: 'next-route', order_index: null });
  const { toast } = await press(run, 'runOut');
  await driver.patch(path(tasks[0] ?? { id: 0 }), { status: 'going' });
  expect((await undo(office, toast)).toast?.title).not.toBe('Undone');
  expect((await runNow(run)).state).toBe('out');
  await office.patch(path(tasks[0] ?? { id: 0 }), { status: 'pending' });
});

test('a departure that closed its run is undone with the pickups that were made', async () => {
  const { body: account } = await office.post<{ id: number }>('/api/accounts', { name: 'Stop Undone' });
  const { run } = await begin({ ...withDriver(), stops: [{ accountId: account.id, visit: 'always' }] });
  const task = await make(office, delivery());
  await undo(office, (await press(run, 'runOut')).toast);
  expect([(await runNow(run)).state, idsIn(await runNow(run))]).toEqual(['building', [task.id]]);
  const undone = await network.database.rows(
    "select distinct version from task_events where task_id = $1 and action = 'undone'",
    [task.id],
  );
  expect(undone).toHaveLength(2);
});

test('a departure that made all of its tasks is not undone when a late one has joined since', async () => {
  const { body: account } = await office.post<{ id: number }>('/api/accounts', { name: 'Stop Kept' });
  const { run } = await begin({ ...withDriver(), stops: [{ accountId: account.id, visit: 'always' }] });
  const { toast } = await press(run, 'runOut');
  const late = await make(office, delivery({ driver_id: null }));
  const added = await office.post(at(run, '/late'), { taskIds: [late.id], reason: 'Forgotten' });
  expect(added.status).toBe(200);
  expect((await undo(office, toast)).toast?.title).not.toBe('Undone');
  expect([(await runNow(run)).state, (await read(late)).status]).toEqual(['out', 'pending']);
});

test('a skipped run and another driver are undone with their tasks, and in the plan', async () => {
  const { schedulePath, task, run } = await plan(withDriver());
  const { toast } = await press(run.id, 'setRunDriver', { driverId: network.ids.driver2 ?? 0 });
  expect((await read(task)).driver_id).toBe(network.ids.driver2);
  await undo(office, toast);
  await undo(office, (await press(run.id, 'cancelRun')).toast);
  await office.patch(schedulePath, { vehicle: 'Van 3', alsoMade: true });
  expect(await runNow(run.id)).toMatchObject({
    vehicle: 'Van 3',
    state: 'building',
    driverId: network.ids.driver,
  });
  expect(await read(task)).toMatchObject({
    run_id: run.id,
    driver_id: network.ids.driver,
    status: 'next-route',
  });
});

test('an act is not undone when the run of its tasks has changed since', async () => {
  const { run } = await begin(withDriver());
  await make(office, delivery());
  const { toast } = await press(run, 'setRunDriver', { driverId: network.ids.driver2 ?? 0 });
  const joined = await make(office, delivery());
  expect((await undo(office, toast)).toast?.title).not.toBe('Undone');
  expect([(await runNow(run)).driverId, (await read(joined)).driver_id]).toEqual([
    network.ids.driver2,
    network.ids.driver2,
  ]);
});

test('tasks follow the plan of their run: another driver, another time, skipped', async () => {
  const { schedulePath, task, run } = await plan();
  const except = (body: object) =>
    office.post(`${schedulePath}/exceptions`, { day: run.day, departs: run.departs, ...body });
  expect((await except({ kind: 'driver', driverId: network.ids.driver })).status).toBe(201);
  expect(await read(task)).toMatchObject({ run_id: run.id, driver_id: network.ids.driver });
  expect((await except({ kind: 'move', movedTo: '11:30', cutoff: '10:10' })).status).toBe(201);
  const later = await read(task);
  expect(Date.parse(later.promised_from ?? '') - Date.parse(task.promised_from ?? '')).toBe(3_600_000);
  expect((await except({ kind: 'skip' })).status).toBe(201);
  const next = await read(task);
  expect(next).toMatchObject({ status: 'next-route', driver_id: null, run_rule: 'dealership' });
  expect(next.run_id).not.toBe(run.id);
});
