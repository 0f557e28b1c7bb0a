/** Road times with traffic come from a server that behaves like Google's. The tests also make it fail. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import { client, type Client } from '../support/client';
import { startGoogleRoutes, type GoogleRoutes } from '../support/google-routes';
import { startNetwork, type Network } from '../support/network';
import { startOsrm, type Osrm } from '../support/osrm';

const KEY = 'a-server-key-that-nobody-must-see';

let network: Network;
let google: GoogleRoutes;
let osrm: Osrm;

beforeAll(async () => {
  [google, osrm] = await Promise.all([startGoogleRoutes(), startOsrm()]);
  network = await startNetwork({ GOOGLE_MAPS_SERVER_KEY: KEY, GOOGLE_ROUTES_URL: `${google.url}/` });
  await network.database.rows(
    "insert into dealership_locations (name, fullname, latitude, longitude) values ('Ford', 'Ford', 39, -94)",
  );
});
afterAll(async () => {
  await network.close();
  await Promise.all([google.close(), osrm.close()]);
});
beforeEach(() => network.database.rows('delete from tasks'));

/** Starts a separate application, so that a pause caused by one test does not affect another. */
async function signedIn(env: Record<string, string> = {}): Promise<Client & { output: () => string }> {
  const app = await network.another(env);
  const caller = client(app.origin);
  await caller.signIn('dispatcher');
  return Object.assign(caller, { output: () => app.output() });
}

const suggest = async (caller: Client, routingPreference = 'traffic-aware') => {
  const path = `/api/route-optimization/optimize/${String(network.ids.driver)}`;
  const answer = await caller.post<SuggestedRoute>(path, { routingPreference });
  expect(answer.status).toBe(200);
  return answer.body;
};

/** Adds stops in a row to the east. With `first` their places differ from those of an earlier test. */
const plant = (count: number, first = 1) =>
  network.database.rows(
    `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, order_index, latitude, longitude)
     select 'delivery', 'pending', 'normal', 'Stop ' || n, n || ' Any St', 'I', $1, n, 39, -94 + n / 1000.0
     from generate_series($2::int, $2::int + $3::int - 1) n`,
    [network.ids.driver, first, count],
  );

const places = ({ suggestedOrder }: SuggestedRoute) => suggestedOrder.map(({ location }) => location);

/** The traffic jam makes the far stop quicker to reach than the near one. */
const jam = (from: { lng: number }, to: { lng: number }) =>
  from.lng === -94 && Math.abs(to.lng + 93.999) < 1e-6 ? 3_000 : 300;

test('order, totals and savings are those of the traffic; asked once for the same places', async () => {
  const caller = await network.as('dispatcher');
  await plant(3);
  google.mode = { kind: 'roads', between: jam };
  google.requests.length = 0;
  const first = await suggest(caller);
  expect(places(first)[0]).not.toBe('Stop 1');
  // The route has 3 legs of 300 s and 3 stops of 3 minutes, against 3,000 + 300 + 300. Meters are equal to seconds
  // here.
  expect(first).toMatchObject({
    totalDistance: 900,
    totalDuration: 24,
    estimatedTimeSavings: 45,
    estimated: false,
    note: null,
  });
  expect(google.requests).toEqual([{ key: KEY, preference: 'TRAFFIC_AWARE', points: 4, pairs: 16 }]);
  await caller.post('/api/route-optimization/apply', {
    driverId: network.ids.driver,
    taskIds: first.suggestedOrder.map(({ id }) => id),
  });
  const again = await suggest(caller);
  expect([again.suggestedOrder, again.totalDistance, again.estimatedTimeSavings]).toEqual([
    first.suggestedOrder,
    900,
    0,
  ]);
  expect(google.requests).toHaveLength(1);
  await suggest(caller, 'traffic-aware-optimal');
  expect(google.requests.at(-1)?.preference).toBe('TRAFFIC_AWARE_OPTIMAL');
});

