/** Attacks on HTTP/2 and TLS that HTTP/1.1 does not have. */
import { rmSync } from 'node:fs';
import { constants } from 'node:http2';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, test, vi } from 'vitest';
import { holdLocks } from '../../support/database';
import { ask, makeCertificate, useHttp2 } from '../../support/tls';
import { useNetwork } from '../../support/use-network';

const made = makeCertificate();
const network = useNetwork(made.env);
const http2 = useHttp2(made.ca);
afterAll(() => {
  rmSync(made.data, { recursive: true });
});

const isServed = async (origin = network.app.origin) =>
  (await ask(http2(origin), { ':path': '/api/user' }))?.status === 401;

test.each([
  ['another host', { ':authority': 'evil.example.com', host: 'localhost' }, 400],
  ['another site', { origin: 'https://evil.example.com' }, 403],
  ['our origin without TLS', { origin: 'http://localhost' }, 403],
  ['an unknown method', { ':method': 'BREW' }, 405],
  ['an address that leaves its folder', { ':path': '/build/%2e%2e/%2e%2e/package.json' }, 404],
  ['an absolute address', { ':path': 'http://localhost/api/login' }, undefined],
])('%s is refused', async (_, headers, status) => {
  const session = http2(network.app.origin);
  const answer = await ask(
    session,
    { ':method': 'POST', ':path': '/api/login', 'content-type': 'application/json', ...headers },
    '{}',
  );
  expect(answer?.status).toBe(status);
});

test('a body without length is read to its limit only, and the connection goes on', async () => {
  const session = http2(network.app.origin);
  const headers = { ':method': 'POST', ':path': '/api/login', 'content-type': 'application/json' };
  expect(await ask(session, headers, ' '.repeat(200_000))).toMatchObject({ status: 413 });
  const endless = session.request(headers);
  endless.on('error', () => undefined).resume();
  endless.write(' '.repeat(60_000));
  endless.write(' '.repeat(60_000));
  // The server has answered and does not wait for the rest.
  await new Promise((resolve) => endless.once('close', resolve));
  expect(await ask(session, { ':path': '/healthz' })).toMatchObject({ status: 200 });
});

test('a head that is too large ends its request only', async () => {
  const session = http2(network.app.origin);
  // A client that does not know the limit yet may send a little more, so one request comes first.
  expect(await ask(session, { ':path': '/healthz' })).toMatchObject({ status: 200 });
  expect(await ask(session, { ':path': '/healthz', 'x-long': 'x'.repeat(20_000) })).toBeUndefined();
  expect(await ask(session, { ':path': '/healthz' })).toMatchObject({ status: 200 });
});

/** Builds a frame of HTTP/2: length, type, flags, stream, contents. */
function frame(type: number, flags: number, stream: number, contents = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(contents.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, contents]);
}

test('requests that are reset as soon as they are sent end the connection (rapid reset)', async () => {
  const { hostname, port, host } = new URL(network.app.origin);
  const socket = connectTls({ host: hostname, port: Number(port), ca: made.ca, ALPNProtocols: ['h2'] });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined).resume();
  // The bytes stand for GET, https, / and the host, by the static table of HPACK.
  const head = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x41, host.length]), Buffer.from(host)]);
  const cancel = Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL]);
  const requests = Array.from({ length: 400 }, (_, i) => [
    frame(1, 5, 2 * i + 1, head),
    frame(3, 0, 2 * i + 1, cancel),
  ]);
  const begin = [Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0)];
  socket.write(Buffer.concat([...begin, ...requests.flat()]));
  await closed;
  expect(await isServed()).toBe(true);
});

test('an address has as many connections as it may: the idle ones give way, with and without TLS and requests', async () => {
  const app = await network.another({ CONNECTIONS_PER_ADDRESS: '20' });
  const { hostname, port } = new URL(app.origin);
  let gone = 0;
  const silent = Array.from({ length: 20 }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .on('close', () => (gone += 1)),
  );
  await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const sessions = Array.from({ length: 30 }, () => http2(app.origin));
  for (const session of sessions) session.on('close', () => (gone += 1));
  await Promise.all(sessions.map((session) => ask(session, { ':path': '/healthz' })));
  await vi.waitFor(() => {
    expect(gone).toBeGreaterThanOrEqual(30);
  });
  expect(await isServed(app.origin)).toBe(true);
  for (const socket of silent) socket.destroy();
});

test('a connection whose answer is still awaited does not give way', async () => {
  const app = await network.another({ CONNECTIONS_PER_ADDRESS: '20' });
  const { hostname, port } = new URL(app.origin);
  const { cookie } = await network.as('dispatcher');
  const release = await holdLocks(network.database.url, 'lock table accounts in access exclusive mode');
  const awaited = ask(http2(app.origin), { ':path': '/api/accounts', cookie: cookie() });
  // No background work reads accounts alone, so this is the request.
  const isAsked = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
    and query like '%accounts%'`;
  await vi.waitFor(async () => {
    expect((await network.database.rows(isAsked)).length).toBeGreaterThan(0);
  });
  let gone = 0;
  const silent = Array.from({ length: 40 }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .on('close', () => (gone += 1)),
  );
  await vi.waitFor(() => {
    expect(gone).toBeGreaterThanOrEqual(20);
  });
  await release();
  expect((await awaited)?.status).toBeGreaterThan(0);
  for (const socket of silent) socket.destroy();
});
