/** Runs as people read them: above the board, on the phone, on a customer's page, in the report. */
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import type { Board, BoardChanges } from '~/domain/views/board/board';
import type { ZoneMap } from '~/domain/views/runs/zone-map.server';
import { client } from '../support/client';
import { delivery, make } from '../support/factories';
import { submitForm } from '../support/forms';
import { addRun, addSchedule, runRow } from '../support/runs';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

beforeEach(async () => {
  for (const table of ['tasks', 'runs', 'run_schedules']) await network.database.rows(`delete from ${table}`);
});

const board = async () => (await dispatcher.get<Board>('/api/board')).body;
const since = async (version: number) =>
  (await dispatcher.get<BoardChanges>(`/api/board?since=${String(version)}`)).body;

const schedule = (name: string, more: object = {}) =>
  addSchedule(network.database, { name, driverId: network.ids.driver ?? null, ...more });
const inRun = (run_id: number, location: string, more: object = {}) =>
  make(dispatcher, delivery({ run_id, location, ...more }));
const command = (id: number, what: string) => dispatcher.post(`/api/runs/${String(id)}/${what}`, {});

/** Puts a run on another day of the business. */
const setDay = (id: number, days: number) =>
  network.database.rows(
    `update runs set day = (now() at time zone 'America/Chicago')::date + $2::integer where id = $1`,
    [id, days],
  );

test('the board has the runs of the day and the next one of each schedule, without those that have ended', async () => {
  const [north, south] = [await schedule('North'), await schedule('South')];
  const [first, second, later] = [
    await addRun(network.database, north, { cutoff: 30 }),
    await addRun(network.database, north, { cutoff: 90 }),
    await addRun(network.database, north, { cutoff: 180 }),
  ];
  const [next, afterwards] = [
    await addRun(network.database, south, { cutoff: 60 }),
    await addRun(network.database, south, { cutoff: 120 }),
  ];
  for (const id of [first, second]) await setDay(id, 0);
  for (const id of [later, next, afterwards]) await setDay(id, 1);
  await inRun(first, 'One');
  await inRun(first, 'Two');
  await inRun(first, 'Two', { invoice_number: 'INV-2' });
  const { runs, liveVersion } = await board();
  expect(runs.map(({ id, stops }) => [id, stops])).toEqual([
    [first, 2],
    [next, 0],
    [second, 0],
  ]);
  expect(runs[0]).toMatchObject({ name: 'North', state: 'building', driverId: network.ids.driver });
  // A change of something else does not send them again; a change of one sends all.
  await make(dispatcher, delivery({ driver_id: network.ids.driver2 }));
  const other = await since(liveVersion);
  expect([other.drivers.changed.length > 0, 'runs' in other]).toEqual([true, false]);
  expect((await command(first, 'cancel')).status).toBe(200);
  const changed = (await since(other.liveVersion)).runs;
  expect(changed?.map(({ id }) => id)).toEqual([next, second]);
  // Its tasks have gone on to the next run.
  expect(changed?.at(-1)?.stops).toBe((await board()).runs.at(-1)?.stops);
});

test('the panel of a skipped run says who skipped it and where its tasks went', async () => {
  const north = await schedule('North');
  const [first, second] = [
    await addRun(network.database, north, { cutoff: 30 }),
    await addRun(network.database, north, { cutoff: 90 }),
  ];
  await network.database.rows('update run_schedules set is_default = true where id = $1', [north]);
  for (const location of ['One', 'Two']) await inRun(first, location);
  const panel = async () =>
    (await dispatcher.get<string>(`/dispatcher/run/${String(first)}`, { accept: 'text/html' })).body
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, '');
  expect((await command(first, 'cancel')).status).toBe(200);
  const shown = await panel();
  expect(shown).toContain('Cancelled by Dana Dispatcher, ');
  expect(shown).toMatch(/2 tasks went to North/);
  expect(shown).not.toContain('Tasks join by the rules');
  // Without another run they are nobody's.
  expect((await command(second, 'cancel')).status).toBe(200);
  const other = (
    await dispatcher.get<string>(`/dispatcher/run/${String(second)}`, { accept: 'text/html' })
  ).body.replace(/<!-- -->/g, '');
  expect(other).toContain('2 tasks found no other run');
});

