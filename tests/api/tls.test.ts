/** The process itself serves https and HTTP/2, with certificates of `npm run tls`. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { ask as askRaw } from '../support/raw';
import { ask, makeCertificate, runTls, useHttp2 } from '../support/tls';
import { useNetwork } from '../support/use-network';

const made = makeCertificate();
const network = useNetwork(made.env);
const http2 = useHttp2(made.ca);
afterAll(() => {
  rmSync(made.data, { recursive: true });
});

const JSON_BODY = { 'content-type': 'application/json' };
const PASSWORD = 'dispatch-demo';

async function signIn(): Promise<string> {
  const body = JSON.stringify({ username: 'dispatcher', password: PASSWORD });
  const answer = await ask(
    http2(network.app.origin),
    { ':method': 'POST', ':path': '/api/login', ...JSON_BODY },
    body,
  );
  return String(answer?.headers['set-cookie']?.[0]).split(';')[0] ?? '';
}

const handshake = (alpn: string[]) =>
  new Promise<{ protocol: string | false | null; serial: string }>((resolve, reject) => {
    const { hostname, port } = new URL(network.app.origin);
    const socket = connectTls(
      { host: hostname, port: Number(port), ca: made.ca, ALPNProtocols: alpn },
      () => {
        resolve({ protocol: socket.alpnProtocol, serial: socket.getPeerCertificate().serialNumber });
        socket.destroy();
      },
    ).on('error', reject);
  });

test('a browser gets HTTP/2, and whoever does not know it HTTP/1.1', async () => {
  expect((await handshake(['h2', 'http/1.1'])).protocol).toBe('h2');
  expect((await handshake(['http/1.1'])).protocol).toBe('http/1.1');
  expect((await handshake([])).protocol).toBe(false);
});

test('by HTTP/2: sign-in with a cookie for https only, a write, a page with its files, an unchanged list', async () => {
  const session = http2(network.app.origin);
  const login = await ask(
    session,
    { ':method': 'POST', ':path': '/api/login', ...JSON_BODY },
    JSON.stringify({ username: 'dispatcher', password: PASSWORD }),
  );
  expect(login).toMatchObject({ status: 200 });
  const [set = ''] = login?.headers['set-cookie'] ?? [];
  expect(set).toMatch(/^__Host-session=[\w-]+; .*Secure/);
  // No setting says that this host always uses https.
  expect(login?.headers).not.toHaveProperty('strict-transport-security');
  const cookie = set.split(';')[0] ?? '';
  const list = await ask(session, { ':path': '/api/tasks', cookie });
  expect(list).toMatchObject({ status: 200 });
  const tag = String(list?.headers.etag);
  expect(await ask(session, { ':path': '/api/tasks', cookie, 'if-none-match': tag })).toMatchObject({
    status: 304,
  });
  const page = await ask(session, { ':path': '/dispatcher', cookie, 'accept-encoding': 'br' });
  expect(page).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
  const plain = await ask(session, { ':path': '/dispatcher', cookie });
  expect(plain?.headers['content-security-policy']).toContain(`wss://${new URL(network.app.origin).host}`);
  const [, file = ''] = /href="(\/build\/[\w.-]+\.js)"/.exec(plain?.body ?? '') ?? [];
  expect(await ask(session, { ':path': file })).toMatchObject({ status: 200 });
  expect(await ask(session, { ':method': 'HEAD', ':path': '/healthz' })).toMatchObject({
    status: 200,
    body: '',
  });
});

test('the live channel opens by wss, and not without TLS', async () => {
  const cookie = await signIn();
  const url = `${network.app.origin.replace('https', 'wss')}/ws`;
  const socket = new WebSocket(url, { ca: made.ca, headers: { cookie, origin: network.app.origin } });
  const first = await new Promise((resolve, reject) => {
    socket.once('message', (data: Buffer) => {
      resolve(JSON.parse(data.toString()));
    });
    socket.once('error', reject);
  });
  expect(first).toHaveProperty('type');
  socket.close();
  const bare = new WebSocket(url.replace('wss', 'ws'), { headers: { cookie } });
  await expect(new Promise((_, reject) => bare.once('error', reject))).rejects.toThrow('403');
});

test('plain http on the port leads to https; what has been sent in plain text is not taken', async () => {
  const plain = client(network.app.origin.replace('https', 'http'));
  const answer = await plain.get('/dispatcher?q=a');
  expect(answer.status).toBe(307);
  expect(answer.headers.get('location')).toBe(`${network.app.origin}/dispatcher?q=a`);
  expect((await plain.post('/api/login', { username: 'dispatcher', password: PASSWORD })).status).toBe(400);
  expect((await plain.get('/build/anything.js')).status).toBe(307);
  const foreign = await askRaw(plain.origin, ['GET / HTTP/1.1', 'Host: evil.example.com']);
  expect(foreign).toMatch(/^HTTP\/1.1 400 /);
  expect((await plain.get('/readyz')).status).toBe(200);
});

test('with APP_ORIGIN browsers are told to stay on https', async () => {
  const { origin } = await network.another({ APP_ORIGIN: 'https://dispatch.example.com' });
  const answer = await ask(http2(origin), { ':path': '/auth' });
  expect(answer?.headers['strict-transport-security']).toContain('max-age=31536000');
});

/**
 * Connects by TLS 1.2 with these ciphers only.
 * @returns the chosen cipher, or null.
 */
