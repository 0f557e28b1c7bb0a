/** Webhooks tell other programs of every change: after the commit, signed, in order, and repeated until accepted. */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { POST_TIMEOUT_MS } from '~/lib/time-limits';
import type { Delivery, Webhook } from '~/modules/webhooks/schema';
import type { App } from '../support/app';
import type { Client } from '../support/client';
import { deliveryFaults } from '../support/deliveries';
import { delivery, make, pickup, signature } from '../support/factories';
import { makeDue } from '../support/jobs';
import { startNetwork, type Network } from '../support/network';
import {
  drop,
  fail,
  flood,
  hang,
  redirect,
  startReceiver,
  take,
  type Call,
  type Receiver,
} from '../support/receiver';

const PRIVATE = { WEBHOOK_PRIVATE_ADDRESSES: 'on', WEBHOOK_RETRY_SECONDS: '0.05' };
const EVERYTHING = ['task.created', 'task.updated', 'task.completed'];

let network: Network;
let admin: Client;
let dispatcher: Client;
let receiver: Receiver;
/** Other instances use the same database and run all the time. */
let others: App[];

beforeAll(async () => {
  [network, receiver] = await Promise.all([startNetwork(PRIVATE), startReceiver()]);
  others = await Promise.all([network.another(), network.another()]);
  [admin, dispatcher] = await Promise.all([network.as('admin'), network.as('dispatcher')]);
});
afterAll(async () => {
  await network.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.behave(take);
  // Each test adds its own webhook.
  for (const { id } of (await admin.get<Webhook[]>('/api/admin/webhooks')).body)
    await admin.del(`/api/admin/webhooks/${String(id)}`);
});

type Made = Webhook & { secret: string };
let count = 0;

/** Adds a webhook that calls its own path. */
async function hook(events = EVERYTHING): Promise<Made & { path: string }> {
  const path = `/hook-${String((count += 1))}`;
  const { status, body } = await admin.post<Made>('/api/admin/webhooks', {
    url: receiver.url + path,
    events,
  });
  expect(status).toBe(201);
  return { ...body, path };
}

const read = ({ body }: Call) =>
  JSON.parse(body) as { id: string; event: string; occurred_at: string; actor: unknown; task: Task };
/** Computes the signature without the library that signs. */
function signatureOf({ headers, body }: Call, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
const deliveriesOf = async ({ id }: Pick<Webhook, 'id'>) =>
  (await admin.get<Delivery[]>(`/api/admin/webhooks/${String(id)}/deliveries`)).body;
const stateOf = async (webhook: Pick<Webhook, 'id'>) =>
  (await deliveriesOf(webhook)).map(({ state }) => state);
const until = (what: () => Promise<void>) => vi.waitFor(what, { interval: 50 });

test('a change is told as the API shows the task, signed so that anybody’s library can check it', async () => {
  const { path, secret } = await hook();
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const [call] = await receiver.until(path, 1);
  if (!call) throw new Error('Nothing came');
  const message = read(call);
  expect(message).toMatchObject({
    event: 'task.created',
    actor: { id: network.ids.dispatcher, name: 'Dana Dispatcher', username: 'dispatcher' },
  });
  expect(message.task).toEqual(task);
  expect(call.headers['webhook-id']).toBe(message.id);
  expect(call.headers['content-type']).toBe('application/json');
  expect(call.headers['webhook-signature']).toBe(signatureOf(call, secret));
  expect(new Verifier(secret).verify(call.body, call.headers)).toEqual(message);
  expect(() => new Verifier(secret).verify(`${call.body} `, call.headers)).toThrow();
  expect(() => new Verifier('whsec_AAAA').verify(call.body, call.headers)).toThrow();
});

test('the examples in the documentation check signatures @long', async () => {
  const { path, secret } = await hook();
  await make(dispatcher, delivery({ location: 'Café Ñandú' }));
  const [call] = await receiver.until(path, 1);
  if (!call) throw new Error('Nothing came');
  const forged = { ...call, body: call.body.replace('Ñandú', 'Nandu') };
  for (const language of ['js', 'python'] as const) {
    if (language === 'python' && spawnSync('python3', ['--version']).status !== 0) continue;
    const answers = [call, forged].map((each) => checkWithExample(language, each, secret));
    expect([language, ...answers]).toEqual([language, 'true', 'false']);
  }
});

/**
 * Checks a delivery with the example from the documentation.
 * @returns the example's output.
 */
function checkWithExample(language: 'js' | 'python', { headers, body }: Call, secret: string): string {
  const code =
    new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readFileSync('docs/api.md', 'utf8'))?.[1] ?? '';
  const given = JSON.stringify([headers, body, secret]);
  const { stdout, stderr } =
    language === 'js'
      ? spawnSync(process.execPath, [
          '--input-type=module',
          '-e',
          `${code}\nconsole.log(isFromDispatch(...${given}))`,
        ])
      : spawnSync(
          'python3',
          [
            '-c',
            `${code}\nimport json, sys\nh, b, s = json.load(sys.stdin)\nprint(str(is_from_dispatch(h, b.encode(), s)).lower())`,
          ],
          { input: given },
        );
  return stdout.toString().trim() || stderr.toString();
}