test('board and list of a driver tell tasks that wait for a run from those of the next trip, which alone are started', async () => {
  const north = await addRun(network.database, await schedule('North'), { cutoff: 30 });
  const driver_id = network.ids.driver ?? null;
  for (const location of ['One', 'Two']) await inRun(north, location);
  const textOf = async (of: typeof dispatcher, path: string) => {
    const { body } = await of.get<string>(path, { accept: 'text/html' });
    return body.replace(/<!-- -->/g, '').replace(/<[^>]+>/g, '');
  };
  const read = (tab: string) => textOf(dispatcher, `/dispatcher/drivers/${String(driver_id)}?tab=${tab}`);
  expect(await read('active')).not.toContain('Start next route');
  await make(dispatcher, delivery({ driver_id, status: 'next-route', location: 'Three' }));
  expect(await read('active')).toContain('makes 1 pending');
  const shown = await read('next-route');
  expect(shown).toContain('2 for a run that has not left, 1 for the next trip');
  expect(shown.match(/waits for North \d/g)).toHaveLength(2);
  const { drivers } = await board();
  expect(drivers.find(({ id }) => id === driver_id)?.counts).toMatchObject({ nextRoute: 3, forRun: 2 });
  expect(await textOf(dispatcher, '/dispatcher')).toContain('2 wait for a run');
  expect(await textOf(driver, '/driver/list/next-route')).toContain(
    '2 for a run that has not left, 1 for your next trip',
  );
});

test('sixty runs of today among 480 cost less than 1,000 compressed bytes', async () => {
  for (let index = 0; index < 12; index += 1) {
    const id = await schedule(`Run ${String(index)}`);
    for (let day = 0; day < 8; day += 1)
      for (let time = 0; time < 5; time += 1) {
        const run = await addRun(network.database, id, { cutoff: 10 + day * 1_440 + time * 45 + index });
        await setDay(run, day);
      }
  }
  const answer = await board();
  expect(answer.runs).toHaveLength(60);
  const bytes = (value: object) => brotliCompressSync(JSON.stringify(value)).length;
  expect(bytes(answer) - bytes({ ...answer, runs: [] })).toBeLessThan(1_000);
});

test('the driver sees the next run and starts it; two starts are one', async () => {
  const id = await addRun(network.database, await schedule('North'), { cutoff: 30 });
  await setDay(id, 0);
  await inRun(id, 'One');
  const page = async () => (await driver.get<string>('/driver')).body;
  expect(await page()).toContain('Next run');
  expect(await page()).toContain('Start run');
  for (let times = 0; times < 2; times += 1)
    expect((await submitForm(driver, '/driver', { intent: 'startRun', runId: id })).status).toBeLessThan(400);
  expect((await runRow(network.database, id)).state).toBe('out');
  expect(await page()).not.toContain('Start run');
  const tasks = await network.database.rows('select status, order_index from tasks');
  expect(tasks).toEqual([{ status: 'pending', order_index: 0 }]);
});

test('the promise while typing goes by the zone around a place that is known', async () => {
  await network.database.rows("update users set dealerships = '{Ford}' where username = 'dispatcher'");
  const corners = [
    [-94.7, 39.0],
    [-94.5, 39.0],
    [-94.5, 39.2],
    [-94.7, 39.2],
  ];
  const id = await addRun(network.database, await schedule('North', { zone: { polygon: corners } }), {
    cutoff: 30,
  });
  const address = '71 Zone St, Kansas City, MO 64111';
  const asked = new URLSearchParams({ type: 'delivery', location: 'Elsewhere', address });
  const promised = async () =>
    (await dispatcher.get<{ found: unknown }>(`/dispatcher/run-promise?${String(asked)}`)).body.found;
  await make(dispatcher, delivery({ driver_id: null, address, latitude: '38.5', longitude: '-94.6' }));
  expect(await promised()).toBeNull();
  await network.database.rows("update tasks set latitude = '39.1'");
  expect(await promised()).toMatchObject({ id, rule: 'zone' });
  // A code may be as long as its field.
  asked.set('ship_via', 'X'.repeat(40));
  expect(await promised()).toMatchObject({ id, rule: 'zone' });
});

