/** Proofs on paper, and links that show a proof to a customer. */
import { beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { client, type Client } from '../support/client';
import { delivery, make, photoUrl, signature } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { tokenOf } from '../support/people';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const admin = network.client('admin');
let stranger: Client;
let task: Task;

beforeAll(async () => {
  stranger = client(network.app.origin);
  task = await proven({ notes: 'Gate code 4711', invoice_number: 'INV-77' });
});

/** Makes an archived delivery with a signature and a photo. */
async function proven(more: Record<string, unknown> = {}): Promise<Task> {
  const made = await make(dispatcher, delivery({ driver_id: network.ids.driver, ...more }));
  const path = `/api/tasks/${String(made.id)}`;
  await dispatcher.patch(path, { status: 'going' });
  await dispatcher.post(`${path}/photos`, { image: await photoUrl() });
  await dispatcher.patch(path, {
    status: 'completed',
    signature_image: await signature(),
    signed_by: 'Rosa Receiver',
  });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [made.id] });
  return made;
}

/** Takes out the only link that the page of a customer's link has: the switch of its language. */
const withoutSwitch = (body: string) => body.replace(/<a href="\?language=es"[^<>]*>Español<\/a>/, '');

const details = ({ id }: Pick<Task, 'id'>) => `/history/tasks/${String(id)}`;

/**
 * Makes a link through the form.
 * @returns its path.
 */
async function share(of: Pick<Task, 'id'> = task): Promise<string> {
  const { status, body } = await submitForm(dispatcher, details(of), { intent: 'createProofLink' });
  expect(status).toBe(200);
  const link = /value="([^"]*\/p\/[A-Za-z0-9_-]{43})"/.exec(body)?.[1] ?? '';
  expect(link.startsWith(network.app.origin)).toBe(true);
  return link.slice(network.app.origin.length);
}

const linkIds = () => network.database.rows<{ id: number }>('select id from proof_links order by id desc');
const revoke = async (of: Pick<Task, 'id'>, linkId: number) =>
  submitForm(dispatcher, details(of), { intent: 'revokeProofLink', linkId });

test('the proof that the office prints says who, when and where, and nothing of what the office did', async () => {
  const { status, body } = await dispatcher.get<string>(`/proof/${String(task.id)}`);
  expect(status).toBe(200);
  for (const text of ['Proof of delivery', 'Alma Driver', 'Rosa Receiver', 'INV-77', 'Gate code 4711'])
    expect(body).toContain(text);
  for (const text of ['Archived', 'Activity', 'On the way']) expect(body).not.toContain(text);
  expect(body).toMatch(/[AP]M C[SD]T/);
  const open = await make(dispatcher, delivery());
  expect((await dispatcher.get(`/proof/${String(open.id)}`)).status).toBe(409);
  expect((await (await network.as('driver')).get(`/proof/${String(task.id)}`)).status).toBe(403);
});

test('a link shows one task to whoever has it, and nothing else', async () => {
  const path = await share();
  const { status, headers, body } = await stranger.get<string>(path);
  expect(status).toBe(200);
  for (const text of ['Proof of delivery', 'Alma Driver', 'Rosa Receiver', 'INV-77', 'On the way'])
    expect(body).toContain(text);
  // The page contains no ids, no notes of the office, no script and no link into the application.
  expect(body).not.toContain('Gate code 4711');
  expect(body).not.toContain('Dana');
  expect(withoutSwitch(body)).not.toMatch(/\/api\/|<script|<a /);
  expect(body).not.toContain(`tasks/${String(task.id)}`);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toContain('noindex');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.getSetCookie()).toEqual([]);
});

