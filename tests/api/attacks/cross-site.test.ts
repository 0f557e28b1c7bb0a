/**
 * Another site's page sends requests in the browser of a signed-in person. tests/api/gate.test.ts and manners.test.ts
 * test which headers count.
 */
import { expect, test } from 'vitest';
import type { App } from '../../support/app';
import { ask } from '../../support/raw';
import { API_PATHS, PAGE_PATHS } from '../../support/routes';
import { listenTo } from '../../support/sockets';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const admin = network.client('admin');

const EVIL = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
const filled = (path: string) => path.replaceAll('{}', '1');

/** Returns all addresses at which Remix runs a page's action. */
const doors = (path: string) => [path, `${path}.data`, `${path}?_data=routes%2F_app`, `${path}?index`];

const WRITES = [
  ...API_PATHS.map(filled).flatMap((path) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path] as const),
  ),
  ...['/auth', '/auth/answer', '/logout', ...PAGE_PATHS.map(filled)].flatMap((path) =>
    doors(path).map((door) => ['POST', door] as const),
  ),
];

test('no write of any call or page is taken from another site, by whichever door', async () => {
  const state = () =>
    network.database.rows(
      `select (select count(*) from tasks) tasks, (select count(*) from accounts) accounts,
         (select json_agg(u order by id) from users u) users, (select count(*) from sessions) sessions`,
    );
  const before = await state();
  const taken: unknown[] = [];
  for (const [method, path] of WRITES) {
    const { status, body } = await admin.call(method, path, { body: 'intent=save', headers: EVIL });
    if (status !== 403 || body.error !== 'Cross-site request refused') taken.push([method, path, status]);
  }
  expect(taken).toEqual([]);
  expect(await state()).toEqual(before);
});

test('reading changes nothing: no page or call does its work on GET', async () => {
  for (const path of ['/logout', '/api/logout', '/dispatcher/undo', '/api/tasks/batch/archive'])
    await admin.get(path, { origin: 'https://evil.example' });
  expect((await admin.get('/api/user')).status).toBe(200);
});

test('another site is given no leave to read answers', async () => {
  for (const path of ['/api/user', '/dispatcher', '/healthz']) {
    const { headers } = await admin.get(path, { origin: 'https://evil.example' });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('two lengths, or a length and chunks, are no request: nothing can be hidden behind it', async () => {
  const { host } = new URL(network.app.origin);
  for (const lengths of [
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['Content-Length: 4', 'Content-Length: 5'],
    ['Transfer-Encoding: chunked, identity'],
  ]) {
    const answer = await ask(
      network.app.origin,
      ['POST /api/login HTTP/1.1', `Host: ${host}`, ...lengths],
      '0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  }
});

test('the socket compares origins whole: scheme, host and port', async () => {
  const app: App = await network.another({ APP_ORIGIN: 'https://dispatch.example' });
  const cookie = admin.cookie();
  for (const origin of [
    'https://evil.example',
    'null',
    '',
    'http://dispatch.example',
    'https://dispatch.exampl',
    'https://dispatch.example.evil.example',
    'https://dispatch.example@evil.example',
    'https://dispatch.example:8443',
    'https://dispatch.example/',
    app.origin,
  ])
    await expect(listenTo(app.origin, { cookie, origin }), origin).rejects.toThrow('HTTP 403');
  const socket = await listenTo(app.origin, { cookie, origin: 'https://dispatch.example' });
  socket.close();
});