test('a completion is told as such; nothing of a signature goes along but its path', async () => {
  const { path } = await hook();
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const driver = await network.as('driver');
  const image = await signature();
  await driver.patch(`/api/tasks/${String(task.id)}`, { status: 'going' });
  await driver.patch(`/api/tasks/${String(task.id)}`, {
    status: 'completed',
    signature_image: image,
    signed_by: 'Rita',
  });
  const calls = await receiver.until(path, 3);
  expect(calls.map(read).map(({ event, task: { status } }) => [event, status])).toEqual([
    ['task.created', 'pending'],
    ['task.updated', 'going'],
    ['task.completed', 'completed'],
  ]);
  expect(calls[2]?.body).not.toContain('base64');
});

test('a webhook for some events gets only those, and refused changes are sent to none', async () => {
  const completed = await hook(['task.completed']);
  const updated = await hook(['task.updated']);
  const task = await make(dispatcher, pickup());
  const path = `/api/tasks/${String(task.id)}`;
  expect((await dispatcher.patch(path, { status: 'linked' })).status).toBe(422);
  // One task of this batch is refused, so the whole batch is.
  const batch = { taskIds: [task.id, 999_999], status: 'completed' };
  expect((await dispatcher.post('/api/tasks/batch/status', batch)).status).toBe(404);
  await dispatcher.patch(path, { notes: 'Ring twice' });
  await dispatcher.patch(path, { status: 'completed' });
  expect((await receiver.until(updated.path, 2)).map((call) => read(call).task.status)).toEqual([
    'pending',
    'completed',
  ]);
  expect((await receiver.until(completed.path, 1)).map(read)).toMatchObject([{ event: 'task.completed' }]);
  expect(await stateOf(updated)).toHaveLength(2);
  expect(await stateOf(completed)).toHaveLength(1);
});

test('a system’s own change has no actor', async () => {
  const { path } = await hook(['task.updated']);
  const soon = new Date(Date.now() + 1_200).toISOString();
  await make(dispatcher, pickup({ status: 'hold', need_by: soon }));
  const [call] = await receiver.until(path, 1);
  expect(call && read(call)).toMatchObject({ actor: null, task: { status: 'pending' } });
});

test('a failed delivery is tried again under the same id, and later changes of that task wait for it', async () => {
  receiver.behave(fail);
  const webhook = await hook();
  const task = await make(dispatcher, pickup());
  const other = await make(dispatcher, pickup());
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'Later' });
  await receiver.until(webhook.path, 4);
  expect(await deliveriesOf(webhook)).toMatchObject([
    { taskId: task.id, attempts: 0, status: null },
    { taskId: other.id, status: 500, answer: 'out of order', error: 'Answered 500' },
    { taskId: task.id, status: 500, answer: 'out of order', error: 'Answered 500' },
  ]);
  expect(
    (await admin.get<Webhook>(`/api/admin/webhooks/${String(webhook.id)}`)).body.failingSince,
  ).not.toBeNull();
  receiver.behave(take);
  await until(async () => {
    expect(await stateOf(webhook)).toEqual(['delivered', 'delivered', 'delivered']);
  });
  const calls = receiver.calls.filter(({ path }) => path === webhook.path).map(read);
  const ofTask = calls.filter((message) => message.task.id === task.id);
  expect(new Set(ofTask.slice(0, -1).map(({ id }) => id)).size).toBe(1);
  expect(ofTask.at(-1)?.task.notes).toBe('Later');
  expect(
    (await admin.get<Webhook>(`/api/admin/webhooks/${String(webhook.id)}`)).body.failingSince,
  ).toBeNull();
});

test('three instances send each delivery once', async () => {
  const webhook = await hook(['task.created']);
  for (let i = 0; i < 8; i += 1)
    await Promise.all([pickup(), pickup(), pickup()].map((task) => make(dispatcher, task)));
  await until(async () => {
    const states = await network.database.rows<{ state: string; n: number }>(
      "select state, count(*)::integer as n from jobs where kind = 'webhook' and lane = $1 group by state",
      [String(webhook.id)],
    );
    expect(states).toEqual([{ state: 'done', n: 24 }]);
  });
  const ids = receiver.calls.filter(({ path }) => path === webhook.path).map((call) => read(call).id);
  expect([ids.length, new Set(ids).size]).toEqual([24, 24]);
});