test('before completion a link shows the place in the line and nothing of other stops, then the way, then the proof', async () => {
  const driver_id = network.ids.driver2;
  const stops = await Promise.all(
    ['1 Oak St', '2 Oak St', '2 Oak St', '3 Oak St'].map((street, index) =>
      make(
        dispatcher,
        delivery({ driver_id, location: `Secret ${String(index)}`, address: `${street}, Lenexa, KS 66215` }),
      ),
    ),
  );
  const ids = stops.map(({ id }) => id);
  await dispatcher.put(`/api/tasks/reorder/${String(driver_id)}`, { taskIds: ids });
  const last = stops[3]?.id ?? 0;
  const made = await dispatcher.post<{ token: string }>(`/api/tasks/${String(last)}/links`);
  expect(made.status).toBe(201);
  const look = async () =>
    (await stranger.get<string>(`/p/${made.body.token}`)).body.replaceAll('<!-- -->', '');
  const first = await look();
  expect(first).toContain('3rd stop');
  expect(first).toContain('2 stops are before yours');
  expect(withoutSwitch(first)).not.toMatch(/Secret [012]|1 Oak|2 Oak|\/api\/|<script src|<a /);
  expect(first.length).toBeLessThan(20_000);
  await network.database.rows('update tasks set latitude = 38.9, longitude = -94.7 where id = any($1)', [
    ids,
  ]);
  // Nobody knows when a driver who has not begun will come.
  expect(await look()).toContain('>3rd stop</h1>');
  await dispatcher.patch(`/api/tasks/${String(ids[0])}`, { status: 'going' });
  expect(await look()).toMatch(/>On the way, 3rd stop, \d+:\d\d [AP]M–\d+:\d\d [AP]M</);
  await dispatcher.post('/api/tasks/batch/status', { taskIds: ids.slice(0, 3), status: 'completed' });
  expect(await look()).toMatch(/>Next stop, \d+:\d\d [AP]M–\d+:\d\d [AP]M</);
  await dispatcher.patch(`/api/tasks/${String(last)}`, { status: 'going' });
  expect(await look()).toMatch(/The driver set out \d+:\d\d [AP]M, next stop/);
  await dispatcher.post('/api/tasks/batch/status', {
    taskIds: [last],
    status: 'hold',
    failure_reason: 'closed',
  });
  expect(await look()).toContain('Could not complete: closed');
  await dispatcher.patch(`/api/tasks/${String(last)}`, { status: 'completed' });
  expect(await look()).toContain('Proof of delivery');
});

test('the customer of the next stop sees that the driver is there and, if the network wants it, how far away; nobody else does', async () => {
  const driver_id = network.ids.driver2;
  const [first, second] = [
    await make(dispatcher, delivery({ driver_id, address: '1 Ash St, Lenexa, KS 66215' })),
    await make(dispatcher, delivery({ driver_id, address: '2 Ash St, Lenexa, KS 66215' })),
  ];
  const rows = (sql: string, values: unknown[]) => network.database.rows(sql, values);
  await rows(
    "update tasks set latitude = 38.95, longitude = -94.7, geo_precision = 'exact' where id = any($1)",
    [[first.id, second.id]],
  );
  await rows(
    "insert into last_positions (driver_id, at, latitude, longitude, source) values ($1, now(), 38.914, -94.7, 'page')",
    [driver_id],
  );
  await rows(
    `insert into stop_visits (driver_id, place, task_ids, latitude, longitude, arrived_at)
     values ($1, 'Ash St', array[$2::integer], 38.95, -94.7, now())`,
    [driver_id, second.id],
  );
  const { token } = (await dispatcher.post<{ token: string }>(`/api/tasks/${String(second.id)}/links`)).body;
  const look = async () => (await stranger.get<string>(`/p/${token}`)).body.replaceAll('<!-- -->', '');
  const show = (showDistance: boolean) => admin.patch('/api/admin/customer-messages/links', { showDistance });
  await show(true);
  // The driver is near the second stop, but the first stop comes before it.
  const waits = await look();
  expect(waits).toContain('2nd stop');
  expect(waits).not.toMatch(/The driver arrived|mi away/);
  await dispatcher.patch(`/api/tasks/${String(first.id)}`, { status: 'completed' });
  const there = await look();
  expect(there).toMatch(/The driver arrived \d+:\d\d [AP]M</);
  expect(there).not.toMatch(/stop|mi away/);
  await rows('update stop_visits set left_at = now() where driver_id = $1', [driver_id]);
  const away = await look();
  expect(away).toMatch(/The driver was about 2\.5 mi away in a straight line at \d+:\d\d [AP]M\./);
  expect(away).not.toMatch(/38\.9|-94\.7/);
  const sharing = async () => (await (await network.as('driver2')).get('/api/positions/sharing')).body;
  expect(await sharing()).toMatchObject({ customersSee: true });
  await show(false);
  expect(await look()).not.toContain('mi away');
  expect(await sharing()).not.toHaveProperty('customersSee');
  await show(true);
  await rows("update last_positions set at = now() - interval '11 minutes' where driver_id = $1", [
    driver_id,
  ]);
  expect(await look()).not.toContain('mi away');
  await show(false);
  await dispatcher.patch(`/api/tasks/${String(second.id)}`, { status: 'completed' });
});

