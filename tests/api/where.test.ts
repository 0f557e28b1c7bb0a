/** Where a task is: one sentence for the API, the search, the customer's link and the link of an account. */
import { expect, test } from 'vitest';
import type { FoundTasks } from '~/domain/views/board/find.server';
import { client } from '../support/client';
import { delivery, make, signature, transfer } from '../support/factories';
import { addRun, addSchedule } from '../support/runs';
import { addShift } from '../support/shifts';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
  network.database.rows<Row>(sql, values);

type Answer = { state: string; from: string | null; to: string | null; sentence: string };
const where = async (id: number, language = 'en') =>
  (await dispatcher.get<Answer>(`/api/tasks/${String(id)}/where?language=${language}`)).body;
const patch = (id: number, change: object) => dispatcher.patch(`/api/tasks/${String(id)}`, change);

const RANGE = String.raw`\d+:\d\d [AP]M–\d+:\d\d [AP]M`;

/** Makes a route of stops with places for a driver of its own. */
async function route(name: keyof typeof network.ids, count: number): Promise<number[]> {
  const driver_id = network.ids[name];
  const made: number[] = [];
  for (let stop = 1; stop <= count; stop += 1) {
    const address = `${String(stop)} ${name} St, Lenexa, KS 66215`;
    made.push(
      (await make(dispatcher, delivery({ driver_id, address, invoice_number: `${name}-${String(stop)}` })))
        .id,
    );
  }
  await rows(
    "update tasks set latitude = '38.9', longitude = '-94.7', geo_precision = 'exact' where id = any($1)",
    [made],
  );
  return made;
}

test('a task on its way from nobody to its proof, with one sentence for all who ask', async () => {
  const [first = 0, second = 0] = await route('driver', 2);
  expect(await where(second)).toEqual({
    taskId: second,
    state: 'in line',
    from: null,
    to: null,
    sentence: '2nd stop',
  });
  await patch(first, { status: 'going' });
  const inLine = await where(second);
  expect(inLine.sentence).toMatch(new RegExp(`^On the way, 2nd stop, ${RANGE}$`));
  expect(Date.parse(inLine.from ?? '')).toBeLessThan(Date.parse(inLine.to ?? ''));
  expect((await where(second, 'es')).sentence).toMatch(/^En camino, parada 2, \d+:\d\d [ap]\.m\.–/);
  expect((await dispatcher.get(`/api/tasks/${String(second)}/where?language=fr`)).status).toBe(422);

  const { body: found } = await dispatcher.get<FoundTasks>('/api/tasks/find?q=driver-2');
  expect(found.tasks.map((task) => task.where)).toEqual([inLine.sentence]);
  const page = await dispatcher.get<string>('/dispatcher?q=driver-2');
  expect(page.body).toContain(inLine.sentence);
  const { token } = (await dispatcher.post<{ token: string }>(`/api/tasks/${String(second)}/links`)).body;
  const link = (await client(network.app.origin).get<string>(`/p/${token}`)).body.replaceAll('<!-- -->', '');
  expect(link).toContain(`>${inLine.sentence}</h1>`);
  expect(link).toContain('1 stop is before yours');

  await patch(first, { status: 'completed' });
  await patch(second, { status: 'going' });
  expect((await where(second)).sentence).toMatch(
    new RegExp(`^The driver set out \\d+:\\d\\d [AP]M, next stop, ${RANGE}$`),
  );
  await rows(
    "insert into last_positions (driver_id, at, latitude, longitude, source) values ($1, now(), 38.8, -94.7, 'page')",
    [network.ids.driver],
  );
  expect((await where(second)).sentence).toMatch(new RegExp(`^On the way, next stop, ${RANGE}$`));
  await rows(
    `insert into stop_visits (driver_id, place, task_ids, latitude, longitude, arrived_at)
     values ($1, 'there', array[$2::integer], 38.9, -94.7, now())`,
    [network.ids.driver, second],
  );
  expect(await where(second)).toMatchObject({
    state: 'arrived',
    from: null,
    sentence: expect.stringMatching(/^The driver arrived \d/) as string,
  });
  await driver.post('/api/tasks/batch/status', {
    taskIds: [second],
    status: 'completed',
    signature_image: await signature(),
    signed_by: 'J. Ruiz',
  });
  const done = await where(second);
  expect(done).toMatchObject({
    state: 'done',
    sentence: expect.stringMatching(/^Delivered \d+:\d\d [AP]M, signed J\. Ruiz$/) as string,
  });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [second] });
  expect(await where(second)).toEqual(done);
  await dispatcher.del(`/api/tasks/${String(first)}`);
  expect((await dispatcher.get(`/api/tasks/${String(first)}/where`)).status).toBe(404);
});

