import { connect, disconnect } from 'db/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '~/domain/kernel/actor';
import { placeTask } from '~/domain/tasks/lifecycle/place.server';
import type { Task } from '~/domain/tasks/model/task';
import { FETCH_TIMEOUT_MS } from '~/lib/time-limits';
import type { App } from '../support/app';
import { client, type Client } from '../support/client';
import { delivery, make, transfer } from '../support/factories';
import { KEY, startGoogle, type Mode, type Provider } from '../support/geocoders';
import { startNetwork, type Network } from '../support/network';
import { addRun, addSchedule } from '../support/runs';
import { listenTo, lookUntil } from '../support/sockets';
import { composeDomain } from '~/program/kinds.server';

composeDomain();

const DOOR = { lat: 39.0153, lng: -94.5899 };
const EXACT = { latitude: '39.0153', longitude: '-94.5899', geo_precision: 'exact' };
const NOWHERE = { latitude: null, longitude: null, geo_precision: null };
/** The center of ZIP code 64113. */
const CENTRE = { latitude: '39.0123', longitude: '-94.5938', geo_precision: 'approximate' };

let google: Provider;
let network: Network;
let second: App;
let dispatcher: Client;

beforeAll(async () => {
  google = await startGoogle();
  network = await startNetwork({
    GOOGLE_MAPS_SERVER_KEY: KEY,
    GOOGLE_MAPS_SERVER_URL: google.url,
    GEOCODE_RETRY_SECONDS: '0.2',
  });
  second = await network.another();
  dispatcher = await network.as('dispatcher');
});
afterAll(async () => {
  await network.close();
  await google.close();
});

let houses = 6_000;
/** Returns an address that no other test uses. */
const newAddress = () => {
  houses += 1;
  return `${String(houses)} Oak St, Kansas City, MO 64113`;
};
const placeOf = ({ latitude, longitude, geo_precision }: Task) => ({ latitude, longitude, geo_precision });
const path = ({ id }: Task) => `/api/tasks/${String(id)}`;
const read = async (task: Task) => (await dispatcher.get<Task>(path(task))).body;
const askedFor = (address: string) => google.requests.filter((each) => each === address).length;
const locatedEvents = (task: Task) =>
  network.database.rows<{ actor_id: number | null }>(
    "select actor_id from task_events where task_id = $1 and action = 'located'",
    [task.id],
  );

/** Waits for messages on the socket, not for the clock, until the task has coordinates. */
async function located(task: Task): Promise<Task> {
  const board = await listenTo(second.origin, { cookie: dispatcher.cookie() });
  const found = await lookUntil(board, async () => {
    const now = await read(task);
    return now.latitude === null ? null : now;
  });
  board.close();
  return found;
}

function gate(): { until: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (open = resolve));
  return { until, open };
}

type Queued = { wanted: number; attempts: number; last_error: string | null; next_try_at: Date | null };
const queued = (address: string) =>
  network.database.rows<Queued>(
    'select wanted, attempts, last_error, next_try_at from geocode_queue where address_key = address_key($1)',
    [address],
  );

const until = (test: () => Promise<boolean>) => expect.poll(test).toBe(true);

const everything = () => network.app.output() + second.output();

/** A request waits 1.5 s for the provider. On a busy machine one answer may come later than that, but not ten in a row. */
async function houseThatIsExactAtOnce(): Promise<string> {
  const seen: unknown[] = [];
  for (let house = 4_501; house <= 4_510; house += 1) {
    const address = `${String(house)} Main St, Kansas City, MO 64111`;
    const place = placeOf(await make(dispatcher, delivery({ address })));
    if (place.geo_precision === EXACT.geo_precision) return String(house);
    seen.push(place);
  }
  throw new Error(`Not one was exact at once: ${JSON.stringify(seen)}`);
}