test('a customer writes a line to the office, which stands in the activity once; the sixth in an hour is refused', async () => {
  const { id } = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const { token } = (await dispatcher.post<{ token: string }>(`/api/tasks/${String(id)}/links`)).body;
  const path = `/p/${token}`;
  // Browsers send no Origin with a form when the page forbids the referrer.
  expect((await stranger.get(path)).headers.get('referrer-policy')).toBe('strict-origin');
  const write = (line: string) => submitForm(stranger, path, { line });
  const blank = await write(' ');
  expect([blank.status, blank.body.includes('Write a message first')]).toEqual([422, true]);
  expect((await write('x'.repeat(201))).status).toBe(422);
  for (let click = 1; click <= 2; click += 1) {
    const { status, location } = await write('Leave it at <b>bay</b> 3');
    expect([status, location]).toEqual([302, `${path}?sent`]);
  }
  expect((await stranger.get<string>(`${path}?sent`)).body).toContain('Your message is with the office.');
  const dialog = (await dispatcher.get<string>(`/dispatcher/tasks/${String(id)}`)).body;
  expect(dialog.split('Wrote: Leave it at &lt;b&gt;bay&lt;/b&gt; 3')).toHaveLength(2);
  expect(dialog).toContain('The customer wrote');
  for (const line of ['1', '2', '3']) expect((await write(line)).status).toBe(302);
  expect((await write('4')).status).toBe(429);
  await dispatcher.patch(`/api/tasks/${String(id)}`, { status: 'completed' });
  expect((await stranger.get<string>(path)).body).not.toContain('<form');
  expect((await submitForm(stranger, `/p/${'x'.repeat(43)}`, { line: 'Hello' })).status).toBe(404);
});

test('an API token makes no links, which would outlive it', async () => {
  const { body: account } = await dispatcher.post<{ id: number }>('/api/accounts', { name: 'Token Garage' });
  const before = await linkIds();
  for (const id of [network.ids.admin, network.ids.dispatcher]) {
    const headers = { authorization: `Bearer ${await tokenOf(network.database, id ?? 0)}` };
    for (const path of [`/api/tasks/${String(task.id)}/links`, `/api/accounts/${String(account.id)}/links`])
      expect((await stranger.post(path, {}, headers)).status).toBe(403);
  }
  expect(await linkIds()).toEqual(before);
});

test('a link is for the customer that it was made for: what goes to another one instead is not shown', async () => {
  const street = { city: 'Lenexa', state: 'KS', zipCode: '66215' };
  for (const address of ['1 North St', '1 South St'])
    await dispatcher.post('/api/accounts', { name: 'Twin Parts', address, ...street });
  const north = { location: 'Twin Parts', address: '1 North St, Lenexa, KS 66215' };
  const made = await make(
    dispatcher,
    delivery({ ...north, driver_id: network.ids.driver2, invoice_number: 'TWIN-1' }),
  );
  const path = `/api/tasks/${String(made.id)}`;
  const { body: link } = await dispatcher.post<{ id: number; token: string }>(`${path}/links`);
  const looks = async () => (await stranger.get(`/p/${link.token}`)).status;
  const change = async (fields: object) => {
    expect((await dispatcher.patch(path, fields)).status).toBe(200);
  };
  const listed = async () =>
    (await dispatcher.get<string>(`/dispatcher/tasks/${String(made.id)}/links`)).body.includes('Revoke');
  expect([await looks(), await listed()]).toEqual([200, true]);
  await change({ location: ' TWIN parts', address: '1 North Street, Lenexa' });
  expect(await looks()).toBe(200);
  for (const other of [
    { ...north, location: 'Other Garage' },
    { ...north, address: '1 South St, Lenexa, KS 66215' },
  ]) {
    await change(other);
    expect([await looks(), await listed()]).toEqual([404, false]);
    expect((await submitForm(stranger, `/p/${link.token}`, { line: 'Hello' })).status).toBe(404);
    await change(north);
    expect(await looks()).toBe(200);
  }
  await change({ location: 'Other Garage' });
  await change({ status: 'completed', signature_image: await signature() });
  expect(await looks()).toBe(404);
  expect((await stranger.get(`/p/${link.token}/signature`)).status).toBe(404);
});

test('pictures are under the same link only', async () => {
  const path = await share();
  for (const [picture, type] of [
    ['/signature', 'image/jpeg'],
    ['/photos/1', 'image/jpeg'],
  ] as const) {
    const { status, headers } = await stranger.get(path + picture);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('content-disposition')).not.toContain(String(task.id));
    expect(headers.getSetCookie()).toEqual([]);
  }
  expect((await stranger.get(`${path}/photos/2`)).status).toBe(404);
  expect((await stranger.get(`${path}/photos/0`)).status).toBe(404);
  expect((await stranger.get(`/api/tasks/${String(task.id)}/signature`)).status).toBe(401);
});

