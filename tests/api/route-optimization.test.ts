/** A route is suggested and applied. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SuggestedRoute } from '~/domain/scheduling/route-order/schema';
import type { Task } from '~/domain/tasks/model/task';
import { client, type Client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { startNetwork, type Network } from '../support/network';
import { startOsrm, type Osrm } from '../support/osrm';

let network: Network;
let osrm: Osrm;
let dispatcher: Client;

beforeAll(async () => {
  osrm = await startOsrm();
  network = await startNetwork();
  await network.database.rows(
    "insert into dealership_locations (name, fullname, latitude, longitude) values ('Ford', 'Ford', 39, -94)",
  );
  dispatcher = await network.as('dispatcher');
});
afterAll(async () => {
  await network.close();
  await osrm.close();
});
beforeEach(() => network.database.rows('delete from tasks'));
const forgetPairs = () => network.database.rows('delete from road_pairs');

const driverId = () => network.ids.driver ?? 0;

/** Adds a stop that is `east` hundredths of a degree east of the dealership. */
const stop = (east: number, more: Record<string, unknown> = {}) =>
  make(
    dispatcher,
    delivery({
      driver_id: driverId(),
      location: `East ${String(east)}`,
      address: `${String(east)} East St`,
      latitude: 39,
      longitude: -94 + east / 100,
      ...more,
    }),
  );

const lost = (name: string, more: Record<string, unknown> = {}) =>
  make(dispatcher, delivery({ driver_id: driverId(), location: name, address: '', ...more }));

type Refusal = { error: string; current?: { taskIds: number[] } };

const suggest = (caller = dispatcher, id = driverId()) =>
  caller.post<SuggestedRoute & Refusal>(`/api/route-optimization/optimize/${String(id)}`, {
    routingPreference: 'traffic-aware',
  });

const apply = (taskIds: number[], caller = dispatcher) =>
  caller.post<{ driverId: number; taskIds: number[] } & Refusal>('/api/route-optimization/apply', {
    taskIds,
    driverId: driverId(),
  });

const routeNow = async () => {
  const { body } = await dispatcher.get<Task[]>(
    `/api/tasks?driver_id=${String(driverId())}&status=pending,going`,
  );
  return body.map(({ id }) => id);
};

const idsOf = ({ body }: { body: SuggestedRoute }) => body.suggestedOrder.map(({ id }) => id);

test('from the dealership along the way; what it takes, against the order of now; nothing is changed by it', async () => {
  const far = await stop(30);
  const near = await stop(10);
  const middle = await stop(20);
  const twin = await make(
    dispatcher,
    pickup({
      driver_id: driverId(),
      location: near.location,
      address: near.address,
      latitude: 39,
      longitude: -93.9,
    }),
  );
  const answer = await suggest();
  expect(answer.status).toBe(200);
  expect(answer.body.suggestedOrder).toEqual(
    [near, twin, middle, far].map(({ id, location, address }) => ({ id, location, address })),
  );
  // A hundredth of a degree is 864.2 m here, and 1.3 times as much by road. The route is 30 of them, with 3 stops of 3
  // minutes.
  expect(answer.body.totalDistance / (864.2 * 1.3 * 30)).toBeCloseTo(1, 2);
  expect(answer.body.totalDuration).toBe(Math.round(answer.body.totalDistance / 1609.34 / 0.5 + 9));
  // The present order goes 30 out, 20 back and 10 out.
  expect(answer.body.estimatedTimeSavings).toBe(Math.round(answer.body.totalDistance / 1609.34 / 0.5));
  expect(answer.body).toMatchObject({ estimated: true, withoutCoordinates: [] });
  expect(await routeNow()).toEqual([far.id, near.id, middle.id, twin.id]);

  expect((await apply(idsOf(answer))).body).toEqual({ driverId: driverId(), taskIds: idsOf(answer) });
  expect(await routeNow()).toEqual([near.id, twin.id, middle.id, far.id]);
  const again = await suggest();
  expect([idsOf(again), again.body.estimatedTimeSavings]).toEqual([idsOf(answer), 0]);
});

test('the task under way is first, urgent before the rest, a delivery after its transfer; tasks without a place are last and named', async () => {
  const nowhere = await lost('Nowhere');
  const nearest = await stop(1);
  const urgent = await stop(40, { priority: 'urgent' });
  const going = await stop(25);
  const delivered = await stop(2);
  const handedOver = await stop(9);
  const afterNowhere = await stop(3);
  await dispatcher.patch(`/api/tasks/${String(going.id)}`, { status: 'going' });
  await network.database.rows(
    `update tasks set linked_task_id = case id when ${String(delivered.id)} then ${String(handedOver.id)} else ${String(nowhere.id)} end
     where id in (${String(delivered.id)}, ${String(afterNowhere.id)})`,
  );
  const answer = await suggest();
  const order = idsOf(answer);
  expect(order.slice(0, 2)).toEqual([going.id, urgent.id]);
  expect(order.indexOf(delivered.id)).toBe(order.indexOf(handedOver.id) + 1);
  expect(order.slice(-2)).toEqual([nowhere.id, afterNowhere.id]);
  expect(new Set(order)).toEqual(new Set(await routeNow()));
  expect(order).toContain(nearest.id);
  expect(answer.body.withoutCoordinates).toEqual([nowhere.id]);
  expect((await apply(order)).status).toBe(200);
  expect(await routeNow()).toEqual(order);
});