test('an address that the provider knows is exact at once, and is asked for once however it is spelled', async () => {
  google.answer('Main St', { kind: 'found', at: DOOR });
  const number = await houseThatIsExactAtOnce();
  const spelled = `${number}  MAIN ST., Suite 200, Kansas City MO 64111-1234, USA`;
  const again = await make(dispatcher, delivery({ address: spelled }));
  expect(placeOf(again)).toEqual(EXACT);
  const addresses = google.requests.filter((address) => address.includes(number));
  expect(addresses).toEqual([`${number} Main St, Kansas City, MO 64111`]);
});

test('a slow provider keeps nobody waiting; its late answer is kept, told to the boards, and paid for once', async () => {
  const address = newAddress();
  const { until: opened, open } = gate();
  google.answer(address, { kind: 'slow', until: opened, then: { kind: 'found', at: DOOR } });
  const board = await listenTo(second.origin, { cookie: dispatcher.cookie() });
  // The provider answers only after `open()`.
  const startedAt = performance.now();
  const task = await make(dispatcher, delivery({ address }));
  expect(placeOf(task)).toEqual(NOWHERE);
  // The address is requested once, and once more for each request that timed out.
  const allowed = () => 1 + Math.floor((performance.now() - startedAt) / FETCH_TIMEOUT_MS);
  const [waiting] = await queued(address);
  expect(waiting).toMatchObject({ wanted: 1 });
  expect(waiting?.attempts).toBeLessThanOrEqual(allowed());
  await dispatcher.patch(path(task), { address: ` ${address} `, notes: 'still to come' });
  expect(await queued(address)).toMatchObject([{ wanted: 2 }]);
  expect((await dispatcher.get('/dispatcher')).status).toBe(200);
  open();
  expect(placeOf(await located(task))).toEqual(EXACT);
  await board.heard(({ type, taskId }) => type === 'TASK_UPDATED' && taskId === task.id);
  expect(askedFor(address)).toBeGreaterThan(0);
  expect(askedFor(address)).toBeLessThanOrEqual(allowed());
  expect(await locatedEvents(task)).toEqual([{ actor_id: null }]);
  await until(async () => (await queued(address)).length === 0);
});

test('a form that was opened before the coordinates arrived is saved all the same', async () => {
  const address = newAddress();
  const { until: opened, open } = gate();
  google.answer(address, { kind: 'slow', until: opened, then: { kind: 'found', at: DOOR } });
  const task = await make(dispatcher, delivery({ address }));
  const tag = (await dispatcher.get(path(task))).headers.get('etag') ?? '';
  open();
  await located(task);
  const saved = await dispatcher.patch<Task>(path(task), { notes: 'back door' }, { 'if-match': tag });
  expect([saved.status, saved.body.notes, saved.body.latitude]).toEqual([200, 'back door', EXACT.latitude]);
  const late = await dispatcher.patch(path(task), { notes: 'front door' }, { 'if-match': tag });
  expect(late.status).toBe(412);
});

test('two instances and many tasks at one address ask once', async () => {
  const address = newAddress();
  const { until: opened, open } = gate();
  google.answer(address, { kind: 'slow', until: opened, then: { kind: 'found', at: DOOR } });
  const elsewhere = client(second.origin);
  await elsewhere.signIn('dispatcher2');
  const making = [dispatcher, elsewhere, dispatcher, elsewhere].map((each) =>
    make(each, delivery({ address })),
  );
  await until(() => Promise.resolve(askedFor(address) > 0));
  open();
  for (const task of await Promise.all(making)) {
    expect(placeOf(await located(task))).toEqual(EXACT);
    expect((await locatedEvents(task)).length).toBeLessThanOrEqual(1);
  }
  expect(askedFor(address)).toBe(1);
});

test('the late answer of one instance reaches the tasks of another once each', async () => {
  const address = newAddress();
  const { until: opened, open } = gate();
  google.answer(address, { kind: 'slow', until: opened, then: { kind: 'found', at: DOOR } });
  const elsewhere = client(second.origin);
  await elsewhere.signIn('dispatcher2');
  const tasks = await Promise.all(
    [dispatcher, elsewhere, elsewhere].map((each) => make(each, delivery({ address }))),
  );
  expect(tasks.map(placeOf)).toEqual([NOWHERE, NOWHERE, NOWHERE]);
  open();
  for (const task of tasks) {
    expect(placeOf(await located(task))).toEqual(EXACT);
    expect(await locatedEvents(task)).toHaveLength(1);
  }
  expect(askedFor(address)).toBe(1);
});

