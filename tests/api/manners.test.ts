import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Document } from '~/http/openapi/document';
import { client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { addAccount } from '../support/rows';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

const count = async () =>
  (await network.database.rows<{ n: number }>('select count(*)::integer as n from tasks'))[0]?.n;

test('without a token or a port there are no metrics', async () => {
  for (const path of ['/metrics', '/no-such-page'])
    expect((await fetch(`${network.app.origin}${path}`, { redirect: 'manual' })).status).toBe(404);
});

test('an unknown path, a wrong method and a wrong id are told in JSON', async () => {
  expect(await dispatcher.get('/api/nothing')).toMatchObject({
    status: 404,
    body: { error: 'This API call does not exist', code: 'noSuchCall' },
  });
  const wrongMethod = await dispatcher.call('PUT', '/api/tasks', { body: {} });
  expect(wrongMethod).toMatchObject({
    status: 405,
    body: { error: 'PUT is not allowed here', code: 'methodNotAllowed' },
  });
  expect(wrongMethod.headers.get('allow')).toBe('GET, POST');
  expect(await dispatcher.get('/api/tasks/abc')).toMatchObject({
    status: 400,
    body: { error: 'Invalid id' },
  });
  expect((await dispatcher.get('/api/tasks/99999999999')).status).toBe(400);
  expect(await dispatcher.get('/api/tasks/999999')).toMatchObject({
    status: 404,
    body: { error: 'Task not found' },
  });
});

test.each([
  ['{"type":', 400, 'The body is not valid JSON'],
  [new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 400, 'The body is not valid JSON'],
  ['[]', 422, undefined],
  ['null', 422, undefined],
  ['{"__proto__": {"admin": true}}', 422, undefined],
  [`{"notes": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`, 422, undefined],
])('a body that makes no sense: %#', async (body, status, error) => {
  const answer = await dispatcher.post<{ error: string }>('/api/tasks', body);
  expect(answer.status).toBe(status);
  expect(typeof answer.body.error).toBe('string');
  if (error) expect(answer.body.error).toBe(error);
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

test('a body of another kind is refused', async () => {
  const { status, body } = await dispatcher.post('/api/tasks', 'type=delivery', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect([status, body.error]).toEqual([415, 'Content-Type must be application/json']);
});

test('a body that is too large is refused, announced or not', async () => {
  const before = await count();
  const large = JSON.stringify(delivery({ notes: 'x'.repeat(70_000) }));
  expect(await dispatcher.post('/api/tasks', large)).toMatchObject({
    status: 413,
    body: { error: 'The request body is too large' },
  });
  const chunked = await fetch(`${network.app.origin}/api/tasks`, {
    method: 'POST',
    headers: { cookie: dispatcher.cookie(), 'content-type': 'application/json' },
    body: new Blob([large]).stream(),
    duplex: 'half',
  });
  expect(chunked.status).toBe(413);
  expect(await count()).toBe(before);
});

test('a call says itself that it takes a larger body, for its method only', async () => {
  const path = `/api/tasks/${String((await make(dispatcher, delivery())).id)}`;
  const sent = async (method: string, bytes: number) =>
    (await dispatcher.call(method, path, { body: { notes: 'x'.repeat(bytes) } })).status;
  // Read, and refused by the rules of its fields.
  expect(await sent('PATCH', 300_000)).toBe(422);
  expect(await sent('PATCH', 500_000)).toBe(413);
  expect(await sent('DELETE', 70_000)).toBe(413);
  const source = '/api/intake/sources/1/documents';
  const bytes = (count: number, type: string) =>
    dispatcher.post(source, 'x'.repeat(count), { 'content-type': type });
  expect((await bytes(2_000_000, 'text/plain')).status).toBe(404);
  expect((await bytes(2_000_001, 'text/plain')).status).toBe(413);
});

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

test.each(FOREIGN)('a request from another site does nothing: %o', async (headers) => {
  const before = await count();
  for (const path of [
    '/api/tasks',
    '/dispatcher/tasks/new',
    '/dispatcher/tasks/new.data',
    '/logout',
    '/auth',
  ]) {
    const { status, body } = await dispatcher.post<{ error: string }>(path, delivery(), headers);
    expect([status, body]).toEqual([403, { error: 'Cross-site request refused', code: 'crossSiteRequest' }]);
  }
  expect(await count()).toBe(before);
  expect((await dispatcher.get('/api/user')).status).toBe(200);
});

test('a longer host that begins like ours is another site', async () => {
  const { host } = new URL(network.app.origin);
  for (const origin of [`http://${host}.evil.example`, `http://evil-${host}`, `http://${host}0`]) {
    expect((await dispatcher.post('/api/tasks', delivery(), { origin })).status).toBe(403);
  }
  expect((await dispatcher.post('/api/tasks', delivery(), { origin: network.app.origin })).status).toBe(201);
});

test('every answer carries the headers that keep browsers out of trouble', async () => {
  for (const path of ['/auth', '/dispatcher', '/api/user', '/api/nothing', '/nowhere', '/favicon.svg']) {
    const { headers } = await dispatcher.get(path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('x-frame-options'), path).toBe('DENY');
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
  }
  const page = (await client(network.app.origin).get('/auth')).headers.get('content-security-policy') ?? '';
  expect(page).toMatch(/script-src 'nonce-[\w+/=]+' 'strict-dynamic';/);
  expect(page).toContain("frame-ancestors 'none'");
  expect(page).not.toContain('unsafe-inline');
  const secure = await network.another({ APP_ORIGIN: 'https://dispatch.example' });
  const { headers } = await client(secure.origin).get('/auth');
  expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
});

test('the same key and body have one effect, also thirty at once', async () => {
  const before = (await count()) ?? 0;
  const send = async () => {
    for (;;) {
      const answer = await dispatcher.post<Task>('/api/tasks', pickup({ notes: 'once' }), {
        'Idempotency-Key': 'key-1',
      });
      // A busy machine refuses some requests with 503; these are sent again.
      if (answer.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(Array.from({ length: 30 }, send));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(29);
  expect(await count()).toBe(before + 1);
  const other = await dispatcher.post('/api/tasks', pickup({ notes: 'another' }), {
    'Idempotency-Key': 'key-1',
  });
  expect([other.status, other.body.error]).toEqual([
    422,
    'This Idempotency-Key was used for a different request',
  ]);
  const admin = await network.as('admin');
  const theirs = await admin.post('/api/tasks', pickup({ notes: 'once' }), { 'Idempotency-Key': 'key-1' });
  expect(theirs.headers.get('idempotent-replayed')).toBeNull();
});

test('a refusal is repeated under its key, so that an attempt that arrives late does nothing; a new key is decided anew', async () => {
  const made = await make(dispatcher, pickup({ status: 'hold' }));
  const path = `/api/tasks/${String(made.id)}`;
  const go = (key: string) => dispatcher.patch(path, { status: 'going' }, { 'Idempotency-Key': key });
  const refused = await go('key-2');
  expect(refused.status).toBe(409);
  await dispatcher.patch(path, { status: 'pending', driver_id: network.ids.driver });
  const late = await go('key-2');
  expect([late.status, late.body, late.headers.get('idempotent-replayed')]).toEqual([
    409,
    refused.body,
    'true',
  ]);
  expect((await go('key-3')).status).toBe(200);
});

test('a stale version keeps no key, because If-Match is not a part of the request', async () => {
  const { id, version } = await make(dispatcher, pickup());
  const edit = (version: number) =>
    dispatcher.patch(
      `/api/tasks/${String(id)}`,
      { notes: 'Gate 3' },
      { 'Idempotency-Key': 'key-4', 'If-Match': `"${String(version)}"` },
    );
  expect((await edit(version - 1)).status).toBe(412);
  expect((await edit(version)).status).toBe(200);
});

const GUARDED_PAGES = [
  '/dispatcher',
  '/dispatcher/tasks/new',
  '/dispatcher/drivers/1',
  '/dispatcher/archive',
  '/driver',
];

test('every page sends strangers to sign in, also when its data alone is asked for', async () => {
  const stranger = client(network.app.origin);
  for (const path of GUARDED_PAGES) {
    const { status, headers } = await stranger.get(path);
    expect([status, headers.get('location')]).toEqual([302, `/auth?redirectTo=${encodeURIComponent(path)}`]);
    const data = await stranger.get<string>(`${path}.data`);
    expect(data.body).not.toContain('liveVersion');
  }
});

test("a driver is told that the dispatcher's pages are not theirs, also loader by loader", async () => {
  const driver = await network.as('driver');
  for (const path of GUARDED_PAGES.filter((page) => page.startsWith('/dispatcher'))) {
    const { status, body } = await driver.get<string>(path);
    expect(status, path).toBe(403);
    expect(body).toContain('Access Denied');
    const route = path === '/dispatcher' ? 'routes/_app.dispatcher' : '';
    const alone = await driver.get<string>(`${path}.data${route && `?_routes=${encodeURIComponent(route)}`}`);
    expect(alone.body).not.toContain('liveVersion');
  }
  const form = await driver.post<string>('/dispatcher/archive', 'intent=archiveCompleted', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(form.status).toBe(403);
});

test.each([
  '//evil.example',
  'https:evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'https://evil.example',
])('signing in never leads to %s', async (redirectTo) => {
  const body = new URLSearchParams({
    intent: 'signIn',
    username: 'driver',
    password: 'dispatch-demo',
    redirectTo,
  });
  const { status, headers } = await client(network.app.origin).post('/auth', body.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect([status, headers.get('location')]).toEqual([302, '/']);
});

test('stored text is shown as text', async () => {
  const evil = '</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>';
  const made = await make(
    dispatcher,
    delivery({ location: evil, notes: evil, driver_id: network.ids.driver }),
  );
  for (const path of ['/dispatcher', `/dispatcher/tasks/${String(made.id)}`]) {
    const { body } = await dispatcher.get<string>(path);
    expect(body).not.toContain('<script>window.hacked');
    expect(body).not.toContain('<img src=x');
  }
});

test('accounts are found by the beginning of their name, whatever the case', async () => {
  for (const name of ['100% Auto', 'Ämtlich Motors', 'Amber Glass']) await addAccount(network.database, name);
  const search = async (text: string) =>
    (await dispatcher.get<{ name: string }[]>(`/api/accounts?search=${encodeURIComponent(text)}`)).body.map(
      ({ name }) => name,
    );
  expect(await search('aM')).toEqual(['Amber Glass']);
  expect(await search('äm')).toEqual(['Ämtlich Motors']);
  expect(await search('100%')).toEqual(['100% Auto']);
  expect(await search('%')).toEqual([]);
  expect((await (await network.as('driver')).get('/api/accounts')).status).toBe(403);
});

test('/api/v1 is another name of /api', async () => {
  const [plain, named] = await Promise.all(
    ['/api', '/api/v1'].map((start) => dispatcher.get(`${start}/tasks?limit=1`)),
  );
  expect(named).toMatchObject({ status: 200, body: plain?.body });
  expect((await dispatcher.get('/api/v1/nothing')).status).toBe(404);
  expect((await dispatcher.get('/api/v2/tasks')).status).toBe(404);
});

type Schema = { $ref?: string; required?: string[] };

test('a field that has to be there and is not is told to be required, in every call', async () => {
  const { body: document } = await client(network.app.origin).get<Document>('/api/openapi.json');
  const schemaOf = (schema: Schema | undefined): Schema =>
    schema?.$ref
      ? ((document.components.schemas as Record<string, Schema>)[schema.$ref.split('/').at(-1) ?? ''] ?? {})
      : (schema ?? {});
  const admin = await network.as('admin');
  const wrong: string[] = [];
  let count = 0;
  for (const [template, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const { required = [] } = schemaOf(requestBody?.content['application/json']?.schema);
      // An installation that is set up does not read the body of this call.
      if (required.length === 0 || template === '/api/setup') continue;
      count += required.length;
      const path = template.replace('{name}', 'Ford').replaceAll(/\{[^}]+\}/g, '1');
      const { body } = await admin.call<{ fields?: Record<string, string[]> }>(method.toUpperCase(), path, {
        body: {},
      });
      for (const name of required) {
        const said = body.fields?.[name]?.[0] ?? JSON.stringify(body);
        if (!/ (is|are) required$/.test(said)) wrong.push(`${method} ${template} ${name}: ${said}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(10);
  const { body } = await dispatcher.post('/api/tasks', { type: 'delivery', invoice_number: 'I-1' });
  expect(body).toEqual({
    error: 'Location name is required',
    code: 'required',
    fields: { location: ['Location name is required'] },
  });
});

test('the head of a page names its scripts after the import map: browsers load them while they read the page', async () => {
  const { body } = await dispatcher.get<string>('/dispatcher');
  const [head = '', rest = ''] = body.split('</head>');
  const named = (text: string) =>
    [...text.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, address]) => address);
  expect(named(rest)).not.toEqual([]);
  expect(named(head).sort()).toEqual([...new Set(named(rest))].sort());
  expect(head.search('type="importmap"')).toBeLessThan(head.search('rel="modulepreload"'));
});
