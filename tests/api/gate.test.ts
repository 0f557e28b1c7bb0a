/** The gate decides these cases before any route is asked. tests/api/manners.test.ts tests ordinary calls. */
import { hostname, networkInterfaces } from 'node:os';
import { beforeAll, describe, expect, test } from 'vitest';
import { client } from '../support/client';
import { pickup } from '../support/factories';
import { useNetwork } from '../support/use-network';
import { ask } from '../support/raw';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
let host: string;

beforeAll(() => {
  ({ host } = new URL(network.app.origin));
});

const raw = (head: string[], body?: string) => ask(network.app.origin, head, body);

test.each([
  ['a host with a name in front', ['GET /auth HTTP/1.1', 'Host: somebody@example.com']],
  ['a host with a path behind', ['GET /auth HTTP/1.1', 'Host: example.com/admin?']],
  ['no host at all', ['GET /auth HTTP/1.1']],
  ['an address of another host', ['GET http://example.com/auth HTTP/1.1', 'Host: example.com']],
  ['a broken escape', ['GET /%zz HTTP/1.1', 'Host: example.com']],
  ['a NUL', ['GET /auth?x=%00 HTTP/1.1', 'Host: example.com']],
  ['no HTTP', ['Good morning']],
])('%s is 400', async (_what, head) => {
  expect(await raw(head)).toMatch(/^HTTP\/1.1 400 /);
});

test('a head that is too large is 431, in JSON', async () => {
  const answer = await raw(['GET /api/tasks HTTP/1.1', `Host: ${host}`, `X-Long: ${'x'.repeat(20_000)}`]);
  expect(answer).toMatch(/^HTTP\/1.1 431 /);
  expect(answer).toContain('{"error":"The request headers are too large"}');
});

test('a method that nobody knows is 405', async () => {
  const answer = await raw(['OPTIONS /api/tasks HTTP/1.1', `Host: ${host}`, 'Origin: https://evil.example']);
  expect(answer).toMatch(/^HTTP\/1.1 405 /);
  expect(answer).toContain('Allow: GET, HEAD, POST, PUT, PATCH, DELETE');
  expect(answer).not.toMatch(/access-control/i);
});

test('two slashes in front lead nowhere else', async () => {
  expect(await raw(['GET //evil.example/ HTTP/1.1', `Host: ${host}`])).not.toMatch(/location: \/\/evil/i);
});

describe('the host that is asked for', () => {
  const askFor = async (name: string, origin = network.app.origin) =>
    ask(origin, ['GET /auth HTTP/1.1', `Host: ${name}:${new URL(origin).port}`, 'Accept: text/html']);
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);

  test('is this machine, by any of its names and addresses', async () => {
    const own = addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
    const [short = ''] = hostname().split('.');
    for (const name of [
      'localhost',
      'LOCALHOST',
      'x.localhost',
      '127.0.0.1',
      '[::1]',
      hostname(),
      `${short}.local`,
      ...own,
    ])
      expect([name, (await askFor(name)).slice(0, 12)]).toEqual([name, 'HTTP/1.1 200']);
  });

  test.each([
    'dispatch.example.com',
    '203.0.113.7',
    '[2001:db8::7]',
    'localhost.example.com',
    '127.0.0.1.example.com',
  ])('%s is somebody else, until APP_ORIGIN says otherwise', async (name) => {
    const answer = await askFor(name);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain(`APP_ORIGIN=http://${name}:${new URL(network.app.origin).port}`);
    expect(answer).toContain('text/html');
  });

  test('with APP_ORIGIN, by whatever name it was found @long', async () => {
    const { origin } = await network.another({ APP_ORIGIN: 'http://dispatch.example.com' });
    expect(await askFor('dispatch.example.com', origin)).toMatch(/^HTTP\/1.1 200 /);
  });

  test('monitoring may call the instance without restrictions', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect(await raw([`GET ${path} HTTP/1.1`, 'Host: dispatch.example.com'])).toMatch(/^HTTP\/1.1 200 /);
  });

  test('a name of somebody else that leads here opens no socket', async () => {
    const name = 'rebound.example.com';
    const answer = await ask(
      network.app.origin,
      [
        'GET /ws HTTP/1.1',
        `Host: ${name}`,
        `Origin: http://${name}`,
        `Cookie: ${dispatcher.cookie()}`,
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ],
      '',
      'Upgrade',
    );
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
  });
});

describe('cross-site', () => {
  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
    { origin: 'https://evil.example', authorization: 'Bearer of-a-token-that-does-not-exist' },
  ])('passes the gate: %o', async (headers) => {
    const { status } = await client(network.app.origin).post('/api/tasks', pickup(), headers);
    expect(status).toBe(401); // the call itself refuses, not the gate
  });

  test('a browser that sends a form is told on a page', async () => {
    const { status, body, headers } = await dispatcher.post<string>('/logout', undefined, {
      origin: 'https://evil.example',
      accept: 'text/html',
    });
    expect(status).toBe(403);
    expect(headers.get('content-type')).toContain('text/html');
    expect(body).toContain('Cross-site request refused');
  });

  test('reading is never refused', async () => {
    expect((await dispatcher.get('/api/tasks', { origin: 'https://evil.example' })).status).toBe(200);
  });
});