test('a provider that is down is asked again until it is back; a repeated request makes one task', async () => {
  const address = newAddress();
  google.answer(address, { kind: 'found', at: DOOR });
  await google.down();
  const key = { 'idempotency-key': 'while-it-is-down' };
  const first = await dispatcher.post<Task>('/api/tasks', delivery({ address }), key);
  const again = await dispatcher.post<Task>('/api/tasks', delivery({ address }), key);
  expect([first.status, placeOf(first.body), again.body.id]).toEqual([201, NOWHERE, first.body.id]);
  await until(async () => ((await queued(address))[0]?.attempts ?? 0) >= 2);
  expect((await queued(address))[0]?.last_error).toBe('retry: ECONNREFUSED');
  await google.up();
  expect(placeOf(await located(first.body))).toEqual(EXACT);
  expect(await locatedEvents(first.body)).toHaveLength(1);
});

test('an address that the provider does not know gets the center of its ZIP code, and says so', async () => {
  const address = newAddress();
  const [first, second_] = [
    await make(dispatcher, delivery({ address })),
    await make(dispatcher, delivery({ address })),
  ];
  expect(placeOf(first)).toEqual(CENTRE);
  expect(placeOf(second_)).toEqual(CENTRE);
  expect(askedFor(address)).toBe(1);
  const nowhere = await make(dispatcher, delivery({ address: 'behind the moon' }));
  expect(placeOf(nowhere)).toEqual(NOWHERE);
  expect([...(await queued(address)), ...(await queued('behind the moon'))]).toEqual([]);
});

test('a street and a half-understood address are approximate', async () => {
  const [street, partial] = [newAddress(), newAddress()];
  google.answer(street, { kind: 'found', at: DOOR, precision: 'street' });
  google.answer(partial, { kind: 'found', at: DOOR, partial: true });
  for (const address of [street, partial]) {
    const task = await make(dispatcher, delivery({ address }));
    expect(placeOf(task)).toEqual({ ...EXACT, geo_precision: 'approximate' });
  }
});

test('the provider comes before the house numbers along a street, which come before what it knows approximately', async () => {
  await network.database.rows(
    `insert into street_ranges values
       ('29095', 'ladder st', '64113', '', 101, 199, 'O', 'L', '{-94600000,39010000,-94598000,39010000}')`,
  );
  const ladder = (number: number) => `${String(number)} Ladder Street, Kansas City, MO 64113`;
  google.answer(ladder(149), { kind: 'found', at: DOOR });
  google.answer(ladder(151), { kind: 'found', at: DOOR, precision: 'street' });
  const made = await Promise.all(
    [149, 151, 153, 152, 999].map((number) => make(dispatcher, delivery({ address: ladder(number) }))),
  );
  const precisions = () => Promise.all(made.map(async (task) => (await read(task)).geo_precision));
  await expect.poll(precisions).toEqual(['exact', 'interpolated', 'interpolated', 'street', 'approximate']);
  // The provider knows the house from now on.
  google.answer(ladder(153), { kind: 'found', at: DOOR });
  await network.database.rows('delete from geocodes where address_key = address_key($1)', [ladder(153)]);
  const [, , estimated] = made;
  if (!estimated) throw new Error('There are five');
  await dispatcher.patch(path(estimated), { address: ladder(153), latitude: null, longitude: null });
  await expect.poll(async () => placeOf(await read(estimated))).toEqual(EXACT);
});

const google200 = (lat: unknown, lng: unknown) =>
  JSON.stringify({
    status: 'OK',
    results: [{ geometry: { location: { lat, lng }, location_type: 'ROOFTOP' }, types: [] }],
  });

