/** Arrival times by road start at the driver's position and are ready before anybody looks at the list. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type * as z from 'zod/v4';
import type { ArrivalsAnswer, DriverArrivalsAnswer } from '~/domain/scheduling/arrivals/arrivals.server';
import type { Candidates } from '~/domain/scheduling/candidates/schema';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import { ROAD_SERVICE_TIMEOUT_MS } from '~/lib/time-limits';
import { client, type Client } from '../support/client';
import { delivery, make } from '../support/factories';
import { startNetwork, type Network } from '../support/network';
import { listenTo } from '../support/sockets';
import { startValhalla, type Valhalla } from '../support/valhalla';

type Arrivals = z.output<typeof ArrivalsAnswer>;
type OfAll = z.output<typeof DriverArrivalsAnswer>[];

let network: Network;
let valhalla: Valhalla;
let dispatcher: Client;
let driver: Client;

/** These are two shores of a harbor, 1.7 km apart. The road around takes nine minutes. */
const [HERE, ACROSS] = [{ latitude: 39, longitude: -94.02 }, -94];
const AROUND_SECONDS = 540;
const DEALERSHIP = -94.5;

beforeAll(async () => {
  valhalla = await startValhalla();
  network = await startNetwork({ VALHALLA_URL: valhalla.url });
  await network.database.rows(
    "insert into dealership_locations (name, fullname, latitude, longitude) values ('Ford', 'Ford', 39, $1)",
    [DEALERSHIP],
  );
  dispatcher = await network.as('dispatcher');
  driver = await network.as('driver');
  await driver.put('/api/positions/sharing', { shares: true });
});
afterAll(async () => {
  await network.close();
  await valhalla.close();
});
beforeEach(async () => {
  for (const table of ['tasks', 'road_pairs', 'last_positions', 'positions'])
    // Quietly: no round of learning roads begins with an old route.
    await network.database.quietly(`delete from ${table}`);
  Object.assign(valhalla, { requests: [], isDown: false, isSilent: false, between: () => AROUND_SECONDS });
});

const stopAt = (longitude: number, more: object = {}) =>
  make(
    dispatcher,
    delivery({
      location: `Stop ${String(longitude)}`,
      address: `${String(longitude)} Shore St`,
      latitude: '39',
      longitude: String(longitude),
      driver_id: network.ids.driver,
      ...more,
    }),
  );
const report = (place: object, secondsAgo = 0) =>
  driver.post('/api/positions', {
    positions: [{ ...place, at: new Date(Date.now() - secondsAgo * 1_000).toISOString(), accuracy: 8 }],
  });
const arrivals = async (by = dispatcher) =>
  (await by.get<Arrivals>(`/api/drivers/${String(network.ids.driver)}/arrivals`)).body;
const ofAll = async (by = dispatcher) => (await by.get<OfAll>('/api/arrivals')).body;
const minutesUntil = (iso: string | null | undefined) => (Date.parse(iso ?? '') - Date.now()) / 60_000;
const pairs = async () =>
  (await network.database.rows<{ n: number }>('select count(*)::integer as n from road_pairs'))[0]?.n;

test('the drive from a position is by road, also for suggestions and candidates, and no pair of it is remembered', async () => {
  await stopAt(ACROSS);
  await report(HERE);
  const { basis, stops } = await arrivals();
  expect(basis).toMatchObject({ from: 'position', roads: 'valhalla' });
  expect(minutesUntil(stops[0]?.expectedAt)).toBeCloseTo(9, 0);
  const path = `/api/route-optimization/optimize/${String(network.ids.driver)}`;
  const { body } = await dispatcher.post<SuggestedRoute>(path, {});
  expect([body.stops[0]?.minutesUntilArrival, body.totalDistance]).toEqual([9, 9_000]);
  const task = await stopAt(ACROSS - 0.001, { driver_id: null });
  await expect
    .poll(async () => {
      const answer = await dispatcher.get<Candidates>(`/api/tasks/${String(task.id)}/candidates`);
      const own = answer.body.candidates.find(({ driverId }) => driverId === network.ids.driver);
      return Math.round(minutesUntil(own?.added?.expectedAt));
    })
    // The task goes behind the existing stop: 9 minutes to that stop, 3 minutes there, and 9 minutes to the task.
    .toBeOneOf([9, 21]);
  const places = await network.database.rows<{ longitude: number }>(
    `select distinct ((place % 36000001) / 100000.0 - 180)::float8 as longitude
     from (select from_place as place from road_pairs union all select to_place from road_pairs) as all_places`,
  );
  // Only the two stops may be stored, and the dealership: from there they drive until a position is known.
  for (const { longitude } of places) expect([ACROSS, ACROSS - 0.001, DEALERSHIP]).toContain(longitude);
});