describe('behind a proxy', () => {
  const forwarded = (proto: string) => ({
    'x-forwarded-host': 'dispatch.example',
    'x-forwarded-proto': proto,
    'x-forwarded-for': '203.0.113.9, 198.51.100.7',
  });
  const login = (username: string, headers: Record<string, string>) => ({
    body: { username, password: 'dispatch-demo' },
    headers,
  });

  test('its word is not taken unless we are told to', async () => {
    const answer = await client(network.app.origin).call(
      'POST',
      '/api/login',
      login('driver', { ...forwarded('https'), origin: 'https://dispatch.example' }),
    );
    expect(answer.status).toBe(403);
    const page = await client(network.app.origin).get('/auth', forwarded('https'));
    expect(page.headers.get('strict-transport-security')).toBeNull();
  });

  test('its word decides on host, scheme and address @long', async () => {
    const app = await network.another({ TRUST_PROXY: 'on' });
    const stranger = client(app.origin);
    const from = (origin: string, proto = 'https') =>
      stranger.call('POST', '/api/login', login('driver', { ...forwarded(proto), origin }));
    expect((await from('http://dispatch.example')).status).toBe(403);
    expect((await from(app.origin)).status).toBe(403);
    const good = await from('https://dispatch.example');
    expect(good.status).toBe(200);
    expect(good.headers.get('set-cookie')).toContain('Secure');
    expect(good.headers.get('strict-transport-security')).toContain('max-age');
    const [session] = await network.database.rows<{ ip: string }>(
      'select ip from sessions order by created_at desc limit 1',
    );
    expect(session?.ip).toBe('198.51.100.7');
  });
});

describe('bodies', () => {
  test('a compressed one is 415', async () => {
    const answer = await dispatcher.post('/api/tasks', '{}', { 'content-encoding': 'gzip' });
    expect(answer).toMatchObject({
      status: 415,
      body: { error: 'Compressed request bodies are not accepted' },
    });
  });

  test.each([
    ['/api/tasks', 65, 413],
    ['/api/tasks/batch/status', 390, 422],
    ['/api/tasks/batch/status', 1_301, 413],
    ['/api/tasks/12', 401, 413],
    ['/api/tasks/12/photos', 401, 413],
    ['/driver', 401, 413],
    ['/driver/stops/12/sign', 20_481, 413],
    ['/driver/stops/12/tasks', 401, 413],
  ])('%s with %i kB is %i', async (path, kilobytes, status) => {
    const method = path.endsWith('12') ? 'PATCH' : 'POST';
    const body = JSON.stringify({ junk: 'x'.repeat(kilobytes * 1_024) });
    expect((await dispatcher.call(method, path, { body })).status).toBe(status);
  });

  test('somebody who sends 20 MB hears the answer all the same, and can go on', async () => {
    const body = new Uint8Array(20 * 1_024 * 1_024).fill(0x20);
    expect((await dispatcher.post('/api/tasks', body)).status).toBe(413);
    expect((await dispatcher.get('/api/user')).status).toBe(200);
  });

  test('an announced body that never ends is not waited for', async () => {
    const answer = await raw(
      [
        'POST /api/tasks HTTP/1.1',
        `Host: ${host}`,
        'Content-Length: 99999999',
        'Content-Type: application/json',
      ],
      '{',
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });
});

test('files: for ever when the name changes with the contents, 404 in short when there is none', async () => {
  const page = await client(network.app.origin).get<string>('/auth');
  const script = /\/build\/[\w./-]+\.js/.exec(page.body)?.[0] ?? '';
  const file = await dispatcher.get<string>(script, { 'accept-encoding': 'br' });
  expect(file.status).toBe(200);
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(file.headers.get('content-encoding')).toBe('br');
  expect((await dispatcher.get('/build/none.js')).body).toEqual({ error: 'Not found' });
  expect((await dispatcher.get('/build/../../package.json')).status).toBe(404);
});

test('pages and JSON are compressed', async () => {
  for (const path of ['/dispatcher', '/api/user']) {
    const { headers } = await dispatcher.get(path, { 'accept-encoding': 'gzip' });
    expect(headers.get('vary'), path).toMatch(/accept-encoding/i);
    if (path === '/dispatcher') expect(headers.get('content-encoding')).toBe('gzip');
  }
});

test('no script and no style without the nonce of the page, and another nonce each time', async () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 2; i += 1) {
    const { body, headers } = await client(network.app.origin).get<string>('/auth');
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    nonces.add(nonce);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toContain('unsafe');
    const tags = body.match(/<(script|style)\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(1);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
  }
  expect(nonces.size).toBe(2);
});