const agree = (ciphers: string) =>
  new Promise<string | null>((resolve) => {
    const { hostname, port } = new URL(network.app.origin);
    const socket = connectTls(
      { host: hostname, port: Number(port), ca: made.ca, maxVersion: 'TLSv1.2', ciphers },
      () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      },
    ).on('error', () => {
      resolve(null);
    });
  });

async function expectStrongCiphers(): Promise<void> {
  // A server with an elliptic key has no RSA cipher, so the list has both.
  const strong = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256';
  expect(await agree(strong)).toMatch(/^ECDHE-(RSA|ECDSA)-AES128-GCM-SHA256$/);
  const cbc = ['AES256-SHA384', 'AES128-SHA256', 'AES256-SHA', 'AES128-SHA'];
  for (const weak of [
    cbc.flatMap((each) => [`ECDHE-ECDSA-${each}`, `ECDHE-RSA-${each}`]).join(':'),
    'AES256-GCM-SHA384:AES128-GCM-SHA256:AES256-SHA256:AES128-SHA',
  ])
    expect([weak, await agree(`${weak}:@SECLEVEL=0`)]).toEqual([weak, null]);
}

test('TLS 1.2 has neither CBC nor a key exchange without forward secrecy', async () => {
  await expectStrongCiphers();
});

test('a renewed certificate is used, a broken one is not', async () => {
  const before = await handshake(['h2']);
  const [cert, key] = [readFileSync(made.cert), readFileSync(made.key)];
  writeFileSync(made.cert, 'half of a cert');
  await vi.waitFor(() => expect(network.app.output()).toContain('the previous one stays in use'), 30_000);
  expect(await handshake(['h2'])).toEqual(before);
  writeFileSync(made.cert, cert);
  writeFileSync(made.key, key);
  runTls(made.data, '--replace', 'localhost', '127.0.0.1');
  const { serialNumber } = new X509Certificate(readFileSync(made.cert));
  expect(serialNumber).not.toBe(before.serial);
  await vi.waitFor(async () => expect((await handshake(['h2'])).serial).toBe(serialNumber), 30_000);
  await expectStrongCiphers();
});

test('a stop lets requests of HTTP/2 finish and takes no more', async () => {
  const app = await network.another();
  const session = http2(app.origin);
  const closed = new Promise((resolve) => session.once('close', resolve));
  const goaway = new Promise((resolve) => session.once('goaway', resolve));
  const stream = session.request({ ':method': 'POST', ':path': '/api/tasks', ...JSON_BODY });
  const status = new Promise((resolve) => {
    stream.once('response', (headers) => {
      resolve(headers[':status']);
    });
    stream.once('close', resolve);
  });
  // A connection closes when its answers have been read.
  stream.resume();
  stream.write('{"type":');
  await ask(session, { ':path': '/healthz' });
  const stopped = app.stop();
  await Promise.race([goaway, closed]);
  stream.end('"Pickup"}');
  expect(await status).toBe(401);
  await closed;
  expect(await stopped).toBe(0);
});

const key = made.key;
test.each([
  [{ TLS_CERT: made.cert, TLS_KEY: '' }, 'TLS_CERT and TLS_KEY must be set together'],
  [{ TLS_CERT: `${made.cert}.not`, TLS_KEY: key }, "TLS_CERT can't be read: ENOENT"],
  [{ TLS_CERT: made.cert, TLS_KEY: `${made.folder}/ca.key` }, 'are not a certificate and its key'],
  [{ ...made.env, APP_ORIGIN: 'http://a.example.com' }, 'APP_ORIGIN must begin with https:'],
  [
    { APP_ORIGIN: 'https://a.example.com/dispatch' },
    'APP_ORIGIN has a path, and Parts Dispatch works only at',
  ],
])('%j does not start, with a line that says why', async (env, reason) => {
  await expect(startApp({ databaseUrl: network.database.url, env })).rejects.toThrow(reason);
});

test('npm run tls keeps keys to itself, replaces nothing unless told, and signs by the same CA', () => {
  for (const name of ['ca.key', 'server.key'])
    expect(statSync(`${made.folder}/${name}`).mode & 0o777).toBe(0o600);
  const before = readFileSync(made.cert, 'utf8');
  expect(() => runTls(made.data, 'localhost')).toThrow('Add --replace');
  expect(() => runTls(made.data, '--replace', 'not a name')).toThrow('neither a host name nor an IP address');
  expect(readFileSync(made.cert, 'utf8')).toBe(before);
  const [ca, certificate] = [new X509Certificate(made.ca), new X509Certificate(before)];
  expect(certificate.checkIssued(ca) && certificate.verify(ca.publicKey)).toBe(true);
  expect(certificate.checkHost('localhost') && certificate.checkIP('127.0.0.1')).toBeTruthy();
  expect(certificate.checkHost('example.com')).toBeUndefined();
});
