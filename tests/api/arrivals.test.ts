/** Scripts request the arrival times of a route. */
import { expect, test } from 'vitest';
import type * as z from 'zod/v4';
import type { ArrivalsAnswer, DriverArrivalsAnswer } from '~/domain/scheduling/arrivals/arrivals.server';
import { make, onMeridian } from '../support/factories';
import { addShift, morningZone } from '../support/shifts';
import { useNetwork } from '../support/use-network';

type Arrivals = z.output<typeof ArrivalsAnswer>;

const zone = morningZone();
const network = useNetwork({ BUSINESS_TIME_ZONE: zone });
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const other = network.client('driver2');

const arrivals = async () =>
  (await dispatcher.get<Arrivals>(`/api/drivers/${String(network.ids.driver)}/arrivals`)).body;
const stopAt = (latitude: string | null, more: object = {}) =>
  make(dispatcher, onMeridian(latitude, { driver_id: network.ids.driver, ...more }));
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('a route’s stops arrive one after the other, in ranges; what has no place is named and left out', async () => {
  const empty = await arrivals();
  expect(empty).toMatchObject({ driverId: network.ids.driver, finishAt: null, stops: [], withoutPlace: [] });
  const near = await stopAt('39.10', { deliver_by: inMinutes(600) });
  const nowhere = await stopAt(null);
  // The stop is an hour's drive away and due now.
  const far = await stopAt('39.50', { deliver_by: inMinutes(0) });
  const { stops, withoutPlace, finishAt, basis } = await arrivals();
  expect(stops.map(({ taskIds }) => taskIds)).toEqual([[near.id], [far.id]]);
  expect(withoutPlace).toMatchObject([{ taskIds: [nowhere.id], location: nowhere.location }]);
  expect(basis.roads).toBe('estimate');
  for (const { expectedAt, earliestAt, latestAt } of stops) {
    expect(Date.parse(earliestAt)).toBeLessThanOrEqual(Date.parse(expectedAt));
    expect(Date.parse(latestAt)).toBeGreaterThanOrEqual(Date.parse(expectedAt));
  }
  const [first, second] = stops;
  expect(Date.parse(second?.expectedAt ?? '')).toBeGreaterThan(Date.parse(first?.expectedAt ?? ''));
  expect(Date.parse(finishAt ?? '')).toBeGreaterThan(Date.parse(second?.expectedAt ?? ''));
  expect(stops.map(({ late, latePercent }) => [late, latePercent])).toEqual([
    [false, 0],
    [true, 100],
  ]);
});