describe('an end that does not take it', () => {
  test.each([
    ['redirects', redirect('/elsewhere'), 'Redirects are not followed'],
    ['drops the line', drop, 'socket hang up'],
  ])('%s', async (_, behaviour, error) => {
    receiver.behave(behaviour);
    const webhook = await hook(['task.created']);
    await make(dispatcher, pickup());
    await receiver.until(webhook.path, 2);
    await until(async () => {
      expect((await deliveriesOf(webhook))[0]?.error).toBe(error);
    });
    expect(receiver.calls.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });

  test('talks without end: the beginning is read, and it counts as taken', async () => {
    receiver.behave(flood);
    const webhook = await hook(['task.created']);
    await make(dispatcher, pickup());
    await until(async () => {
      const [first] = await deliveriesOf(webhook);
      expect([first?.state, first?.answer?.length]).toEqual(['delivered', 1_000]);
    });
  });

  test('hangs: it holds up no other webhook, and no stop; what was under way is sent after the next start', async () => {
    receiver.behave((response, request) => {
      if (request.url === slow.path) hang(response, request);
      else take(response, request);
    });
    const slow = await hook(['task.created']);
    const quick = await hook(['task.created']);
    for (let i = 0; i < 6; i += 1) await make(dispatcher, pickup());
    await receiver.until(quick.path, 6);
    await receiver.until(slow.path, 4);
    // One try may take longer.
    const before = performance.now();
    await Promise.all(others.map((instance) => instance.stop()));
    expect(performance.now() - before).toBeLessThan(0.9 * POST_TIMEOUT_MS);
    expect(await stateOf(slow)).toEqual(Array.from({ length: 6 }, () => 'waiting'));
  });

  test('is given up after ten tries, and can be told again by hand', async () => {
    receiver.behave(fail);
    const webhook = await hook(['task.created']);
    await make(dispatcher, pickup());
    await receiver.until(webhook.path, 2);
    // The waits between tries grow to half a day.
    await makeDue(network.database, { kind: 'webhook', lane: webhook.id, attempts: 8 });
    await until(async () => {
      const [delivery] = await deliveriesOf(webhook);
      expect(delivery).toMatchObject({ state: 'waiting', attempts: 9 });
      // The ninth try has ended. During a try, the next one would be due within half a minute.
      expect(Date.parse(delivery?.nextTryAt ?? '')).toBeGreaterThan(Date.now() + 60_000);
    });
    await makeDue(network.database, { kind: 'webhook', lane: webhook.id });
    await until(async () => {
      expect(await deliveriesOf(webhook)).toMatchObject([{ state: 'failed', attempts: 10, nextTryAt: null }]);
    });
    const [failed] = await deliveriesOf(webhook);
    receiver.behave(take);
    const path = `/api/admin/webhooks/${String(webhook.id)}/deliveries/${failed?.id ?? ''}/redeliver`;
    expect(await admin.post(path)).toMatchObject({ status: 200, body: { state: 'waiting' } });
    await until(async () => {
      expect(await deliveriesOf(webhook)).toMatchObject([{ state: 'delivered', attempts: 1, status: 200 }]);
    });
    expect(new Set((await receiver.until(webhook.path, 4)).map((call) => read(call).id)).size).toBe(1);
  });

  test('for three days is switched off with a note, and what waits goes on when it is on again', async () => {
    receiver.behave(fail);
    const webhook = await hook();
    const task = await make(dispatcher, pickup());
    await receiver.until(webhook.path, 1);
    await network.database.rows(
      "update webhooks set failing_since = now() - interval '3 days 1 minute' where id = $1",
      [webhook.id],
    );
    const path = `/api/admin/webhooks/${String(webhook.id)}`;
    await until(async () => {
      const { active, note } = (await admin.get<Webhook>(path)).body;
      expect([active, note]).toEqual([
        false,
        'Turned off: no delivery succeeded for 3 days. Last error: Answered 500',
      ]);
    });
    const off = await admin.get<object[]>('/api/admin/events?act=webhook.off');
    expect(off.body).toMatchObject([{ actor: null, target: { id: String(webhook.id) } }]);
    // A change now adds no delivery for this webhook.
    await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'Unheard' });
    expect(await stateOf(webhook)).toEqual(['waiting']);
    receiver.behave(take);
    expect((await admin.post(`${path}/test`)).status).toBe(409);
    await admin.patch(path, { active: true });
    await makeDue(network.database, { kind: 'webhook', lane: webhook.id });
    await until(async () => {
      expect(await stateOf(webhook)).toEqual(['delivered']);
    });
    expect((await admin.get<Webhook>(path)).body).toMatchObject({
      active: true,
      note: null,
      failingSince: null,
    });
  });
});