test('only places that nobody knows: their order stays', async () => {
  const [a, b] = [await lost('Alpha'), await lost('Beta')];
  const { body } = await suggest();
  expect(body).toMatchObject({ totalDistance: 0, totalDuration: 6, withoutCoordinates: [a.id, b.id] });
  expect(body.suggestedOrder.map(({ id }) => id)).toEqual([a.id, b.id]);
});

test('one task is shown its way; none is refused', async () => {
  expect(await suggest()).toMatchObject({
    status: 422,
    body: { error: 'No active tasks available for route planning' },
  });
  const only = await stop(5);
  const held = await stop(6, { status: 'hold', need_by: '2099-01-01T12:00:00Z' });
  const answer = await suggest();
  expect(idsOf(answer)).toEqual([only.id]);
  expect(answer.body.totalDistance).toBeGreaterThan(5_000);
  expect(idsOf(answer)).not.toContain(held.id);
});

const idOf = ({ id }: { id: number }) => id;

test('back to the dealership when that is asked for, along the way that is shorter then', async () => {
  const stops = [await stop(10), await stop(-10), await stop(11)];
  const path = `/api/route-optimization/optimize/${String(driverId())}`;
  const ask = (body: object) => dispatcher.post<SuggestedRoute>(path, body);
  const [oneWay, roundTrip] = [await ask({}), await ask({ returnToDealership: true })];
  expect(oneWay.body).toMatchObject({ returnsToDealership: false, start: { lat: 39, lng: -94 } });
  // The route goes 10 to the west and 21 to the east. The way back adds 11.
  expect(oneWay.body.totalDistance / (864.2 * 1.3 * 31)).toBeCloseTo(1, 2);
  expect(roundTrip.body.totalDistance / (864.2 * 1.3 * 42)).toBeCloseTo(1, 2);
  expect(roundTrip.body.returnsToDealership).toBe(true);
  await dispatcher.patch(`/api/tasks/${String(stops[2]?.id)}`, { status: 'going' });
  const underWay = await ask({ returnToDealership: true });
  expect(idsOf(underWay)).toEqual([stops[2], stops[0], stops[1]].flatMap((each) => each ?? []).map(idOf));
  expect(underWay.body.totalDistance / (864.2 * 1.3 * 42)).toBeCloseTo(1, 2);
  expect((await ask({ returnToDealership: 'yes' })).status).toBe(422);
});

test('a promised time moves its stop forward as long as the detour is worth it; who is late is said', async () => {
  const near = await stop(4);
  const far = await stop(-5);
  const promise = (minutes: number) =>
    network.database.rows(`update tasks set deliver_by = now() + $1 * interval '1 minute' where id = $2`, [
      minutes,
      far.id,
    ]);
  expect(idsOf(await suggest())).toEqual([near.id, far.id]);
  await promise(60);
  const inTime = await suggest();
  expect(idsOf(inTime)).toEqual([near.id, far.id]);
  expect(inTime.body.stops.map(({ minutesLate }) => minutesLate)).toEqual([0, 0]);
  // The far stop takes half an hour after the near one, and a dozen minutes directly.
  await promise(15);
  const hurried = await suggest();
  expect(idsOf(hurried)).toEqual([far.id, near.id]);
  expect(hurried.body.stops[0]?.minutesLate).toBe(0);
  await promise(-30);
  const late = await suggest();
  expect(late.body.stops[0]).toMatchObject({ taskIds: [far.id] });
  const { minutesLate = 0, minutesUntilArrival = 0 } = late.body.stops[0] ?? {};
  expect(minutesLate - (minutesUntilArrival ?? 0)).toBeCloseTo(30, -1);
  expect(late.body.estimatedTimeSavings).toBe(0);
});

test('a suggestion for other tasks is not applied', async () => {
  const [a, b] = [await stop(2), await stop(1)];
  const order = idsOf(await suggest());
  const c = await stop(3);
  for (const ids of [order, [...order, c.id, 999_999]])
    expect(await apply(ids)).toMatchObject({
      status: 409,
      body: {
        error: 'The task list has changed. Suggest a route again',
        current: { taskIds: [a.id, b.id, c.id] },
      },
    });
  expect(await routeNow()).toEqual([a.id, b.id, c.id]);
  expect((await apply([a.id, a.id, b.id])).status).toBe(422);
  expect(await apply([])).toMatchObject({
    status: 422,
    body: { error: 'No optimization results to apply' },
  });
});