test('a position is where the first drive begins', async () => {
  await driver.put('/api/positions/sharing', { shares: true });
  const before = await arrivals();
  expect(before.basis.from).not.toBe('position');
  const position = { latitude: 39.099, longitude: -94.6, at: inMinutes(0), accuracy: 10 };
  await driver.post('/api/positions', { positions: [position] });
  const { basis, stops } = await arrivals();
  expect(basis.from).toBe('position');
  const minutes = (Date.parse(stops[0]?.expectedAt ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeLessThan(2);
});

test('all routes: when they are done, and what comes late', async () => {
  const { finishAt, stops } = await arrivals();
  type Route = z.output<typeof DriverArrivalsAnswer>;
  const { body } = await dispatcher.get<Route[]>('/api/arrivals');
  expect(body.map(({ driverId }) => driverId)).toEqual([network.ids.driver]);
  expect(body[0]?.late).toEqual(stops.flatMap(({ late, taskIds }) => (late ? taskIds : [])));
  expect(body[0]?.late).toHaveLength(1);
  // One answer may have been computed up to half a minute before the other.
  expect(Math.abs(Date.parse(body[0]?.finishAt ?? '') - Date.parse(finishAt ?? ''))).toBeLessThan(60_000);
  const { body: page } = await driver.get<string>('/driver', { accept: 'text/html' });
  expect(page).toMatch(/done by <time/);
  const { body: report } = await dispatcher.get<string>('/history/report', { accept: 'text/html' });
  expect(report).toContain('not enough data yet');
  expect(page).toMatch(/Arrives <span[^>]*>about/);
});

test('an early driver waits: on the driver’s list, in the dialog, and for all that comes later', async () => {
  await network.database.rows('delete from tasks');
  const free = [await stopAt('39.10'), await stopAt('39.12')];
  const [first, second] = (await arrivals()).stops;
  expect([first?.waitsUntil, second?.waitsUntil]).toEqual([null, null]);
  const until = inMinutes(120);
  const path = `/api/tasks/${String(free[0]?.id)}`;
  expect((await dispatcher.patch(path, { deliver_after: until })).status).toBe(200);
  const { stops, finishAt } = await arrivals();
  expect(stops.map(({ waitsUntil }) => waitsUntil && Date.parse(waitsUntil))).toEqual([
    Date.parse(until),
    null,
  ]);
  const [waits, later] = stops;
  expect(Date.parse(waits?.expectedAt ?? '')).toBe(Date.parse(until));
  expect(Date.parse(waits?.latestAt ?? '')).toBeGreaterThanOrEqual(Date.parse(until));
  expect(Date.parse(later?.expectedAt ?? '') - Date.parse(until)).toBeGreaterThanOrEqual(3 * 60_000);
  expect(Date.parse(finishAt ?? '')).toBeGreaterThan(Date.parse(later?.expectedAt ?? ''));
  const dialog = `/dispatcher/tasks/${String(free[0]?.id)}`;
  const { body: page } = await dispatcher.get<string>(dialog, { accept: 'text/html' });
  expect(page.replace(/<!-- -->/g, '')).toMatch(/Alma Driver is early and waits until <time/);
});

test('after a change of one list the times of its driver are new, also when only some drivers are asked for', async () => {
  await network.database.rows('delete from tasks');
  const [mine, other] = [await stopAt('39.10'), await stopAt('39.12')];
  type Listed = { driverId: number; finishAt: string };
  const listed = async (search = '') => (await dispatcher.get<Listed[]>(`/api/arrivals${search}`)).body;
  const driversOf = (all: Listed[]) => all.map(({ driverId }) => driverId);
  const { driver: driverId = 0, driver2 = 0 } = network.ids;
  expect(driversOf(await listed())).toEqual([driverId]);
  await dispatcher.patch(`/api/tasks/${String(other.id)}`, { driver_id: driver2 });
  expect(driversOf(await listed())).toEqual([driverId, driver2]);
  expect(driversOf(await listed(`?drivers=${String(driver2)},999999`))).toEqual([driver2]);
  await dispatcher.patch(`/api/tasks/${String(mine.id)}`, { driver_id: driver2 });
  const [both] = await listed();
  expect(driversOf(await listed())).toEqual([driver2]);
  await dispatcher.patch(`/api/tasks/${String(mine.id)}`, { deliver_after: inMinutes(120) });
  const [later] = await listed();
  expect(Date.parse(later?.finishAt ?? '')).toBeGreaterThan(Date.parse(both?.finishAt ?? ''));
  for (const wrong of ['', 'all', '1;2'])
    expect([wrong, (await dispatcher.get(`/api/arrivals?drivers=${wrong}`)).status]).toEqual([wrong, 422]);
});

test('nobody sets out before the shift, or in the break; who has reported Going has', async () => {
  await network.database.rows('delete from tasks');
  const task = await stopAt('39.10');
  await stopAt('39.12');
  const minutes = async () =>
    (await arrivals()).stops.map(({ expectedAt }) => (Date.parse(expectedAt) - Date.now()) / 60_000);
  const [first = NaN, second = NaN] = await minutes();
  const later = async () => (await minutes()).map((at, index) => at - (index === 0 ? first : second));
  const expectLater = async (least: number, most: number) => {
    for (const by of await later()) expect([least < by, by < most, by]).toEqual([true, true, by]);
  };
  await expectLater(-2, 2);
  await addShift(network.database, network.ids.driver, 90, 400, { zone });
  await expectLater(85, 95);
  await network.database.rows('delete from shifts');
  await addShift(network.database, network.ids.driver, -60, 400, { breakMinutes: 40, breakFrom: -10, zone });
  await expectLater(25, 35);
  const { breakUntil = null } = (await arrivals()).stops[0] ?? {};
  expect(Math.abs(Date.parse(breakUntil ?? '') - Date.now() - 30 * 60_000)).toBeLessThan(120_000);
  const dialog = `/dispatcher/tasks/${String(task.id)}`;
  const { body: page } = await dispatcher.get<string>(dialog, { accept: 'text/html' });
  expect(page.replace(/<!-- -->/g, '')).toMatch(/Alma Driver has a break before, until about <time/);
  await driver.post('/api/tasks/batch/status', { taskIds: [task.id], status: 'going' });
  const [going = NaN, then = NaN] = await later();
  expect([going < 5, then > 20]).toEqual([true, true]);
  await network.database.rows('delete from shifts');
});

test('drivers see their own', async () => {
  const path = `/api/drivers/${String(network.ids.driver)}/arrivals`;
  expect((await driver.get(path)).status).toBe(200);
  expect((await other.get(path)).status).toBe(403);
  expect((await dispatcher.get(`/api/drivers/${String(network.ids.dispatcher)}/arrivals`)).status).toBe(404);
});