test('a customer reads what the run has promised, in English and Spanish, until it leaves', async () => {
  const id = await addRun(network.database, await schedule('North'), { cutoff: 30 });
  const task = await inRun(id, 'One');
  await network.database.rows(
    "update tasks set promised_from = now() + interval '1 hour', promised_to = now() + interval '2 hours'",
  );
  const made = await submitForm(dispatcher, `/dispatcher/tasks/${String(task.id)}/links`, {
    intent: 'createProofLink',
  });
  const link = /value="([^"]*\/p\/[A-Za-z0-9_-]{43})"/.exec(made.body)?.[1] ?? '';
  const path = link.slice(link.indexOf('/p/'));
  const visitor = client(network.app.origin);
  expect((await visitor.get<string>(path)).body).toMatch(
    /Waits for North \d+:\d\d [AP]M, there \d+:\d\d [AP]M–\d+:\d\d [AP]M/,
  );
  expect((await visitor.get<string>(`${path}?language=es`)).body).toMatch(/Espera la salida North \d+:\d\d/);
  await network.database.rows(
    "update tasks set promised_from = now() - interval '2 hours', promised_to = now() - interval '1 hour'",
  );
  expect((await visitor.get<string>(path)).body).not.toContain(', there');
});

test('the report says how promises were kept, by run and by weekday', async () => {
  const id = await addRun(network.database, await schedule('North'), { cutoff: 30 });
  await setDay(id, 0);
  for (const name of ['Kept', 'Late', 'Early']) await inRun(id, name);
  const today = "(now() at time zone 'America/Chicago')::date";
  await network.database.rows(
    `update tasks set status = 'completed', completed_at = now(),
       promised_from = now() + case location when 'Kept' then -interval '5 minutes' when 'Late' then -interval '1 hour' else interval '1 hour' end,
       promised_to = now() + case location when 'Kept' then interval '5 minutes' when 'Late' then -interval '12 minutes' else interval '2 hours' end`,
  );
  const [days] = await network.database.rows<{ day: string }>(`select ${today}::text as day`);
  const { body } = await dispatcher.get<string>(
    `/history/report?from=${days?.day ?? ''}&to=${days?.day ?? ''}`,
  );
  const text = body.replaceAll('<!-- -->', '');
  expect(text).toContain('Promises kept');
  expect(text).toMatch(/North · Ford<\/th><td>3<\/td><td>2 \(67[^<]*<\/td><td>1<\/td><td>1<\/td><td>12 min/);
});

test('the map of a zone has the places of accounts, for who plans runs', async () => {
  const { body: account } = await dispatcher.post<{ id: number }>('/api/accounts', { name: 'On the Map' });
  await dispatcher.post(`/api/accounts/${String(account.id)}/addresses`, {
    name: 'Main',
    address: '4 Fir St',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64108',
  });
  await network.database.rows(
    'update account_addresses set latitude = 39.05, longitude = -94.55 where account_id = $1',
    [account.id],
  );
  const path = '/dispatcher/zone-map?dealership=Ford';
  const { body } = await dispatcher.get<ZoneMap>(path);
  expect(body.accounts).toContainEqual({ name: 'On the Map', lat: 39.05, lng: -94.55 });
  expect(body.dealership).toBeNull();
  await dispatcher.del(`/api/accounts/${String(account.id)}`);
  expect((await dispatcher.get<ZoneMap>(path)).body.accounts).toEqual([]);
  expect((await driver.get(path)).status).toBe(403);
});
