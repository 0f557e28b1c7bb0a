/** Road times of the operator's own servers: the choice of the server, its requests, and places without a road. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import { client, type Client } from '../support/client';
import { startNetwork, type Network } from '../support/network';
import { startOsrm, type Osrm } from '../support/osrm';
import { startValhalla, type Valhalla } from '../support/valhalla';

let network: Network;
let osrm: Osrm;
let valhalla: Valhalla;
let caller: Client;

beforeAll(async () => {
  [osrm, valhalla] = await Promise.all([startOsrm(), startValhalla()]);
  network = await startNetwork({ OSRM_URL: osrm.url, VALHALLA_URL: valhalla.url });
  await network.database.quietly(
    "insert into dealership_locations (name, fullname, latitude, longitude) values ('Ford', 'Ford', 39, -94)",
  );
  caller = await network.as('dispatcher');
});
afterAll(async () => {
  await network.close();
  await Promise.all([osrm.close(), valhalla.close()]);
});
// Tasks come and go quietly: an application that hears of a new route asks for its roads as well.
beforeEach(async () => {
  await network.database.quietly('delete from tasks');
  await network.database.rows('delete from road_pairs');
  osrm.mode = { kind: 'says', body: '', status: 503 };
  Object.assign(valhalla, { requests: [], isDown: false, failsAfter: Infinity, between: () => 60 });
  valhalla.roadAt = () => ({ distance: 5, reach: 50 });
});

const plant = (count: number, first = 1) =>
  network.database.quietly(
    `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, order_index, latitude, longitude)
     select 'delivery', 'pending', 'normal', 'Stop ' || n, n || ' Any St', 'I', $1, n, 39, -94 + n / 1000.0
     from generate_series($2::int, $2::int + $3::int - 1) n`,
    [network.ids.driver, first, count],
  );

const suggest = async (by = caller) => {
  const path = `/api/route-optimization/optimize/${String(network.ids.driver)}`;
  const answer = await by.post<SuggestedRoute>(path, {});
  expect(answer.status).toBe(200);
  return answer.body;
};

const countsOf = (service: string) =>
  valhalla.requests.filter((each) => each.service === service).map(({ count }) => count);

test('OSRM first, Valhalla in its place, the estimate at last: each is named', async () => {
  await plant(2);
  expect(await suggest()).toMatchObject({ source: 'valhalla', estimated: false, note: null });
  osrm.mode = { kind: 'roads', between: () => 120 };
  expect(await suggest()).toMatchObject({ source: 'osrm', estimated: false, totalDistance: 240 });
  osrm.mode = { kind: 'says', body: '', status: 503 };
  valhalla.isDown = true;
  await network.database.rows('delete from road_pairs');
  expect(await suggest()).toMatchObject({
    source: 'estimate',
    estimated: true,
    note: 'Road times are not available right now; times are distance-based.',
  });
});

test('times that cannot be are no times, and a line that leads off the earth is none', async () => {
  await plant(2);
  for (const seconds of [1e15, 1e308]) {
    osrm.mode = { kind: 'roads', between: () => seconds };
    expect(await suggest()).toMatchObject({ source: 'valhalla', note: null });
    await network.database.rows('delete from road_pairs');
  }
  const [one, other] = ['39,-94', '39.1,-94.1'];
  for (const geometry of ['~'.repeat(300), '??~~~~~~~~~~~~?', '~~~~~~~?~~~~~~~?']) {
    const legs = [{ duration: 1, distance: 1, steps: [{ geometry }] }];
    osrm.mode = { kind: 'says', body: JSON.stringify({ code: 'Ok', routes: [{ legs }] }) };
    valhalla.isDown = true;
    const { status, body } = await caller.get(`/dispatcher/road-lines?through=${one}%20${other}`);
    expect([geometry, status, body]).toEqual([geometry, 200, [null]]);
  }
});

test('known times are not requested again, on any instance and while the server is down: only new rows and columns', async () => {
  await plant(9);
  const first = await suggest();
  expect(first).toMatchObject({ source: 'valhalla', totalDistance: 9_000 });
  expect(countsOf('sources_to_targets')).toEqual([100]);
  await plant(1, 10);
  await suggest();
  // The server asks for the times from the new place to all, and from all others to it.
  expect(countsOf('sources_to_targets')).toEqual([100, 11, 10]);
  valhalla.isDown = true;
  const other = await network.another({ OSRM_URL: osrm.url, VALHALLA_URL: valhalla.url });
  const there = client(other.origin);
  await there.signIn('dispatcher');
  valhalla.requests.length = 0;
  for (const by of [caller, there])
    expect(await suggest(by)).toMatchObject({ source: 'valhalla', estimated: false, totalDistance: 10_000 });
  expect(valhalla.requests).toEqual([]);
  await network.database.rows('update road_pairs set asked_on = current_date - 15');
  expect(await suggest()).toMatchObject({ source: 'estimate' });
});

test('more pairs than a server answers are asked for in pieces', async () => {
  await plant(74);
  expect(await suggest()).toMatchObject({ source: 'valhalla', totalDistance: 74_000 });
  expect(countsOf('sources_to_targets')).toEqual(Array.from({ length: 9 }, () => 25 * 25));
});

test('a server that fails in the middle is asked for the rest: what is done stays', async () => {
  await plant(74);
  valhalla.failsAfter = 5;
  expect(await suggest()).toMatchObject({ source: 'estimate' });
  valhalla.failsAfter = Infinity;
  valhalla.requests.length = 0;
  expect(await suggest()).toMatchObject({ source: 'valhalla', totalDistance: 74_000 });
  expect(countsOf('sources_to_targets')).toHaveLength(4);
});

test('a stop far from every road and one on an island are named and estimated, and spoil no other', async () => {
  await plant(5);
  const roads = new Map([
    [-93.998, null],
    [-93.997, { distance: 1_001, reach: 50 }],
    [-93.996, { distance: 3, reach: 49 }],
  ]);
  valhalla.roadAt = ({ lon }) => {
    const road = roads.get(lon);
    return road === undefined ? { distance: 1_000, reach: 50 } : road;
  };
  const answer = await suggest();
  expect(answer).toMatchObject({
    source: 'valhalla',
    estimated: true,
    note: 'Stop 2, Stop 3, Stop 4 are outside the street map; times to and from there are distance-based.',
  });
  expect(answer.stops.map(({ location }) => location)).toHaveLength(5);
  // Only the start and two stops are requested.
  expect(countsOf('sources_to_targets')).toEqual([9]);
  valhalla.requests.length = 0;
  expect(await suggest()).toEqual(answer);
  expect(countsOf('sources_to_targets')).toEqual([]);
  await network.database.quietly("delete from tasks where location in ('Stop 2', 'Stop 3', 'Stop 4')");
  expect(await suggest()).toMatchObject({ estimated: false, note: null, totalDistance: 2_000 });
});