test('a driver who has reported nothing for long has no times and is not under way', async () => {
  const [first = 0, second = 0] = await route('driver2', 2);
  await patch(first, { status: 'going' });
  await rows(
    "update task_events set occurred_at = now() - interval '3 hours' where task_id = $1 and action = 'going'",
    [first],
  );
  expect((await where(first)).sentence).toMatch(/^The driver set out /);
  expect((await where(second)).sentence).toBe('2nd stop');
  await rows(
    "insert into last_positions (driver_id, at, latitude, longitude, source) values ($1, now(), 38.91, -94.7, 'page')",
    [network.ids.driver2],
  );
  expect((await where(second)).sentence).toMatch(new RegExp(`^On the way, 2nd stop, ${RANGE}$`));
});

test('before a shift begins its arrivals are known, and a place that is not known has no range', async () => {
  const [first = 0] = await route('driver3', 1);
  expect((await where(first)).sentence).toBe('Next stop');
  await addShift(network.database, network.ids.driver3, 30, 400);
  expect((await where(first)).sentence).toMatch(/^Next stop, .*\d+:\d\d [AP]M–\d+:\d\d [AP]M$/);
  await rows('update tasks set latitude = null, longitude = null where id = $1', [first]);
  expect((await where(first)).sentence).toBe('Next stop');
});

test('what waits says for what: nobody, a time, a run, or the other half of a transfer', async () => {
  const nobody = await make(dispatcher, delivery({ driver_id: null }));
  expect((await where(nobody.id)).sentence).toBe('Planned, no driver yet');
  await patch(nobody.id, { status: 'hold' });
  expect((await where(nobody.id)).sentence).toBe('On hold');
  await rows("update tasks set need_by = now() + interval '26 hours' where id = $1", [nobody.id]);
  expect((await where(nobody.id)).sentence).toMatch(/^On hold until \w+ \d+, \d{4} \d+:\d\d [AP]M$/);

  const handed = await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver3, transfer_to_driver_id: network.ids.driver2 }),
  );
  const [{ id: other } = { id: 0 }] = await rows<{ id: number }>(
    'select id from tasks where linked_task_id = $1',
    [handed.id],
  );
  expect((await where(other)).sentence).toBe('Waits until another driver hands it over');
  await patch(handed.id, { status: 'completed' });
  expect((await where(handed.id)).sentence).toMatch(/^Handed over \d+:\d\d [AP]M$/);
  expect((await where(other)).state).toBe('in line');

  const north = await addSchedule(network.database, { name: 'North', isDefault: true });
  const run = await addRun(network.database, north, { cutoff: 30 });
  const waits = await make(dispatcher, delivery({ run_id: run, invoice_number: 'RUN-1' }));
  const promised = await where(waits.id);
  expect(promised).toMatchObject({ state: 'waiting' });
  expect(promised.sentence).toMatch(
    /^Waits for North .*\d+:\d\d [AP]M, there .*\d+:\d\d [AP]M–\d+:\d\d [AP]M$/,
  );
  await rows("update runs set departs_at = now() - interval '1 minute' where id = $1", [run]);
  expect((await where(waits.id)).sentence).toMatch(/^Waits for North .*, promised /);
  await rows(
    "update tasks set promised_from = now() - interval '2 hours', promised_to = now() - interval '1 hour' where id = $1",
    [waits.id],
  );
  expect(await where(waits.id)).toMatchObject({
    from: null,
    sentence: expect.not.stringMatching(/promised/) as string,
  });
});

test('what could not be completed says why, without the note, and when the next run leaves', async () => {
  const [task = 0] = await route('driver', 1);
  await patch(task, { status: 'going' });
  await patch(task, { status: 'hold', failure_reason: 'closed: secret note' });
  await addRun(network.database, await addSchedule(network.database, { name: 'South', shipVia: ['S9'] }), {
    cutoff: 60,
  });
  await rows("update tasks set ship_via = 's9' where id = $1", [task]);
  expect((await where(task)).sentence).toMatch(/^Could not complete: closed\. Next South .*\d+:\d\d [AP]M$/);
  await rows('delete from runs');
  expect((await where(task)).sentence).toBe('Could not complete: closed');
});
