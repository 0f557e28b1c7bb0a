/** The log and the audit log contain enough to find out later what happened. */
import { beforeAll, expect, test } from 'vitest';
import type { AdminEventLine } from '~/domain/platform/audit/audit.server';
import { startApp, type App } from '../support/app';
import { client } from '../support/client';
import { submitForm } from '../support/forms';
import { tokenOf } from '../support/people';
import { useNetwork } from '../support/use-network';

const network = useNetwork({ LOG_LEVEL: 'info' });
const admin = network.client('admin');
/** This app runs behind a proxy that names the callers' addresses. */
let proxied: App;

beforeAll(async () => {
  proxied = await network.another({ TRUST_PROXY: 'on' });
});

type Line = Record<string, unknown> & { level: number; msg: string };

const linesOf = (app: App): Line[] =>
  app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** Returns the log lines of one request once it has ended. */
const about = (app: App, requestId: string | null) =>
  expect
    .poll(() => linesOf(app).find((line) => line.requestId === requestId && line.msg === 'request'))
    .toBeDefined()
    .then(() => linesOf(app).filter((line) => line.requestId === requestId));

const events = async (act: string) =>
  (await admin.get<AdminEventLine[]>(`/api/admin/events?act=${act}`)).body;

test('a line of a request says who asked, in which role, from where, and on which instance', async () => {
  const dispatcher = await network.as('dispatcher');
  const { headers } = await dispatcher.get('/api/tasks');
  const [line] = await about(network.app, headers.get('x-request-id'));
  expect(line).toMatchObject({
    userId: network.ids.dispatcher,
    role: 'dispatcher',
    path: '/api/tasks',
  });
  expect(line?.client).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(line?.instance).toContain(`-${String(network.app.pid)}`);
});

test('so does the short way of an unchanged list, and a page', async () => {
  const dispatcher = await network.as('dispatcher');
  const etag = (await dispatcher.get('/api/tasks')).headers.get('etag') ?? '';
  const unchanged = await dispatcher.get('/api/tasks', { 'if-none-match': etag });
  expect(unchanged.status).toBe(304);
  const page = await dispatcher.get('/dispatcher');
  for (const { headers } of [unchanged, page]) {
    const [line] = await about(network.app, headers.get('x-request-id'));
    expect(line).toMatchObject({ userId: network.ids.dispatcher, role: 'dispatcher' });
  }
});

test('a call with a token says so, and a stranger is nobody', async () => {
  const token = await tokenOf(network.database, network.ids.admin ?? NaN);
  const script = await client(network.app.origin).get('/api/tasks', { authorization: `Bearer ${token}` });
  expect(script.status).toBe(200);
  const [line] = await about(network.app, script.headers.get('x-request-id'));
  expect(line).toMatchObject({ userId: network.ids.admin, role: 'admin', byToken: true });
  const stranger = await client(network.app.origin).get('/api/tasks');
  const [other] = await about(network.app, stranger.headers.get('x-request-id'));
  expect(other).toMatchObject({ status: 401 });
  expect(other).not.toHaveProperty('userId');
});

test("behind a proxy that is trusted, its word on the address and its id of the request stand there; else nobody's", async () => {
  const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7', 'x-request-id': 'proxy-4711' };
  const behind = await client(proxied.origin).get('/api/tasks', headers);
  const [line] = await about(proxied, behind.headers.get('x-request-id'));
  expect(line).toMatchObject({ client: '203.0.113.7', proxyRequestId: 'proxy-4711' });
  const direct = await client(network.app.origin).get('/api/tasks', headers);
  const [plain] = await about(network.app, direct.headers.get('x-request-id'));
  expect(plain).not.toHaveProperty('proxyRequestId');
  expect(plain?.client).not.toBe('203.0.113.7');
  const strange = await client(proxied.origin).get('/api/tasks', { 'x-request-id': 'a b"c'.repeat(50) });
  const [kept] = await about(proxied, strange.headers.get('x-request-id'));
  expect(kept).not.toHaveProperty('proxyRequestId');
});