test('the secret is said once, and acts stand in the audit log', async () => {
  const webhook = await hook();
  expect(webhook.secret).toMatch(/^whsec_[\w+/]{32}$/);
  const path = `/api/admin/webhooks/${String(webhook.id)}`;
  const key = { 'Idempotency-Key': 'new-secret' };
  const renewed = await admin.post<Made>(`${path}/secret`, {}, key);
  expect(renewed.body.secret).toMatch(/^whsec_/);
  expect(renewed.body.secret).not.toBe(webhook.secret);
  expect((await admin.post(`${path}/secret`, {}, key)).body).not.toHaveProperty('secret');
  for (const each of [path, '/api/admin/webhooks', '/api/admin/events'])
    expect(JSON.stringify((await admin.get(each)).body)).not.toContain('whsec_');

  const { body } = await admin.post<Delivery>(`${path}/test`);
  const [call] = await receiver.until(webhook.path, 1);
  if (!call) throw new Error('Nothing came');
  expect(read(call)).toMatchObject({ id: body.id, event: 'test', task: null, actor: { username: 'admin' } });
  new Verifier(renewed.body.secret).verify(call.body, call.headers);

  await admin.patch(path, { events: ['task.completed'] });
  await admin.del(path);
  const events = (await admin.get<{ act: string; target: { id: string } }[]>('/api/admin/events')).body;
  expect(events.filter(({ target }) => target.id === String(webhook.id)).map(({ act }) => act)).toEqual([
    'webhook.deleted',
    'webhook.changed',
    'webhook.tested',
    'webhook.secret',
    'webhook.created',
  ]);
});

test.each([
  [{ url: 'ftp://example.com', events: EVERYTHING }, 'url'],
  [{ url: 'https://user:word@example.com', events: EVERYTHING }, 'url'],
  [{ url: `https://example.com/${'x'.repeat(2_000)}`, events: EVERYTHING }, 'url'],
  [{ url: 'https://example.com', events: [] }, 'events'],
  [{ url: 'https://example.com', events: ['task.vanished'] }, 'events.0'],
])('what makes no sense is refused: %#', async (body, field) => {
  const answer = await admin.post<{ fields: object }>('/api/admin/webhooks', body);
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
});

describe('unless the operator allows it', () => {
  let guarded: Network;
  let owner: Client;

  beforeAll(async () => {
    guarded = await startNetwork({ WEBHOOK_RETRY_SECONDS: '0.05' });
    owner = await guarded.as('admin');
  });
  afterAll(() => guarded.close());

  test.each([
    'http://127.0.0.1:9/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.1.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://0.0.0.0/',
  ])('%s is refused', async (url) => {
    const { status, body } = await owner.post<{ error: string }>('/api/admin/webhooks', {
      url,
      events: EVERYTHING,
    });
    expect([status, body.error]).toEqual([
      422,
      expect.stringContaining('is in a private network, which webhooks may not call'),
    ]);
  });

  test('a name that leads to such an address is looked at when it is called', async () => {
    const { port } = new URL(receiver.url);
    const url = `http://localhost:${port}/guarded`;
    const { body } = await owner.post<Webhook>('/api/admin/webhooks', { url, events: ['task.created'] });
    // An address that was written directly into the table is not called either.
    await guarded.database.rows(
      `insert into webhooks (url, secret, events) values ('${receiver.url}/guarded', 'whsec_AAAA', '{task.created}')`,
    );
    await make(await guarded.as('dispatcher'), pickup());
    for (const id of [body.id, body.id + 1])
      await until(async () => {
        const [first] = (await owner.get<Delivery[]>(`/api/admin/webhooks/${String(id)}/deliveries`)).body;
        expect(first?.error).toMatch(/is in a private network/);
      });
    expect(receiver.calls.filter(({ path }) => path === '/guarded')).toEqual([]);
  });
});

test('what was sent is what the description of the API says', async () => {
  const events = [...EVERYTHING, 'task.deleted'];
  const webhook = await hook(events);
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: 'Rear door' });
  await dispatcher.del(`/api/tasks/${String(task.id)}`);
  await admin.post(`/api/admin/webhooks/${String(webhook.id)}/test`);
  await receiver.until(webhook.path, 4);
  const bodies = receiver.calls.filter(({ path }) => path.startsWith('/hook-')).map(({ body }) => body);
  const sent = new Set(bodies.map((body) => (JSON.parse(body) as { event: string }).event));
  expect([...sent]).toEqual(expect.arrayContaining(['task.created', 'task.updated', 'task.deleted', 'test']));
  expect(await deliveryFaults(network.app.origin, bodies)).toEqual([]);
});
