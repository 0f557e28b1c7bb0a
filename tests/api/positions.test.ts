/** Positions of drivers are stored only on duty, once each and in order, and a phone never gets an error. */
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { client } from '../support/client';
import { holdLocks } from '../support/database';
import { listenTo } from '../support/sockets';
import { tokenOf } from '../support/people';
import { useNetwork } from '../support/use-network';
import type { NewDevice } from '~/domain/tracking/schema';

const network = useNetwork({ METRICS_TOKEN: 'a token of the metrics' });
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const driver2 = network.client('driver2');

const HERE = { lat: 39.02, lng: -94.59 };
const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000).toISOString();
const fix = (secondsAgo: number, more: object = {}) => ({
  latitude: HERE.lat,
  longitude: HERE.lng,
  at: at(secondsAgo),
  accuracy: 8,
  battery: 70,
  ...more,
});
type Sent = { stored: number; dropped: Record<string, number> };
const send = async (as: typeof driver, ...positions: object[]) =>
  (await as.post<Sent>('/api/positions', { positions })).body;
const idOf = (name: string) => network.ids[name] ?? 0;
const count = async (name: string) =>
  (
    await network.database.rows<{ n: number }>(
      'select count(*)::integer as n from positions where driver_id = $1',
      [idOf(name)],
    )
  )[0]?.n;
const giveWork = (name: string) =>
  dispatcher.post<{ id: number }>('/api/tasks', {
    type: 'pickup',
    location: 'Depot',
    part_numbers: 'A-1',
    driver_id: idOf(name),
  });
const addDevice = async (name: string, kind = 'owntracks') => {
  const { status, body } = await admin.post<NewDevice>(`/api/users/${String(idOf(name))}/devices`, { kind });
  expect(status).toBe(201);
  return { ...body, path: body.path ?? '' };
};
/** Sends a report as a phone does: without a session and without the headers of a browser. */
const report = (path: string, body?: string | object, type = 'application/json') =>
  client(network.app.origin).call<string>(body === undefined ? 'GET' : 'POST', path, {
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: { 'content-type': type },
  });
const ownTracks = (more: object = {}) => ({
  _type: 'location',
  lat: HERE.lat,
  lon: HERE.lng,
  tst: Math.floor(Date.now() / 1_000),
  acc: 9,
  batt: 61,
  ...more,
});
const metric = async (name: string) => {
  const headers = { authorization: 'Bearer a token of the metrics' };
  const text = await (await fetch(`${network.app.origin}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
};

beforeAll(async () => {
  await network.database.rows(
    'update dealership_locations set latitude = 39.0, longitude = -94.6 where name = (select min(name) from dealership_locations)',
  );
  await network.database.rows(
    `insert into dealership_locations (name, fullname, address, city, state, zip_code, latitude, longitude)
     select 'Ford', 'Ford', '1 Main St', 'Kansas City', 'MO', '64111', 39.0, -94.6 on conflict do nothing`,
  );
  await giveWork('driver');
});

test('a batch is stored once, in the order of its own times, with the last position for the board', async () => {
  const batch = [fix(5), fix(30, { latitude: HERE.lat + 0.001 }), fix(20)];
  expect(await send(driver, ...batch)).toEqual({ stored: 3, dropped: {} });
  expect(await send(driver, ...batch, batch[0] ?? {})).toEqual({ stored: 0, dropped: {} });
  expect(await count('driver')).toBe(3);
  const last = () =>
    network.database.rows<{ at: Date; source: string; battery: number }>(
      'select at, source, battery from last_positions where driver_id = $1',
      [idOf('driver')],
    );
  expect(await last()).toEqual([{ at: new Date(batch[0]?.at ?? ''), source: 'page', battery: 70 }]);
  // A late position does not move the driver back.
  expect((await send(driver, fix(50))).stored).toBe(1);
  expect((await last())[0]?.at).toEqual(new Date(batch[0]?.at ?? ''));
});

test('today and the next days have partitions of their own', async () => {
  await vi.waitFor(async () => {
    const days = await network.database.rows<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'positions'::regclass order by 1",
    );
    const name = (ahead: number) =>
      `positions_${new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;
    expect(days.map((day) => day.name)).toEqual([name(0), name(1), name(2), 'positions_default']);
  });
  expect(await network.database.rows('select from positions_default')).toEqual([]);
});