test.each([
  ['quota', { kind: 'quota' }],
  ['a page instead of data', { kind: 'garbage', body: '<html>Proxy</html>', type: 'text/html' }],
  ['half an answer', { kind: 'garbage', body: '{"status": "OK", "resu' }],
  ['nobody knows what', { kind: 'garbage', body: '{"status": "FINE", "results": []}' }],
  ['the gulf of Guinea', { kind: 'garbage', body: google200(0, 0) }],
  ['off the globe', { kind: 'garbage', body: google200(391.2, -94) }],
  ['words', { kind: 'garbage', body: google200('39', '-94') }],
  ['more than anybody reads', { kind: 'garbage', body: ' '.repeat(300_000) + google200(39, -94) }],
] satisfies [string, Mode][])(
  '%s is not taken for an answer, and is asked for again',
  async (_name, mode) => {
    const address = newAddress();
    google.answer(address, mode);
    const task = await make(dispatcher, delivery({ address }));
    expect(placeOf(task)).toEqual(NOWHERE);
    google.answer(address, { kind: 'found', at: DOOR });
    expect(placeOf(await located(task))).toEqual(EXACT);
  },
);

test('the same house in another state is not believed', async () => {
  const address = newAddress();
  google.answer(address, { kind: 'found', at: { lat: 33.749, lng: -84.388 } });
  expect(placeOf(await make(dispatcher, delivery({ address })))).toEqual(CENTRE);
});

test('a refused key: approximate at once, better later, one complaint, and the key is nowhere to be seen', async () => {
  const addresses = [newAddress(), newAddress(), newAddress()];
  const elsewhere = await startGoogle();
  google.answer(addresses[0] ?? '', { kind: 'refused' });
  google.answer(addresses[1] ?? '', { kind: 'refused' });
  google.answer(addresses[2] ?? '', { kind: 'redirect', to: `${elsewhere.url}/maps/api/geocode/json` });
  for (const address of addresses) {
    const { status, body } = await dispatcher.post<Task>('/api/tasks', delivery({ address }));
    expect([status, placeOf(body)]).toEqual([201, CENTRE]);
    expect(JSON.stringify(body)).not.toContain(KEY);
    const [row] = await queued(address);
    expect(row?.last_error).toMatch(/^misconfigured: /);
    expect(row?.last_error).not.toContain(KEY);
    // The next try is a minute away or more. After a failure it would come within a second.
    expect(row?.next_try_at?.getTime()).toBeGreaterThan(Date.now() + 5_000);
  }
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.close();
  const complaints = network.app
    .output()
    .split('\n')
    .filter((line) => line.includes('a service does not work') && line.includes('REQUEST_DENIED'));
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toContain('"service":"geocoder"');
  expect(everything()).not.toContain(KEY);

  const [mended = ''] = addresses;
  const [task] = (await dispatcher.get<Task[]>('/api/tasks')).body.filter(
    ({ address }) => address === mended,
  );
  google.answer(mended, { kind: 'found', at: DOOR });
  await network.database.rows(
    'update geocode_queue set next_try_at = now() where address_key = address_key($1)',
    [mended],
  );
  await until(async () => task !== undefined && (await read(task)).geo_precision === 'exact');
});

test('after the last try it is given up: the centre of the ZIP code, and a row that says why', async () => {
  const address = newAddress();
  google.answer(address, { kind: 'quota' });
  const task = await make(dispatcher, delivery({ address }));
  await network.database.rows('update geocode_queue set attempts = 7 where address_key = address_key($1)', [
    address,
  ]);
  expect(placeOf(await located(task))).toEqual(CENTRE);
  await expect
    .poll(() => queued(address))
    .toEqual([{ wanted: 1, attempts: 8, last_error: 'retry: OVER_QUERY_LIMIT', next_try_at: null }]);
  // A new search by hand tries the address again.
  google.answer(address, { kind: 'found', at: DOOR });
  const anew = await dispatcher.patch<Task>(path(task), { address, latitude: null, longitude: null });
  expect(placeOf(anew.body)).toEqual(EXACT);
  await until(async () => (await queued(address)).length === 0);
});