test('a position off every road is estimated, and the times say so', async () => {
  await stopAt(ACROSS);
  valhalla.roadAt = ({ lon }) => (lon === HERE.longitude ? null : { distance: 5, reach: 50 });
  await report(HERE);
  const { basis, stops } = await arrivals();
  valhalla.roadAt = () => ({ distance: 5, reach: 50 });
  expect(basis.roads).toBe('estimate');
  expect(minutesUntil(stops[0]?.expectedAt)).toBeLessThan(5);
});

test('a moving driver is on a road that leads in that direction', async () => {
  await stopAt(ACROSS);
  valhalla.between = ({ heading }) => (heading === 90 ? 60 : AROUND_SECONDS);
  await report({ latitude: 39, longitude: -94.021 }, 15);
  await report(HERE);
  expect(minutesUntil((await arrivals()).stops[0]?.expectedAt)).toBeCloseTo(1, 0);
});

test('drives that nobody has looked at are asked for once, by one instance, and open boards hear of it', async () => {
  const other = await network.another({ VALHALLA_URL: valhalla.url });
  const there = client(other.origin);
  await there.signIn('dispatcher');
  const heard = await listenTo(network.app.origin, { cookie: dispatcher.cookie() });
  for (const longitude of [-94, -93.99, -93.98]) await stopAt(longitude);
  const minutes = async (by: Client) =>
    Math.round(
      minutesUntil((await ofAll(by)).find(({ driverId }) => driverId === network.ids.driver)?.finishAt),
    );
  // The route has three drives and three minutes at each stop. Straight lines would make it 40 minutes shorter.
  for (const by of [dispatcher, there]) await expect.poll(() => minutes(by)).toBe(3 * 9 + 3 * 3);
  await heard.heard(({ type }) => type === 'ARRIVALS');
  heard.close();
  const known = await pairs();
  const matrices = valhalla.requests.filter(({ service }) => service === 'sources_to_targets');
  // No pair was requested twice.
  expect(matrices.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual((known ?? 0) + 8);
});

test('an engine that does not answer delays no read and no write', async () => {
  valhalla.isSilent = true;
  await report(HERE);
  const from = performance.now();
  for (const longitude of [ACROSS, ACROSS + 0.01]) {
    await stopAt(longitude);
    await ofAll();
  }
  const took = performance.now() - from;
  valhalla.isSilent = false;
  // Four calls that waited for the engine would take four times as long.
  expect(took).toBeLessThan(2 * ROAD_SERVICE_TIMEOUT_MS);
});

test('a driver who stands away from a stop arrives later at an uncertain time, and the board says so', async () => {
  await stopAt(ACROSS);
  await report(HERE);
  const moving = (await arrivals()).stops[0];
  const standFor = (minutes: number) =>
    network.database.rows(
      `update last_positions set still_since = now() - ${String(minutes)} * interval '1 minute'`,
    );
  await standFor(28);
  const standing = (await arrivals()).stops[0];
  expect(minutesUntil(standing?.expectedAt)).toBeGreaterThan(minutesUntil(moving?.expectedAt) + 10);
  const width = (stop: typeof moving) => minutesUntil(stop?.latestAt) - minutesUntil(stop?.earliestAt);
  expect(width(standing)).toBeGreaterThan(width(moving) + 10);
  const stands = async () => {
    // A change of the driver's list: without one, times of all may be half a minute old.
    await stopAt(ACROSS, { status: 'hold' });
    const [own] = await ofAll();
    return own?.standingSince ? Math.round(-minutesUntil(own.standingSince)) : null;
  };
  expect(await stands()).toBe(28);
  await standFor(9);
  expect(await stands()).toBeNull();
  // A driver who stands at the stop is at work.
  await network.database.rows(
    "update last_positions set longitude = -94.001, still_since = now() - interval '1 hour'",
  );
  expect(await stands()).toBeNull();
});
