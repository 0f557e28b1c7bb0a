/** Notifications to browsers: their events, their receivers, their encryption, and none after a session has ended. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Push } from '~/modules/push/subscriptions.server';
import type { Task } from '~/domain/tasks/model/task';
import { client, type Client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { submitForm } from '../support/forms';
import { startNetwork, type Network } from '../support/network';
import { sessionOf, tokenOf } from '../support/people';
import { browserAt, claimsOf, startPushService } from '../support/push';
import { fail, hang, redirect, take } from '../support/receiver';

type Service = Awaited<ReturnType<typeof startPushService>>;

let service: Service;
let network: Network;
let dispatcher: Client;
let driver: Client;

beforeAll(async () => {
  service = await startPushService();
  network = await startNetwork({ ...service.env, PUSH_WAIT_SECONDS: '1.5', PUSH_RETRY_SECONDS: '0.05' });
  [dispatcher, driver] = await Promise.all([network.as('dispatcher'), network.as('driver')]);
});
afterAll(async () => {
  await network.close();
  await service.close();
});
beforeEach(async () => {
  service.behave(take);
  await network.database.rows('delete from push_subscriptions');
  await network.database.rows('delete from push_events');
});

const at = (location: string, more = {}) => pickup({ driver_id: network.ids.driver, location, ...more });
const patch = (who: Client, { id }: Task, change: object) => who.patch(`/api/tasks/${String(id)}`, change);
const pushOf = async (who: Client) => (await who.get<Push>('/api/user/push')).body;
const until = (what: () => Promise<void>) => vi.waitFor(what, { interval: 50 });

async function browserOf(who: Client) {
  const browser = browserAt(service.url);
  expect((await browser.turnOn(who)).status).toBe(200);
  return browser;
}
/** Returns the notifications of this browser once there are `count` of them. */
const shown = async ({ path, read }: ReturnType<typeof browserAt>, count: number) =>
  (await service.until(path, count)).map((call) => read(call));
const nothingWaits = () =>
  until(async () => {
    const waiting =
      "select 1 from push_events union all select 1 from jobs where kind = 'push' and run_at is not null";
    expect(await network.database.rows(waiting)).toEqual([]);
  });