test('off duty, whatever is sent is answered well and leaves nothing', async () => {
  const { path } = await addDevice('driver2');
  const bodies: (string | object)[] = [
    ownTracks(),
    ownTracks({ tst: 0 }),
    ownTracks({ lat: 'x' }),
    { _type: 'lwt', tst: 1 },
    '',
    '{',
    'null',
    '[]',
    { location: { coords: { latitude: 1, longitude: 2 }, timestamp: at(1) }, device_id: 'x' },
    'lat=39&lon=-94.5',
    'x'.repeat(10_000),
    '{"_type":"location","lat":1e999,"lon":-1e999,"tst":1}',
  ];
  for (let round = 0; round < 60; round += 1) {
    const whole = JSON.stringify(ownTracks());
    bodies.push(whole.slice(0, Math.floor(Math.random() * whole.length)));
  }
  const statuses = await Promise.all(bodies.map(async (body) => (await report(path, body)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await send(driver2, fix(1), fix(2))).stored).toBe(0);
  expect(await count('driver2')).toBe(0);
  const left = await network.database.rows(
    `select from last_positions where driver_id = $1 union all
     select from devices where user_id = $1 and (last_seen_at is not null or battery is not null)`,
    [idOf('driver2')],
  );
  expect(left).toEqual([]);
});

test('late positions from before the work was assigned are not stored', async () => {
  const { body: task } = await giveWork('driver2');
  await network.database.rows(
    "update task_events set created_at = now() - interval '10 minutes' where task_id = $1",
    [task.id],
  );
  expect(await send(driver2, fix(900), fix(300), fix(1))).toEqual({ stored: 2, dropped: { 'off duty': 1 } });
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' });
  expect(await send(driver2, fix(2))).toEqual({ stored: 0, dropped: { 'off duty': 1 } });
});

test('a driver who does not share is neither stored nor shown', async () => {
  const { path } = await addDevice('driver');
  expect((await driver.get('/api/positions/sharing')).body).toEqual({ shares: null });
  await driver.put('/api/positions/sharing', { shares: false });
  const before = await count('driver');
  expect((await report(path, ownTracks())).status).toBe(200);
  expect(await send(driver, fix(0))).toEqual({ stored: 0, dropped: { 'off duty': 1 } });
  expect(await count('driver')).toBe(before);
  expect(
    await network.database.rows('select from last_positions where driver_id = $1', [idOf('driver')]),
  ).toEqual([]);
  await driver.put('/api/positions/sharing', { shares: true });
  expect((await report(path, ownTracks())).status).toBe(200);
  expect(await count('driver')).toBe((before ?? 0) + 1);
});

test('three kinds of apps report by an address of their own; nothing of a session counts there', async () => {
  const tracks = await addDevice('driver', 'owntracks');
  const traccar = await addDevice('driver', 'traccar');
  const osmand = await addDevice('driver', 'osmand');
  const before = (await count('driver')) ?? 0;
  const answered = await report(tracks.path, ownTracks({ tst: Math.floor(Date.now() / 1_000) - 3 }));
  expect([answered.status, answered.body]).toEqual([200, []]);
  const location = {
    coords: { latitude: HERE.lat, longitude: HERE.lng, accuracy: 8, speed: -1 },
    timestamp: at(2),
    battery: { level: 0.5 },
  };
  expect((await report(traccar.path, { location, device_id: 'any' })).status).toBe(200);
  const query = `?lat=${String(HERE.lat)}&lon=${String(HERE.lng)}&timestamp=${String(Date.now() - 1_000)}`;
  expect((await report(osmand.path + query)).status).toBe(200);
  // Any query of a phone is answered, because the phone would repeat it forever otherwise.
  expect((await report(`${osmand.path}${query}&x=%00`)).status).toBe(200);
  expect(await count('driver')).toBe(before + 3);
  const { body: devices } = await driver.get<
    { kind: string; lastSeenAt: string | null; battery: number | null }[]
  >(`/api/users/${String(idOf('driver'))}/devices`);
  expect(
    devices.slice(-3).map(({ kind, battery, lastSeenAt }) => [kind, battery, Boolean(lastSeenAt)]),
  ).toEqual([
    ['owntracks', 61, true],
    ['traccar', 50, true],
    ['osmand', null, true],
  ]);
  // A page of another site may send a form to this address, but it has no token. The session is ignored.
  const cross = { 'sec-fetch-site': 'cross-site', cookie: driver.cookie() };
  const wrong = await client(network.app.origin).post(`/p/at/${'x'.repeat(24)}`, ownTracks(), cross);
  expect(wrong.status).toBe(404);
  expect((await client(network.app.origin).post('/api/positions', { positions: [] }, cross)).status).toBe(
    403,
  );
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    expect((await client(network.app.origin).call(method, tracks.path)).status).toBe(405);
});

test('only the hash of a token is stored, and revoking takes effect at once', async () => {
  const { id, path } = await addDevice('driver');
  const [row] = await network.database.rows<{ text: string }>(
    'select d::text as text from devices d where id = $1',
    [id],
  );
  expect(row?.text).not.toContain(path.slice(path.lastIndexOf('/') + 1));
  const device = `/api/users/${String(idOf('driver'))}/devices/${String(id)}`;
  expect((await dispatcher.del(device)).status).toBe(403);
  expect((await driver2.del(device)).status).toBe(403);
  expect((await driver.del(device)).status).toBe(200);
  expect((await driver.del(device)).status).toBe(404);
  const before = await count('driver');
  // The phone gets the usual answer, because it would repeat the report after any other.
  expect((await report(path, ownTracks())).status).toBe(200);
  expect(await count('driver')).toBe(before);
  const acts = (await admin.get<{ act: string }[]>('/api/admin/events')).body.map(({ act }) => act);
  expect([acts[0], acts.includes('device.added')]).toEqual(['device.revoked', true]);
  const script = { authorization: `Bearer ${await tokenOf(network.database, idOf('driver'))}` };
  const made = await client(network.app.origin).post(
    `/api/users/${String(idOf('driver'))}/devices`,
    { kind: 'traccar' },
    script,
  );
  expect(made.status).toBe(403);
});

test('nonsense is dropped, counted, and never an error for the phone', async () => {
  const { path } = await addDevice('driver');
  const before = await count('driver');
  const soon = Math.floor(Date.now() / 1_000);
  const wrong: [reason: string, body: string | object][] = [
    ['future', ownTracks({ tst: soon + 3_600 })],
    ['far away', ownTracks({ lat: 48.1, lon: 11.6, tst: soon - 1 })],
    ['inaccurate', ownTracks({ acc: 5_000 })],
    ['too fast', ownTracks({ vel: 400 })],
    ['old', ownTracks({ tst: soon - 30 * 86_400 })],
    ['malformed', '{"_type":"location","lat":NaN}'],
    ['malformed', ownTracks({ lat: 'NaN' })],
    ['malformed', `{"_type":"location","pad":"${'x'.repeat(1_000_000)}"}`],
    ['malformed', ownTracks(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${String(n)}`, 1])))],
  ];
  for (const [reason, body] of wrong) {
    const name = `positions_dropped_total{reason="${reason}"}`;
    const counted = await metric(name);
    expect([reason, (await report(path, body)).status]).toEqual([reason, 200]);
    expect([reason, await metric(name)]).toEqual([reason, counted + 1]);
  }
  expect(await count('driver')).toBe(before);
  const { body: settings } = await admin.get<string>('/settings/system');
  expect(/\d+ stored, dropped: \d+ malformed, [^<]*1 far away/.test(settings.replace(/<!-- -->/g, ''))).toBe(
    true,
  );
});

test('a flood of one device is dropped before it costs anything @long', async () => {
  const { path } = await addDevice('driver');
  const before = (await count('driver')) ?? 0;
  const statuses = new Set<number>();
  for (let round = 0; round < 10; round += 1) {
    const sent = Array.from({ length: 100 }, () => report(path, ownTracks({ tst: 1 })));
    for (const { status } of await Promise.all(sent)) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
  expect(await metric('positions_dropped_total{reason="too many"}')).toBeGreaterThan(0);
  expect(await count('driver')).toBe(before);
});

test('a tap brings its position, which stays with the activity and says how far the stop was', async () => {
  const { body: task } = await dispatcher.post<{ id: number }>('/api/tasks', {
    type: 'pickup',
    location: 'Far Depot',
    part_numbers: 'A-2',
    driver_id: idOf('driver'),
    latitude: '39.02',
    longitude: '-94.59',
  });
  const tap = (status: string, more: object = {}) =>
    driver.post('/api/tasks/batch/status', {
      taskIds: [task.id],
      status,
      occurred_at: at(0),
      latitude: 39.02036,
      longitude: -94.59,
      accuracy: 12,
      ...more,
    });
  expect((await tap('going')).status).toBe(200);
  // An impossible position is left out, but the tap counts.
  expect((await tap('completed', { accuracy: 4_000 })).status).toBe(200);
  const words = async (path: string) => {
    const { body } = await dispatcher.get<string>(path);
    return [...new Set(body.match(/(?:Going|Completed), recorded [\w. ]+ from the stop/g))];
  };
  expect(await words(`/dispatcher/tasks/${String(task.id)}`)).toEqual(['Going, recorded 40 m from the stop']);
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'pending' });
  expect((await tap('going')).status).toBe(200);
  expect((await tap('completed', { accuracy: 6 })).status).toBe(200);
  expect(await words(`/dispatcher/tasks/${String(task.id)}`)).toContain(
    'Completed, recorded 40 m from the stop',
  );
  expect(await words(`/proof/${String(task.id)}`)).toEqual([]);
});

test('moves reach dispatchers as a small message of their own, the last of each five seconds; drivers get none @long', async () => {
  const listen = (as: typeof driver) =>
    listenTo(network.app.origin, { cookie: as.cookie(), origin: network.app.origin });
  const [board, phone] = await Promise.all([listen(dispatcher), listen(driver)]);
  await driver.put('/api/positions/sharing', { shares: true });
  const latitudes = [39.0201, 39.0202, 39.0203];
  for (const latitude of latitudes) expect((await send(driver, fix(0, { latitude }))).stored).toBe(1);
  type Moved = { type: string; position?: { latitude: number } | null };
  const latitudeOf = (message: object) => (message as Moved).position?.latitude;
  await board.heard((message) => latitudeOf(message) === 39.0203);
  const moves = board.messages
    .map(latitudeOf)
    .filter((each) => latitudes.some((latitude) => latitude === each));
  expect(moves.length).toBeLessThan(latitudes.length);
  expect(board.messages.some(({ type }) => type === 'TASK_UPDATED')).toBe(false);
  await driver.put('/api/positions/sharing', { shares: false });
  await board.heard((message) => (message as Moved).position === null);
  expect(phone.messages.filter(({ type }) => type === 'POSITION')).toEqual([]);
  await driver.put('/api/positions/sharing', { shares: true });
  for (const each of [board, phone]) each.close();
});

test('instances tell each other of positions in one message per 250 ms, and never of one that was switched off', async () => {
  await giveWork('driver2');
  const listener = new pg.Client({ connectionString: network.database.url });
  await listener.connect();
  const messages: { driverId: number; position: { latitude: number } | null }[][] = [];
  listener.on('notification', ({ payload }) =>
    messages.push(JSON.parse(payload ?? '[]') as (typeof messages)[number]),
  );
  await listener.query('listen driver_moves');
  const positionsOf = (name: string) =>
    messages.flat().flatMap(({ driverId, position }) => (driverId === idOf(name) ? [position] : []));

  for (const as of [driver, driver2]) await as.put('/api/positions/sharing', { shares: true });
  const begun = performance.now();
  for (let n = 1; n <= 10; n += 1)
    for (const as of [driver, driver2]) await send(as, fix(0, { latitude: HERE.lat + n / 10_000 }));
  const last = Number((HERE.lat + 10 / 10_000).toFixed(6));
  for (const name of ['driver', 'driver2'])
    await vi.waitFor(() => {
      expect(positionsOf(name).at(-1)?.latitude).toBeCloseTo(last, 6);
    });
  expect(messages.length).toBeLessThanOrEqual(1 + (performance.now() - begun) / 250);

  // A position received before sharing was turned off is not sent to boards afterward.
  await send(driver2, fix(0, { latitude: HERE.lat + 11 / 10_000 }));
  await driver2.put('/api/positions/sharing', { shares: false });
  await vi.waitFor(() => {
    expect(positionsOf('driver2').filter((position) => position === null).length).toBeGreaterThan(1);
  });
  expect(positionsOf('driver2').at(-1)).toBeNull();
  await driver2.put('/api/positions/sharing', { shares: true });
  await listener.end();
});

test('dispatchers see last positions and, written down once, a trail; drivers only their own', async () => {
  await send(driver, fix(0));
  type Last = { driverId: number; latitude: number; battery: number };
  const { body: last } = await dispatcher.get<Last[]>('/api/positions');
  expect(last.find(({ driverId }) => driverId === idOf('driver'))).toMatchObject({ battery: 70 });
  expect((await driver.get('/api/positions')).status).toBe(403);
  const trail = `/api/users/${String(idOf('driver'))}/positions`;
  const { body } = await dispatcher.get<{ positions: object[] }>(trail);
  expect(body.positions).toHaveLength((await count('driver')) ?? -1);
  expect((await dispatcher.get(`/dispatcher/drivers/${String(idOf('driver'))}/trail`)).status).toBe(200);
  expect((await driver.get(trail)).status).toBe(200);
  expect((await driver2.get(trail)).status).toBe(403);
  const looks = await network.database.rows<{ actor: number; target: string }>(
    "select actor_id as actor, target_id as target from admin_events where act = 'trail.viewed'",
  );
  expect(looks).toEqual([{ actor: idOf('dispatcher'), target: String(idOf('driver')) }]);
  const { body: own } = await driver.get<string>('/location');
  expect(own).toContain('My trail today');
  expect(own).toContain('39.02');
});

test('arrival and departure are in the activity, in a table and told to webhooks; they complete nothing', async () => {
  await network.database.rows(
    `insert into webhooks (url, secret, events) values ('http://127.0.0.1:9/', 'whsec_c2VjcmV0', '{stop.arrived}')`,
  );
  const { body: task } = await dispatcher.post<{ id: number }>('/api/tasks', {
    type: 'pickup',
    location: 'Arrival Depot',
    part_numbers: 'A-3',
    driver_id: idOf('driver'),
    latitude: '39.03',
    longitude: '-94.59',
  });
  // The work was assigned before the positions that are sent now.
  await network.database.rows("update task_events set created_at = created_at - interval '1 hour'");
  await network.database.rows("update last_positions set at = now() - interval '10 minutes'");
  await network.database.rows('delete from stop_visits');
  const visits = () =>
    network.database.rows<{ tasks: number[]; arrived: Date; left: Date | null }>(
      'select task_ids as tasks, arrived_at as arrived, left_at as left from stop_visits order by id',
    );
  const [arrival, departure] = [fix(300, { latitude: 39.03 }), fix(200, { latitude: 39.035 })];
  await send(driver, arrival);
  expect(await visits()).toEqual([]);
  await send(driver, fix(280, { latitude: 39.0301 }));
  expect(await visits()).toEqual([{ tasks: [task.id], arrived: new Date(arrival.at), left: null }]);
  await send(driver, departure, fix(180, { latitude: 39.036 }));
  expect(await visits()).toEqual([
    { tasks: [task.id], arrived: new Date(arrival.at), left: new Date(departure.at) },
  ]);
  const stored = await dispatcher.get<{ status: string }>(`/api/tasks/${String(task.id)}`);
  expect(stored.body.status).toBe('pending');
  const events = await network.database.rows<{ action: string }>(
    "select action from task_events where task_id = $1 and action in ('arrived', 'left') order by id",
    [task.id],
  );
  expect(events.map(({ action }) => action)).toEqual(['arrived', 'left']);
  const delivered = await network.database.rows<{ event: string; id: number }>(
    "select payload ->> 'event' as event, (payload ->> 'taskId')::integer as id from jobs where kind = 'webhook'",
  );
  expect(delivered).toEqual([{ event: 'stop.arrived', id: task.id }]);

  // OwnTracks itself monitors the area of each stop.
  const { path } = await addDevice('driver');
  type Command = { action: string; waypoints: { waypoints: { desc: string; lat: number }[] } };
  const answered = await report(path, ownTracks({ lat: 39.036 }));
  const [command] = answered.body as unknown as Command[];
  expect(command).toMatchObject({ _type: 'cmd', action: 'setWaypoints' });
  const region = `stop ${String(task.id)}`;
  expect(command?.waypoints.waypoints).toContainEqual(
    expect.objectContaining({ desc: region, lat: 39.03, lon: -94.59, rad: 100 }),
  );
  const transition = (event: string) =>
    report(path, { _type: 'transition', desc: region, event, tst: Math.floor(Date.now() / 1_000), acc: 20 });
  expect((await transition('enter')).status).toBe(200);
  expect((await transition('enter')).status).toBe(200);
  expect((await visits()).map(({ left }) => left === null)).toEqual([false, true]);
  expect((await transition('leave')).status).toBe(200);
  expect((await visits()).map(({ left }) => left === null)).toEqual([false, false]);
  await network.database.rows('delete from webhooks');
});

test('numbers too small to be stored are zeros, from a tracker app, a script and with a tap', async () => {
  const { path } = await addDevice('driver');
  await network.database.rows('delete from last_positions');
  const before = (await count('driver')) ?? 0;
  expect((await report(path, ownTracks({ acc: 1e-50, vel: 1e-50 }))).status).toBe(200);
  expect(await count('driver')).toBe(before + 1);
  expect(await send(driver, fix(20, { accuracy: 1e-50, speed: 1e-300 }))).toEqual({ stored: 1, dropped: {} });
  const { body: task } = await giveWork('driver');
  const tap = { status: 'going', latitude: HERE.lat, longitude: HERE.lng, accuracy: 1e-50 };
  const tapped = await driver.post('/api/tasks/batch/status', { taskIds: [task.id], ...tap });
  expect(tapped.status).toBe(200);
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'pending' });
});

test('a report that arrives while sharing is turned off is not stored', async () => {
  const { path } = await addDevice('driver');
  await network.database.rows('delete from last_positions');
  expect((await report(path, ownTracks())).status).toBe(200);
  const before = await count('driver');
  const release = await holdLocks(
    network.database.url,
    'select from last_positions where driver_id = $1 for update',
    [idOf('driver')],
  );
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const found = await network.database.rows(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(found).toHaveLength(count);
    });
  const off = driver.put('/api/positions/sharing', { shares: false });
  await waiting(1);
  const reported = report(path, ownTracks({ lat: HERE.lat + 0.0001 }));
  await waiting(2);
  await release();
  expect([(await off).status, (await reported).status]).toEqual([200, 200]);
  expect(await count('driver')).toBe(before);
  expect((await dispatcher.get<{ driverId: number }[]>('/api/positions')).body).not.toContainEqual(
    expect.objectContaining({ driverId: idOf('driver') }),
  );
  await driver.put('/api/positions/sharing', { shares: true });
});

test('arrivals by a wrong clock, from before the work, and told once more are dropped and counted', async () => {
  const { body: task } = await dispatcher.post<{ id: number }>('/api/tasks', {
    type: 'pickup',
    location: 'Clock Depot',
    part_numbers: 'A-9',
    driver_id: idOf('driver'),
    latitude: '39.05',
    longitude: '-94.59',
  });
  await network.database.rows("update task_events set created_at = now() - interval '1 hour'");
  await network.database.rows('delete from stop_visits');
  const { path } = await addDevice('driver');
  const now = Math.floor(Date.now() / 1_000);
  const visitsAfter = async (event: string, tst: number) => {
    const desc = `stop ${String(task.id)}`;
    expect((await report(path, { _type: 'transition', desc, event, tst, acc: 20 })).status).toBe(200);
    const visits = await network.database.rows<{ arrived: Date; left: Date | null }>(
      'select arrived_at as arrived, left_at as left from stop_visits order by id',
    );
    return visits.map(({ arrived, left }) =>
      [arrived, left].map((moment) => moment && moment.getTime() / 1_000),
    );
  };
  const dropped = (reason: string) => metric(`positions_dropped_total{reason="${reason}"}`);
  for (const [reason, tst] of [
    ['future', now + 600],
    ['off duty', now - 2 * 3_600],
    ['malformed', 1e300],
  ] as const) {
    const counted = await dropped(reason);
    expect([reason, await visitsAfter('enter', tst)]).toEqual([reason, []]);
    expect([reason, await dropped(reason)]).toEqual([reason, counted + 1]);
  }
  expect(await visitsAfter('enter', now - 300)).toEqual([[now - 300, null]]);
  // This time is before the arrival, so it ends no visit.
  expect(await visitsAfter('leave', now - 400)).toEqual([[now - 300, null]]);
  expect(await visitsAfter('leave', now - 200)).toEqual([[now - 300, now - 200]]);
  expect(await visitsAfter('enter', now - 300)).toEqual([[now - 300, now - 200]]);
  expect(await visitsAfter('enter', now - 100)).toHaveLength(2);
  expect(await visitsAfter('leave', now - 50)).toHaveLength(2);
});

test('only the region of the present stop ends the visit there, also when a task came after the arrival', async () => {
  const giveStop = async (location: string, latitude: string) => {
    const { body } = await dispatcher.post<{ id: number }>('/api/tasks', {
      type: 'pickup',
      location,
      part_numbers: 'A-10',
      driver_id: idOf('driver'),
      latitude,
      longitude: '-94.59',
    });
    return body.id;
  };
  const [here, elsewhere] = [await giveStop('Near Depot', '39.06'), await giveStop('Other Depot', '39.0615')];
  await network.database.rows("update task_events set created_at = now() - interval '1 hour'");
  await network.database.rows('delete from stop_visits');
  await network.database.rows('delete from devices');
  const { path } = await addDevice('driver');
  const now = Math.floor(Date.now() / 1_000);
  const visitsAfter = async (event: string, region: string, secondsAgo: number) => {
    const body = { _type: 'transition', desc: region, event, tst: now - secondsAgo, acc: 20 };
    expect((await report(path, body)).status).toBe(200);
    const visits = await network.database.rows<{ tasks: number[]; left: Date | null }>(
      'select task_ids as tasks, left_at as left from stop_visits order by id',
    );
    return visits.map(({ tasks, left }) => [tasks, left && now - left.getTime() / 1_000]);
  };
  const stop = (id: number) => `stop ${String(id)}`;
  expect(await visitsAfter('enter', stop(here), 300)).toEqual([[[here], null]]);
  for (const other of [stop(elsewhere), stop(here + 1_000), 'Home', ''])
    expect([other, await visitsAfter('leave', other, 250)]).toEqual([other, [[[here], null]]]);
  const later = await giveStop('Near Depot', '39.06');
  await network.database.rows("update task_events set created_at = now() - interval '1 hour'");
  expect(await visitsAfter('leave', stop(later), 200)).toEqual([[[here], 200]]);
  expect(await visitsAfter('enter', stop(elsewhere), 150)).toHaveLength(2);
  // A report about a task that is completed meanwhile counts, too.
  await dispatcher.patch(`/api/tasks/${String(elsewhere)}`, { status: 'completed' });
  expect(await visitsAfter('leave', stop(elsewhere), 100)).toEqual([
    [[here], 200],
    [[elsewhere], 100],
  ]);
});

test('guesses of tokens do not block a phone at the same address, also after a start @long', async () => {
  await network.database.rows('delete from devices');
  const { path } = await addDevice('driver');
  await network.database.rows('delete from last_positions');
  const { origin } = await network.another();
  const guess = () => client(origin).get(`/p/at/${'x'.repeat(24)}`);
  const guessed = await Promise.all(Array.from({ length: 60 }, guess));
  expect(new Set(guessed.map(({ status }) => status))).toEqual(new Set([404, 429]));
  const before = (await count('driver')) ?? 0;
  const body = JSON.stringify(ownTracks());
  const headers = { 'content-type': 'application/json' };
  expect((await client(origin).call('POST', path, { body, headers })).status).toBe(200);
  expect(await count('driver')).toBe(before + 1);
  await network.stopOthers();
});

test('days that are too old are dropped whole, counted before, and written down @long', async () => {
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const insert =
    'insert into positions (driver_id, device_id, at, latitude, longitude) values ($1, 0, $2, 39, -94)';
  const name = `positions_${old.slice(0, 10).replaceAll('-', '')}`;
  await network.database.rows(
    `create table ${name} partition of positions for values from ('${old.slice(0, 10)}') to ('${new Date(Date.parse(old) + 86_400_000).toISOString().slice(0, 10)}')`,
  );
  await network.database.rows(insert, [idOf('driver'), `${old.slice(0, 10)}T12:00:00Z`]);
  await network.database.rows(insert, [idOf('driver'), new Date(Date.now() - 50 * 86_400_000).toISOString()]);
  const kept = await count('driver');
  await network.database.rows(
    "update settings set updated_at = now() - interval '2 hours' where name = 'purge'",
  );
  await vi.waitFor(async () => expect(await count('driver')).toBe((kept ?? 0) - 2));
  expect(await network.database.rows(`select where to_regclass('${name}') is not null`)).toEqual([]);
  const [entry] = await network.database.rows<{ changes: unknown }>(
    "select changes from admin_events where act = 'retention.purged'",
  );
  expect(entry?.changes).toEqual({ 'removed.positions': [null, 2] });
});

test('a user whose personal data is removed leaves no position and no device', async () => {
  const id = idOf('driver2');
  await giveWork('driver2');
  expect((await send(driver2, fix(0))).stored).toBe(1);
  await admin.call('POST', `/settings/users/${String(id)}/anonymize`, {
    body: `intent=anonymizeUser&ownPassword=dispatch-demo`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const left = await network.database.rows(
    `select 1 from positions where driver_id = $1 union all select 1 from last_positions where driver_id = $1
     union all select 1 from devices where user_id = $1`,
    [id],
  );
  expect(left).toEqual([]);
});