test('more places than one question may have are not asked for: the note says so, and whose times are used', async () => {
  const [alone, withOsrm] = await Promise.all([signedIn(), signedIn({ OSRM_URL: osrm.url })]);
  google.mode = { kind: 'roads', between: () => 60 };
  osrm.mode = { kind: 'roads', between: () => 120 };
  await plant(24, 100);
  expect(await suggest(alone)).toMatchObject({ estimated: false, note: null, totalDistance: 24 * 60 });
  google.requests.length = 0;
  await plant(1, 200);
  expect(await suggest(alone)).toMatchObject({
    estimated: true,
    note: 'Live traffic is available for at most 25 locations at once; times are distance-based.',
  });
  expect(await suggest(withOsrm)).toMatchObject({
    estimated: false,
    note: 'Live traffic is available for at most 25 locations at once; using road times without traffic.',
    totalDistance: 25 * 120,
  });
  await network.database.rows('delete from tasks where order_index > 110');
  await suggest(alone, 'traffic-aware-optimal').then(({ note }) =>
    expect(note).toContain('at most 10 locations at once'),
  );
  expect(google.requests).toEqual([]);
});

const gaps = JSON.stringify([{ condition: 'ROUTE_EXISTS', duration: '1s', status: {} }]);
const broken = JSON.stringify([{ status: { code: 13 } }]);

test.each([
  ['no JSON', { body: 'Service' }],
  ['an error instead of a list', { body: '{"error":{"code":13}}' }],
  ['a list with gaps', { body: gaps }],
  ['a pair that failed', { body: broken }],
  ['a time that is none', { body: gaps.replace('1s', 'soon') }],
  ['a refused key', { status: 403, body: '{"error":{"status":"PERMISSION_DENIED"}}' }],
  ['a fault of its own', { status: 503, body: '' }],
  ['more than anybody reads', { body: ' '.repeat(2 * 1024 * 1024) }],
  ['a way to somewhere else', { status: 302, headers: { location: 'http://127.0.0.1/' }, body: '' }],
])('%s: the estimate, and a note', async (_, answer) => {
  const caller = await network.as('dispatcher');
  await plant(2, 300);
  google.mode = { kind: 'says', ...answer };
  expect(await suggest(caller)).toMatchObject({
    estimated: true,
    note: 'Live traffic is not available right now; times are distance-based.',
  });
  expect(network.app.output()).not.toContain(KEY);
});

test('a service that hangs is not waited for, and OSRM answers in its place', async () => {
  const caller = await signedIn({ OSRM_URL: osrm.url });
  await plant(2, 400);
  google.mode = { kind: 'silent' };
  osrm.mode = { kind: 'roads', between: () => 120 };
  expect(await suggest(caller)).toMatchObject({
    estimated: false,
    note: 'Live traffic is not available right now; using road times without traffic.',
    totalDistance: 240,
  });
  osrm.mode = { kind: 'says', body: '', status: 500 };
  await network.database.rows('delete from road_pairs');
  google.mode = { kind: 'says', body: '', status: 500 };
  expect((await suggest(caller)).note).toBe(
    'Live traffic is not available right now; times are distance-based.',
  );
});

test('out of quota, it is left in peace for as long as it says', async () => {
  const caller = await signedIn();
  await plant(2, 500);
  google.requests.length = 0;
  google.mode = { kind: 'says', status: 429, body: '{"error":{"status":"RESOURCE_EXHAUSTED"}}' };
  expect((await suggest(caller)).note).toContain('Live traffic is not available right now');
  google.mode = { kind: 'roads', between: () => 60 };
  expect((await suggest(caller)).note).toContain('Live traffic is not available right now');
  expect(google.requests).toHaveLength(1);
  await expect
    .poll(() => network.database.rows('select service from service_outages'))
    .toContainEqual({ service: 'roads google' });
});