test('dispatchers may suggest any route, drivers their own; a user who does not drive has no route', async () => {
  const { id } = await stop(1);
  const [driver, other] = [await network.as('driver'), await network.as('driver2')];
  const nobody = client(network.app.origin);
  expect((await suggest(driver)).status).toBe(200);
  expect((await apply([id], driver)).status).toBe(200);
  expect((await suggest(other)).status).toBe(403);
  expect((await apply([id], other)).status).toBe(403);
  expect((await suggest(dispatcher, network.ids.dispatcher)).status).toBe(404);
  expect(await suggest(nobody)).toMatchObject({ status: 401, body: { error: 'Authentication required' } });
  for (const caller of [driver, dispatcher])
    expect(await caller.get('/api/route-optimization/available')).toMatchObject({
      status: 200,
      body: { available: true },
    });
  expect((await nobody.get('/api/route-optimization/available')).status).toBe(401);
  expect((await dispatcher.get('/api/route-optimization/apply')).status).toBe(405);
  expect(
    await dispatcher.post(`/api/route-optimization/optimize/${String(driverId())}`, { speed: 'high' }),
  ).toMatchObject({ status: 422, body: { fields: { speed: ['Unknown field: speed'] } } });
});

async function plant(count: number): Promise<void> {
  await network.database.rows(
    `insert into tasks (type, status, priority, location, address, invoice_number, driver_id, order_index, latitude, longitude)
     select 'delivery', 'pending', case when n % 10 = 0 then 'urgent' else 'normal' end, 'Stop ' || n, n || ' Any St', 'I', ${String(driverId())}, n,
       39 + (n * 7919 % 503) / 1000.0, -94 - (n * 104729 % 499) / 1000.0
     from generate_series(1, ${String(count)}) n`,
  );
}

test('many stops: in a thread of its own, other requests answered meanwhile, the same answer each time @long', async () => {
  await plant(300);
  const progress = { isDone: false };
  const suggestion = suggest().then((answer) => {
    progress.isDone = true;
    return answer;
  });
  let answeredMeanwhile = 0;
  while (!progress.isDone) {
    expect((await fetch(`${network.app.origin}/healthz`)).status).toBe(200);
    answeredMeanwhile += 1;
  }
  const first = await suggestion;
  expect(first.status).toBe(200);
  expect(answeredMeanwhile).toBeGreaterThan(20);
  expect(first.body.estimatedTimeSavings).toBeGreaterThan(first.body.totalDuration);
  expect(new Set(idsOf(first))).toEqual(new Set(await routeNow()));
  const [second, third, fourth] = await Promise.all([suggest(), suggest(), suggest()]);
  for (const again of [second, third, fourth]) expect(again.body).toEqual(first.body);
  expect(network.app.output()).not.toContain('gave up');
});

test('roads of an OSRM server are followed where there are any; where it fails, there is the estimate @long', async () => {
  const app = await network.another({ OSRM_URL: osrm.url });
  const caller = client(app.origin);
  await caller.signIn('dispatcher');
  const [near, far, island] = [await stop(10), await stop(20), await stop(15)];

  // The only bridge is beyond the far stop, and no road leads to the island.
  osrm.mode = {
    kind: 'roads',
    between: (from, to) => {
      if ([from, to].some(({ lng }) => Math.abs(lng + 93.85) < 1e-6)) return null;
      if (from.lng === -94) return Math.abs(to.lng + 93.8) < 1e-6 ? 600 : 3_000;
      return from.lng > to.lng ? 300 : 900;
    },
  };
  const byRoad = await suggest(caller);
  expect(idsOf(byRoad)).toEqual([far.id, near.id, island.id]);
  expect(byRoad.body.estimated).toBe(true);
  await dispatcher.del(`/api/tasks/${String(island.id)}`);
  const reachable = await suggest(caller);
  // Seconds are equal to meters here: 600 + 300 against 3,000 + 900, with two stops.
  expect(reachable.body).toMatchObject({
    totalDistance: 900,
    totalDuration: 21,
    estimatedTimeSavings: 50,
    estimated: false,
  });
  expect(osrm.requests.at(-1)).toContain('/table/v1/driving/-94.0000000,39.0000000;');

  const failures = [
    { kind: 'says', body: 'no JSON' },
    { kind: 'says', body: '{"code":"Ok","durations":[[0]],"distances":[[0]]}' },
    { kind: 'says', body: '{"code":"Ok","durations":[[0,-1,1],[1,0,1],[1,1,0]],"distances":null}' },
    { kind: 'says', body: '{"code":"TooBig","message":"Too many table coordinates"}', status: 400 },
    { kind: 'says', body: 'x'.repeat(9 * 1024 * 1024) },
    { kind: 'says', body: '', status: 503 },
  ] as const;
  for (const failure of failures) {
    osrm.mode = failure;
    // The server keeps earlier road times; they are deleted first.
    await forgetPairs();
    const estimated = await suggest(caller);
    expect(estimated).toMatchObject({ status: 200, body: { estimated: true, estimatedTimeSavings: 0 } });
    expect(idsOf(estimated)).toEqual([near.id, far.id]);
  }
  osrm.mode = { kind: 'silent' };
  // The road server never answers.
  await forgetPairs();
  expect((await suggest(caller)).body.estimated).toBe(true);
  await expect.poll(() => app.output()).toContain('"service":"roads osrm"');
});