test('several new stops are one notification: encrypted, signed, without a name or an address', async () => {
  const browser = await browserOf(driver);
  await Promise.all(['Secret Shop', 'B', 'C'].map((name) => make(dispatcher, at(name))));
  const [call] = await service.until(browser.path, 1);
  if (!call) throw new Error('Nothing came');
  const said = browser.read(call);
  expect(said).toEqual({
    tag: expect.stringMatching(/^push-\d+$/) as string,
    text: '3 new stops',
    path: '/driver',
  });
  expect(call.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
  expect(Number(call.headers.ttl)).toBeGreaterThan(3_000);
  const { key, claims } = claimsOf(call);
  expect(claims.aud).toBe(service.url);
  const { publicKey, subscriptions } = await pushOf(driver);
  expect(key).toBe(publicKey);
  expect(subscriptions).toMatchObject([{ isThisDevice: true }]);
  await until(async () => {
    expect((await pushOf(driver)).subscriptions[0]?.lastSuccessAt).not.toBeNull();
  });
});

test('urgent, changed under way, removed; nothing of what they do themselves or others get', async () => {
  const [own, others] = [await browserOf(driver), await browserOf(await network.as('driver2'))];
  const urgent = await make(dispatcher, at('Fire', { priority: 'urgent' }));
  const [said] = await shown(own, 1);
  expect(said).toMatchObject({ text: '1 urgent stop', path: `/driver/tasks/${String(urgent.id)}` });
  expect(service.calls.at(-1)?.headers.urgency).toBe('high');
  await patch(driver, urgent, { status: 'going' });
  await patch(dispatcher, urgent, { notes: 'Ring twice' });
  expect((await shown(own, 2))[1]?.text).toBe('1 stop changed');
  await patch(dispatcher, urgent, { driver_id: null });
  expect((await shown(own, 3))[2]).toMatchObject({ text: '1 stop removed', path: '/driver' });
  await nothingWaits();
  expect(service.calls.filter(({ path }) => path === own.path)).toHaveLength(3);
  expect(service.calls.filter(({ path }) => path === others.path)).toEqual([]);
});

test('dispatchers hear of what could not be completed; the driver who said so does not', async () => {
  const [office, own] = [await browserOf(dispatcher), await browserOf(driver)];
  const task = await make(dispatcher, at('Closed'));
  await shown(own, 1);
  await patch(driver, task, { status: 'going' });
  expect((await patch(driver, task, { status: 'hold', failure_reason: 'closed' })).status).toBe(200);
  expect((await shown(office, 1))[0]).toMatchObject({
    text: '1 stop could not be completed',
    path: `/dispatcher/tasks/${String(task.id)}`,
  });
  await nothingWaits();
  expect(service.calls.filter(({ path }) => path === own.path)).toHaveLength(1);
});

const earlier = 'set created_at = created_at - make_interval(mins => $2) where';

async function ageBy({ id }: Task, minutes: number): Promise<void> {
  await network.database.rows(`update tasks ${earlier} id = $1`, [id, minutes]);
  await network.database.rows(`update task_events ${earlier} task_id = $1`, [id, minutes]);
}

test('dispatchers hear that a customer wrote, and nothing of what', async () => {
  const browser = await browserOf(dispatcher);
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const { token } = (await dispatcher.post<{ token: string }>(`/api/tasks/${String(task.id)}/links`)).body;
  await submitForm(client(network.app.origin), `/p/${token}`, { line: 'The secret door' });
  const [said] = await shown(browser, 1);
  expect(said).toMatchObject({ text: '1 customer wrote', path: `/dispatcher/tasks/${String(task.id)}` });
});

test('dispatchers hear once of a task without a driver, when it has waited long enough', async () => {
  // A task that has waited this long already causes no notification for users who turn them on later.
  await ageBy(await make(dispatcher, pickup({ driver_id: null })), 20);
  const office = await browserOf(dispatcher);
  await network.database.rows(`update push_subscriptions ${earlier} user_id = $1`, [
    network.ids.dispatcher,
    2,
  ]);
  const waiting = await make(dispatcher, pickup({ driver_id: null }));
  const recent = await make(dispatcher, pickup({ driver_id: null }));
  await ageBy(waiting, 16);
  await ageBy(recent, 13);
  expect((await shown(office, 1))[0]).toMatchObject({
    text: '1 stop without a driver',
    path: `/dispatcher/tasks/${String(waiting.id)}`,
  });
  await nothingWaits();
  await ageBy(recent, 3);
  expect((await shown(office, 2))[1]?.path).toBe(`/dispatcher/tasks/${String(recent.id)}`);
});

test('dispatchers hear once of a delivery that will be late', async () => {
  const stop = (latitude: string, more = {}) =>
    make(dispatcher, {
      ...delivery({ driver_id: network.ids.driver, location: latitude, address: `${latitude} Nowhere` }),
      latitude,
      longitude: '-94.6',
      ...more,
    });
  await stop('39.10');
  // The stop is an hour's drive away.
  const late = await stop('39.50', { deliver_by: new Date().toISOString() });
  const office = await browserOf(dispatcher);
  const path = `/dispatcher/tasks/${String(late.id)}`;
  expect((await shown(office, 1))[0]).toMatchObject({ text: '1 stop likely late', path });
  await nothingWaits();
  const NOTED = "select kind from push_told where task_id = $1 and kind = 'late'";
  expect(await network.database.rows(NOTED, [late.id])).toHaveLength(1);
});

test('an endpoint that is gone is deleted; one that is out of order gets it later; nobody is followed elsewhere', async () => {
  const browser = await browserOf(driver);
  service.behave(fail);
  await make(dispatcher, at('Later'));
  await service.until(browser.path, 2);
  service.behave(take);
  const calls = await service.until(browser.path, 3);
  expect(new Set(calls.map((call) => browser.read(call).tag)).size).toBe(1);
  await nothingWaits();
  service.behave(redirect(`${service.url}/elsewhere`));
  await make(dispatcher, at('Elsewhere'));
  await service.until(browser.path, 4);
  service.behave((response) => response.writeHead(410).end());
  await until(async () => {
    expect((await pushOf(driver)).subscriptions).toEqual([]);
  });
  await nothingWaits();
  expect(service.calls.some(({ path }) => path === '/elsewhere')).toBe(false);
});

test('an endpoint that never answers holds up nobody else', async () => {
  const [slow, quick] = [await browserOf(driver), await browserOf(await network.as('driver2'))];
  service.behave((response, request) => {
    (request.url === slow.path ? hang : take)(response, request);
  });
  await make(dispatcher, at('Slow'));
  await service.until(slow.path, 1);
  await make(dispatcher, at('Quick', { driver_id: network.ids.driver2 }));
  expect((await shown(quick, 1))[0]?.text).toBe('1 new stop');
});

test('a subscription ends with its session, and a device belongs to whoever signed in there last', async () => {
  const first = await network.as('driver');
  await browserOf(first);
  await first.post('/api/logout', {});
  expect((await pushOf(driver)).subscriptions).toEqual([]);
  const shared = await browserOf(driver);
  await shared.turnOn(dispatcher);
  expect((await pushOf(driver)).subscriptions).toEqual([]);
  expect((await pushOf(dispatcher)).subscriptions).toHaveLength(1);
  await make(dispatcher, at('Not for the office'));
  // A session that has expired still has a row.
  await browserOf(driver);
  const ended = "update sessions set last_seen_at = now() - interval '8 days' where user_id = $1";
  await network.database.rows(ended, [network.ids.driver]);
  await make(dispatcher, at('After the end'));
  await nothingWaits();
  expect(service.calls.filter(({ path }) => path === shared.path)).toEqual([]);
  driver = await network.as('driver');
});

test('subscriptions that no browser sends are refused: other schemes, private networks, wrong keys, API tokens', async () => {
  const { subscription, turnOn } = browserAt(service.url);
  const put = (who: Client, change: object) => who.put('/api/user/push', { ...subscription, ...change });
  expect((await put(driver, { endpoint: 'http://push.example.net/1' })).status).toBe(422);
  expect((await put(driver, { endpoint: 'https://a:b@push.example.net/1' })).status).toBe(422);
  const keys = { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
  expect((await put(driver, { keys })).status).toBe(422);
  const guarded = await network.another({ PUSH_PRIVATE_ADDRESSES: 'off' });
  expect((await put(driver.through(guarded.origin), {})).status).toBe(422);
  await network.stopOthers();
  const token = await tokenOf(network.database, network.ids.driver ?? 0);
  const script = await client(network.app.origin).call('PUT', '/api/user/push', {
    body: subscription,
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(script.status).toBe(403);
  const other = await browserOf(driver);
  const [device] = (await pushOf(driver)).subscriptions;
  const path = `/api/user/push/${String(device?.id)}`;
  expect((await dispatcher.del(path)).status).toBe(404);
  expect((await driver.del(path)).status).toBe(200);
  expect([other.path, (await turnOn(driver)).status]).toEqual([other.path, 200]);
});

test('a test goes to all devices of one person, of which there are ten at most', async () => {
  expect((await driver.post('/api/user/push/test', {})).status).toBe(409);
  const browsers: ReturnType<typeof browserAt>[] = [];
  for (let i = 0; i < 11; i += 1)
    browsers.push(await browserOf(client(network.app.origin, await sessionOf(network.database, 'driver'))));
  expect((await driver.post('/api/user/push/test', {})).status).toBe(200);
  for (const browser of browsers.slice(1))
    expect((await shown(browser, 1))[0]).toMatchObject({
      text: 'Notifications work on this device',
      path: '/settings/own-notifications',
    });
  expect(service.calls.some(({ path }) => path === browsers[0]?.path)).toBe(false);
});
