/** The stored predictions of arrivals, and the data that past stops give for learning. */
import { connect, disconnect } from 'db/connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accuracyOf, accuracyIn, storePredictions } from '~/domain/scheduling/arrivals/predictions.server';
import { learnNow } from '~/domain/scheduling/arrivals/past.server';
import { businessToday } from '~/domain/network/settings/business-time.server';
import { noteTransition } from '~/domain/tracking/visits.server';
import { estimatedMatrix } from '~/domain/geography/distance';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';
import { addShift } from '../support/shifts';
import { composeDomain } from '~/program/kinds.server';

composeDomain();

let database: Awaited<ReturnType<typeof createDatabase>>;
let ids: Record<string, number>;

beforeAll(async () => {
  database = await createDatabase();
  ids = await addPeople(database.url);
  connect(database.url);
});
afterAll(async () => {
  await disconnect();
  await database.drop();
});

const HERE = { lat: 39.1, lng: -94.6 };
const secondsTo = (lat: number) => estimatedMatrix([HERE, { ...HERE, lat }]).seconds[1] ?? 0;
/** Returns a latitude that is between 14 and 15 minutes away. */
const fourteenMinutes = () => {
  let lat = HERE.lat;
  while (secondsTo(lat) < 14.4 * 60) lat += 0.0005;
  return lat;
};

async function addTask(driver: string, lat: number): Promise<number> {
  const [made] = await database.rows<{ id: number }>(
    `insert into tasks (type, location, address, status, driver_id, order_index, latitude, longitude, geo_precision)
     values ('delivery', $1, '1 Road', 'pending', $2, 0, $3, $4, 'exact') returning id`,
    [`Shop of ${driver}`, ids[driver], String(lat), String(HERE.lng)],
  );
  return made?.id ?? 0;
}
const standAt = (driver: string) =>
  database.rows(
    `insert into last_positions (driver_id, at, latitude, longitude, source) values ($1, now(), $2, $3, 'page')`,
    [ids[driver], HERE.lat, HERE.lng],
  );
const kept = () =>
  database.rows<{ task: number; ahead: number }>('select task_id as task, ahead from arrival_predictions');

test('the prediction of a driver under way is stored once, 15 minutes ahead, and compared with the arrival', async () => {
  const task = await addTask('driver', fourteenMinutes());
  await addTask('driver2', fourteenMinutes());
  await standAt('driver');
  await Promise.all([storePredictions(), storePredictions()]);
  expect(await kept()).toEqual([{ task, ahead: 15 }]);
  await database.rows("update arrival_rounds set begun_at = now() - interval '2 minutes'");
  await storePredictions();
  expect(await kept()).toHaveLength(1);

  const days = { from: businessToday(), to: businessToday() };
  const { driver = 0, driver2 = 0 } = ids;
  expect(await accuracyIn(days, null)).toMatchObject({ count: 0, score: null, ranges: null });
  await noteTransition(driver, { region: `stop ${String(task)}`, isEnter: true, at: Date.now() + 1_000 });
  const { count, parts, ranges } = await accuracyIn(days, null);
  expect(count).toBe(1);
  // One prediction is too few for ranges.
  expect(ranges).toBeNull();
  // Predictions are grouped by the time until the real arrival, here one second. An early driver was not 15 minutes
  // ahead.
  expect(parts.map((part) => part.count)).toEqual([1, 0, 0, 0]);
  // The prediction belongs to the driver who arrived, even if another driver has the task later.
  await database.rows('update tasks set driver_id = $1, order_index = 9 where id = $2', [driver2, task]);
  expect((await accuracyIn(days, driver)).count).toBe(1);
  expect((await accuracyIn(days, driver2)).count).toBe(0);
  await database.rows('update tasks set driver_id = $1, order_index = 0 where id = $2', [driver, task]);
  await database.rows('delete from stop_visits');
});

test('where the driver may have to wait, nothing is kept: the arrival says nothing about the drive', async () => {
  const round = async (after: string) => {
    await database.rows('delete from arrival_predictions');
    await database.rows("update arrival_rounds set begun_at = now() - interval '2 minutes'");
    await database.rows('update last_positions set at = now()');
    await database.rows(`update tasks set deliver_after = ${after} where driver_id = $1`, [ids.driver]);
    await storePredictions();
    return (await kept()).length;
  };
  expect(await round("now() + interval '14.6 minutes'")).toBe(0);
  expect(await round("now() - interval '1 minute'")).toBe(1);
  expect(await round('null')).toBe(1);
});