test('the delivery of a transfer gets its coordinates, from what is known or from the queue', async () => {
  const address = newAddress();
  google.answer(address, { kind: 'found', at: DOOR });
  const made = await make(
    dispatcher,
    transfer({ transfer_to_driver_id: network.ids.driver2, transfer_destination_address: address }),
  );
  const linked = async () => {
    const { body } = await dispatcher.get<Task[]>('/api/tasks');
    const found = body.find(({ linked_task_id }) => linked_task_id === made.id);
    if (!found) throw new Error('There is no delivery');
    return found;
  };
  expect(placeOf(await located(await linked()))).toEqual(EXACT);
  const moved = newAddress();
  google.answer(moved, { kind: 'found', at: { lat: 39.02, lng: -94.6 } });
  await make(dispatcher, delivery({ address: moved }));
  await dispatcher.patch(path(made), { transfer_destination_address: moved });
  expect(placeOf(await linked())).toEqual({
    latitude: '39.02',
    longitude: '-94.6',
    geo_precision: 'exact',
  });
  expect([askedFor(address), askedFor(moved)]).toEqual([1, 1]);
});

test('an address that was changed while it was looked up does not get the old answer', async () => {
  const [before, after] = [newAddress(), newAddress()];
  const { until: opened, open } = gate();
  google.answer(before, { kind: 'slow', until: opened, then: { kind: 'found', at: DOOR } });
  google.answer(after, { kind: 'found', at: { lat: 39.02, lng: -94.6 } });
  const task = await make(dispatcher, delivery({ address: before }));
  const moved = await dispatcher.patch<Task>(path(task), { address: after });
  expect(placeOf(moved.body)).toEqual({ latitude: '39.02', longitude: '-94.6', geo_precision: 'exact' });
  open();
  await until(async () => (await queued(before)).length === 0);
  expect((await read(task)).version).toBe(moved.body.version);
  expect(await locatedEvents(task)).toEqual([]);
});

test('a task at an address where another one is exact asks nobody', async () => {
  const address = newAddress();
  await make(dispatcher, delivery({ address, latitude: 39.5, longitude: -94.5 }));
  const task = await make(dispatcher, delivery({ address: address.toUpperCase() }));
  expect(placeOf(task)).toEqual({ latitude: '39.5', longitude: '-94.5', geo_precision: 'exact' });
  expect(askedFor(address.toUpperCase())).toBe(0);
});

test('holds are released on time while the queue waits for a provider that hangs', async () => {
  const hanging = gate();
  google.answer('Elm St', { kind: 'slow', until: hanging.until, then: { kind: 'not found' } });
  await network.database.rows(
    "insert into geocode_queue (address_key, address) select n || ' elm st', n || ' Elm St' from generate_series(1, 20) as n",
  );
  await until(() =>
    Promise.resolve(google.requests.filter((address) => address.includes('Elm St')).length >= 8),
  );
  const held = await make(
    dispatcher,
    delivery({ status: 'hold', need_by: new Date(Date.now() - 60_000).toISOString() }),
  );
  await until(async () => (await read(held)).status === 'pending');
  const [left] = await network.database.rows<{ n: number }>(
    "select count(*)::integer as n from geocode_queue where address_key like '% elm st' and asking",
  );
  expect(left?.n).toBeGreaterThan(0);
  hanging.open();
});

test('many that save at once, each safe to repeat, leave connections for everybody else while it hangs', async () => {
  const hanging = gate();
  google.answer('Fir St', { kind: 'slow', until: hanging.until, then: { kind: 'not found' } });
  const startedAt = performance.now();
  const saved = await Promise.all(
    Array.from({ length: 30 }, (_, i) => {
      const address = `${String(100 + i)} Fir St, Kansas City, MO 64113`;
      const key = { 'idempotency-key': `fir-${String(i)}` };
      return dispatcher.post<Task>('/api/tasks', delivery({ address }), key);
    }),
  );
  expect(saved.map(({ status }) => status)).toEqual(saved.map(() => 201));
  // On a slow machine the request for one may have timed out while others were saved, and then its ZIP code counts.
  const mayBeLate = performance.now() - startedAt > FETCH_TIMEOUT_MS;
  for (const { body } of saved) expect(mayBeLate ? [null, CENTRE.latitude] : [null]).toContain(body.latitude);
  expect(network.app.output()).not.toContain('AcquireTimeout');
  hanging.open();
  for (const { body } of saved) expect(placeOf(await located(body))).toEqual(CENTRE);
});