test('signing in is an event in the log and in the audit log', async () => {
  await client(network.app.origin).signIn('driver3');
  const { ids } = network;
  const said = linesOf(network.app).filter(({ msg }) => msg === 'signed in');
  expect(said.at(-1)).toMatchObject({ userId: ids.driver3 });
  expect(said.at(-1)?.requestId).toEqual(expect.any(String));
  const [event] = await events('session.opened');
  expect(event).toMatchObject({
    actor: { id: ids.driver3, username: 'driver3' },
    target: { id: String(ids.driver3), name: 'Cleo Driver' },
  });
  expect(event?.changes.address?.[1]).toMatch(/^(127\.0\.0\.1|::1)$/);
});

test('by the page as well', async () => {
  const before = (await events('session.opened')).length;
  const form = { intent: 'signIn', username: 'driver2', password: 'dispatch-demo' };
  expect((await submitForm(client(network.app.origin), '/auth', form)).status).toBe(302);
  expect(await events('session.opened')).toHaveLength(before + 1);
});

test('a wrong password is one, and so is the lock that follows, once however often somebody goes on', async () => {
  const guess = () =>
    client(proxied.origin).post(
      '/api/login',
      { username: 'dispatcher2', password: 'wrong-password' },
      { 'x-forwarded-for': '203.0.113.9' },
    );
  for (let i = 0; i < 9; i += 1) await guess();
  const { ids } = network;
  const refused = (await events('session.refused')).filter(
    ({ target }) => target.id === String(ids.dispatcher2),
  );
  const locked = (await events('session.locked')).filter(
    ({ target }) => target.id === String(ids.dispatcher2),
  );
  expect([refused.length, locked.length]).toEqual([5, 1]);
  expect(refused[0]).toMatchObject({
    actor: null,
    target: { name: 'Devon Dispatcher' },
    changes: { address: [null, '203.0.113.9'] },
  });
  const said = linesOf(proxied).filter(({ client: from }) => from === '203.0.113.9');
  expect(said.filter(({ msg }) => msg === 'sign-in refused')).toHaveLength(5);
  expect(said.filter(({ msg }) => msg === 'sign-in locked')).toHaveLength(1);
  expect(said.find(({ msg }) => msg === 'sign-in refused')).toMatchObject({ targetUserId: ids.dispatcher2 });
});

test('a typed user name that does not exist is logged nowhere, because it may be a password', async () => {
  const answer = await client(network.app.origin).post('/api/login', {
    username: 'correct-horse-battery',
    password: 'x-wrong-password',
  });
  expect(answer.status).toBe(401);
  const [event] = await events('session.refused');
  expect(event?.target).toEqual({ id: '0', name: 'No user with that name' });
  expect(network.app.output()).not.toContain('correct-horse');
  expect(JSON.stringify(await events('session.refused'))).not.toContain('correct-horse');
});

test('the page shows sign-ins, and who failed is not called the command line', async () => {
  const page = await admin.get<string>('/settings/audit?act=session.refused');
  expect(page.body).toContain('Sign-in failed');
  expect(page.body).toContain('Address: ');
  expect(page.body).not.toContain('Command line');
});

test('an expected refusal is no error in the log', async () => {
  const app = await startApp({ databaseUrl: network.database.url, env: { LOG_LEVEL: 'info' } });
  const visitor = client(app.origin);
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin };
  const answers = [
    await visitor.get('/x?_data=y'),
    await visitor.get('/auth?_data=routes/auth'),
    await visitor.get('/x.data'),
    await visitor.get('/nowhere'),
    await visitor.post('/help', 'a=b', form),
    await visitor.post('/help?_data=routes/_app.help', 'a=b', form),
    await visitor.post('/help.data', 'a=b', form),
    await visitor.post('/api/tasks', {}),
    await visitor.call('DELETE', '/api/openapi.json'),
    await visitor.get('/history.data?_routes=nothing'),
  ];
  for (const { status } of answers) expect(status).toBeLessThan(500);
  expect(await app.stop()).toBe(0);
  const worse = linesOf(app).filter(({ level, msg }) => level >= 40 && !msg.startsWith('Demo accounts'));
  expect(worse).toEqual([]);
});