test('webhooks hear of arrival times that have changed by more than five minutes, and of the first of none', async () => {
  await database.rows(
    `insert into webhooks (url, secret, events) values ('http://127.0.0.1:9/', 'whsec_c2VjcmV0', '{eta.changed}')`,
  );
  const round = async (lat: number) => {
    await database.rows("update arrival_rounds set begun_at = now() - interval '2 minutes'");
    await database.rows('update last_positions set latitude = $1, at = now()', [lat]);
    await storePredictions();
    return database.rows<{ body: string }>("select payload ->> 'body' as body from jobs");
  };
  expect(await round(HERE.lat)).toEqual([]);
  expect(await round(HERE.lat - 0.001)).toEqual([]);
  const [message, ...others] = await round(HERE.lat - 0.1);
  expect(others).toEqual([]);
  type Message = { event: string; task: { location: string }; arrival: Record<string, string> };
  const { event, task, arrival } = JSON.parse(message?.body ?? '{}') as Message;
  expect([event, task.location]).toEqual(['eta.changed', 'Shop of driver']);
  const { expectedAt = '', expectedBefore = '' } = arrival;
  expect(Date.parse(expectedAt) - Date.parse(expectedBefore)).toBeGreaterThan(5 * 60_000);
});

test('the time at a stop is learned without the wait before it', async () => {
  const task = await addTask('driver3', 39.2);
  await database.rows("update tasks set deliver_after = now() - interval '1 hour' where id = $1", [task]);
  const visit = (place: string, arrived: number, left: number) =>
    database.rows(
      `insert into stop_visits (driver_id, place, task_ids, latitude, longitude, arrived_at, left_at)
       select $1, $2, array[$3::integer], 39.2, -94.6, now() - make_interval(mins => $4), now() - make_interval(mins => $5)`,
      [ids.driver3, place, task, arrived, left],
    );
  await visit('waited', 90, 58);
  expect((await learnNow()).stop('waited', 'delivery').seconds).toBeLessThan(200);
  // The parts were handed over before that time, so the stop counts.
  await visit('early', 90, 62);
  expect((await learnNow()).stop('early', 'delivery').seconds).toBeGreaterThan(300);
  await database.rows('delete from stop_visits');
  await database.rows('delete from tasks where id = $1', [task]);
});

test('drives and stops with a break in them teach nothing', async () => {
  const task = await addTask('driver3', 39.2);
  await addShift(database, ids.driver3, -300, 300, { breakMinutes: 20, breakFrom: -100 });
  const visit = (place: string, latitude: number, arrived: number, left: number) =>
    database.rows(
      `insert into stop_visits (driver_id, place, task_ids, latitude, longitude, arrived_at, left_at)
       select $1, $2, array[$3::integer], $4, -94.6, now() - make_interval(mins => $5), now() - make_interval(mins => $6)`,
      [ids.driver3, place, task, latitude, arrived, left],
    );
  const expected = async () => {
    const learned = await learnNow();
    return { stop: learned.stop('lunch', 'delivery'), leg: learned.leg(600, 0) };
  };
  const before = await expected();
  await visit('lunch', 39.2, 110, 75);
  expect(await expected()).toEqual(before);
  await database.rows(
    "update stop_visits set left_at = arrived_at + interval '4 minutes' where place = 'lunch'",
  );
  const known = await expected();
  await visit('behind', 39.25, 85, 80);
  expect((await expected()).leg).toEqual(known.leg);
  await database.rows('update shifts set break_from = starts');
  expect((await expected()).leg.seconds).toBeGreaterThan(known.leg.seconds);
  await database.rows('delete from stop_visits');
  await database.rows('delete from shifts');
  await database.rows('delete from tasks where id = $1', [task]);
});

test('past stops and drives change what the next ones are expected to take', async () => {
  const [task] = await database.rows<{ id: number }>('select min(id) as id from tasks');
  const before = (await learnNow()).stop('long stop', 'delivery');
  await database.rows(
    `insert into stop_visits (driver_id, place, task_ids, latitude, longitude, arrived_at, left_at)
     select $1, case when n % 2 = 0 then 'long stop' else 'other' end, array[$2::integer], 39.1 + (n % 2) * 0.05, -94.6,
       now() - n * interval '40 minutes', now() - n * interval '40 minutes' + interval '12 minutes'
     from generate_series(1, 40) n`,
    [ids.driver, task?.id],
  );
  const learned = await learnNow();
  expect(learned.stop('long stop', 'delivery').seconds).toBeGreaterThan(before.seconds * 2);
  // Each drive took 28 minutes, more than the road time.
  const road = estimatedMatrix([HERE, { ...HERE, lat: 39.15 }]).seconds[1] ?? 0;
  expect(learned.leg(road, 0).seconds).toBeGreaterThan(road * 1.5);
});

test('the yardstick takes what is early and late within its limits, and says nothing of too few', () => {
  const judged = (ahead: number, late: number, count = 20) =>
    Array.from({ length: count }, () => ({ ahead, late, inRange: late < 2 }));
  expect(accuracyOf(judged(2, 0, 19)).score).toBeNull();
  const given = [
    ...judged(3, -0.5),
    ...judged(3, 1.6),
    ...judged(4, 2.5),
    ...judged(6, -1.1),
    ...judged(10, 3.5),
    ...judged(10, 0),
    ...judged(15, 4.6),
    ...judged(15, -1.6),
  ];
  const { score, parts, ranges } = accuracyOf(given);
  expect(parts.map(({ share }) => share)).toEqual([50, 50, 100, 0]);
  expect(score).toBe(50);
  expect(ranges).toBe(62.5);
  expect(accuracyOf(judged(40, 0)).parts.every(({ count }) => count === 0)).toBe(true);
});