test('a pin that is set by hand stays where it is until the address changes', async () => {
  const address = newAddress();
  const { until: opened, open } = gate();
  google.answer(address, { kind: 'slow', until: opened, then: { kind: 'found', at: DOOR } });
  const [pinned, other] = await Promise.all([1, 2].map(() => make(dispatcher, delivery({ address }))));
  if (!pinned || !other) throw new Error('There are two');
  const pin = { latitude: '39.01', longitude: '-94.58', geo_precision: 'manual' };
  const dana = { id: network.ids.dispatcher ?? 0, username: 'dispatcher', name: 'Dana Dispatcher' };
  const actor: Actor = { ...dana, roles: ['dispatcher'], dealerships: [] };
  connect(network.database.url);
  expect(
    placeOf(await placeTask({ actor, taskId: pinned.id, input: { latitude: '39.01', longitude: '-94.58' } })),
  ).toEqual(pin);
  await disconnect();
  open();
  expect(placeOf(await located(other))).toEqual(EXACT);
  const change = (more: object) => dispatcher.patch<Task>(path(pinned), { ...more });
  expect(placeOf((await change({ notes: 'gate 3' })).body)).toEqual(pin);
  expect(placeOf((await change({ address, latitude: null, longitude: null })).body)).toEqual(pin);
  expect(placeOf((await change({ address: `${address}-1234`, latitude: null })).body)).toEqual(pin);
  const moved = newAddress();
  google.answer(moved, { kind: 'found', at: DOOR });
  expect(placeOf((await change({ address: moved })).body)).toEqual(EXACT);
});

test('tasks from before there was a provider are looked up once it is there', async () => {
  const address = newAddress();
  google.answer(address, { kind: 'found', at: DOOR });
  const [row] = await network.database.rows<{ id: number }>(
    `insert into tasks (type, location, address, invoice_number, latitude, longitude, geo_precision)
     values ('delivery', 'Before', $1, 'INV-1', '39.0', '-94.5', 'approximate') returning id`,
    [address],
  );
  const third = await network.another();
  await until(async () => {
    const { body } = await dispatcher.get<Task>(`/api/tasks/${String(row?.id)}`);
    return body.geo_precision === 'exact';
  });
  await third.stop();
});

test('nobody sees the key', () => {
  expect(everything()).not.toContain(KEY);
});

test('a task whose coordinates are found later joins the run of its zone, unless somebody has put it elsewhere', async () => {
  const office = await network.as('dispatcher2');
  const corners = [
    [-94.6, 39],
    [-94.5, 39],
    [-94.5, 39.1],
    [-94.6, 39.1],
  ];
  const schedule = await addSchedule(network.database, { name: 'Later', zone: { polygon: corners } });
  const run = await addRun(network.database, schedule, { cutoff: 30 });
  const [found, put] = [newAddress(), newAddress()];
  for (const address of [found, put]) google.answer(address, { kind: 'quota' });
  const joins = await make(office, delivery({ address: found }));
  const stays = await make(office, delivery({ address: put, run_id: null }));
  expect([joins.run_id, joins.latitude]).toEqual([null, null]);
  for (const address of [found, put]) google.answer(address, { kind: 'found', at: DOOR });
  await Promise.all([located(joins), located(stays)]);
  expect(await read(joins)).toMatchObject({ run_id: run, run_rule: 'zone', status: 'next-route' });
  expect(await read(stays)).toMatchObject({ run_id: null, status: 'pending' });
  for (const table of ['runs', 'run_schedules']) await network.database.rows(`delete from ${table}`);
});