test('a link that never was, was revoked, or has ended looks the same', async () => {
  const [revoked, ended, gone] = [await share(), await share(), await share(await proven())];
  const [last, second, first] = await linkIds();
  await revoke(task, first?.id ?? 0);
  await network.database.rows(
    "update proof_links set expires_at = now() - interval '1 second' where id = $1",
    [second?.id],
  );
  const [link] = await network.database.rows<{ id: number }>(
    'select task_id as id from proof_links where id = $1',
    [last?.id],
  );
  await dispatcher.del(`/api/tasks/${String(link?.id)}`);
  const never = `/p/${'A'.repeat(43)}`;
  const paths = [never, revoked, ended, gone, '/p/x'];
  const answers = await Promise.all(paths.map((path) => stranger.get<string>(path)));
  // The page's nonce always differs.
  const bodies = answers.map(({ body }) => body.replace(/nonce="[^"]*"/g, ''));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(bodies).size).toBe(1);
  for (const picture of ['/signature', '/photos/1']) {
    const images = await Promise.all(paths.map((path) => stranger.get<string>(path + picture)));
    expect(new Set(images.map(({ status, body }) => `${String(status)} ${body}`)).size).toBe(1);
    expect(images[0]?.status).toBe(404);
  }
});

test('a link ends after 14 days, and only its hash is kept', async () => {
  const path = await share();
  const [link] = await network.database.rows<{ days: number; row: string }>(
    `select extract(epoch from expires_at - created_at) / 86400 as days, to_jsonb(l)::text as row
     from proof_links l order by id desc limit 1`,
  );
  expect(Number(link?.days)).toBe(14);
  expect(link?.row).not.toContain(path.slice(3));
  const kept = await network.database.rows<{ n: number }>(
    `select count(*)::integer as n from idempotency_keys where response::text like '%' || $1 || '%'`,
    [path.slice(3)],
  );
  expect(kept[0]?.n).toBe(0);
});

test('the details list who made a link and when it ends; revoking twice is harmless', async () => {
  const other = await proven();
  const path = await share(other);
  expect((await dispatcher.get<string>(details(other))).body).toMatch(
    /Created by (<!-- -->)?Dana Dispatcher/,
  );
  const [link] = await linkIds();
  expect((await revoke(task, link?.id ?? 0)).status).toBe(302); // the link belongs to another task
  expect((await stranger.get(path)).status).toBe(200);
  expect((await revoke(other, link?.id ?? 0)).toast).toMatchObject({ title: 'Link revoked' });
  await revoke(other, link?.id ?? 0);
  const { body } = await dispatcher.get<string>(details(other));
  expect(body).not.toContain('Created by');
  const events = await network.database.rows(
    "select id from task_events where task_id = $1 and action = 'proof link revoked'",
    [other.id],
  );
  expect(events).toHaveLength(1);
});

test('taking a deletion back brings the link back', async () => {
  const other = await proven();
  const path = await share(other);
  const { toast } = await submitForm(dispatcher, `${details(other)}/delete`, { intent: 'deleteTask' });
  expect((await stranger.get(path)).status).toBe(404);
  await undo(dispatcher, toast);
  expect((await stranger.get(path)).status).toBe(200);
});

test('drivers make no links, and a link is never written to the log @long', async () => {
  const driver = await network.as('driver');
  expect((await submitForm(driver, details(task), { intent: 'createProofLink' })).status).toBe(403);
  const logging = await network.another({ LOG_LEVEL: 'info' });
  const path = await share();
  await client(logging.origin).get(path);
  await client(logging.origin).get(`${path}/signature`);
  await expect.poll(() => logging.output()).toContain('/p/…/signature');
  expect(logging.output()).not.toContain(path.slice(3));
});

test('a caller who tries very many links is asked to wait', async () => {
  expect((await stranger.get('/p/whatever')).status).toBe(404);
  // The count is as high as after 300 requests of one address in five minutes.
  await network.database.rows("update rate_limits set points = 300 where key like 'proof:%'");
  const picture = await stranger.get('/p/whatever/signature');
  expect(picture.status).toBe(429);
  expect(Number(picture.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await stranger.get<string>('/p/whatever');
  expect(page.status).toBe(429);
  expect(page.body).toContain('Too many requests');
});
