/** Requests that never end and connections that never close delay nobody else, and the server closes them. */
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../support/app';
import { client } from '../../support/client';
import { ask, talk } from '../../support/raw';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();

test.concurrent(
  'a hundred heads that never end: others are served, and each is cut off',
  { timeout: 60_000 },
  async () => {
    const { origin } = network.app;
    const slow = Array.from({ length: 100 }, () => talk(origin));
    for (const conversation of slow)
      conversation.send('POST /api/login HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const driver = await network.as('driver');
    expect((await driver.get('/api/user')).status).toBe(200);
    // A byte now and then does not keep a connection open.
    const drip = setInterval(() => {
      for (const conversation of slow) conversation.send('x');
    }, 1_000);
    const answers = await Promise.all(slow.map(({ rest }) => rest));
    clearInterval(drip);
    expect(new Set(answers.map((answer) => answer.split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
    expect((await client(origin).get('/healthz')).status).toBe(200);
  },
);

/** Opens a connection that never closes from its own side. */
async function hold(origin: string, sent = ''): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(sent);
  return socket;
}

const lastWord = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.readableEnded || socket.closed) resolve();
    for (const event of ['end', 'close'])
      socket.once(event, () => {
        resolve();
      });
  });

const openFiles = (pid: number) => readdirSync(`/proc/${String(pid)}/fd`).length;

test.concurrent(
  'a client that has its last answer and does not close is disconnected',
  { timeout: 120_000 },
  async () => {
    const app = await network.another();
    await client(app.origin).get('/readyz');
    const before = openFiles(app.pid);
    const { host } = new URL(app.origin);
    const upgrade = [
      'GET /ws HTTP/1.1',
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n');
    const refused = `POST /api/tasks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 99999999\r\n\r\n{`;
    const sent = [
      '',
      `GET /auth HTTP/1.1\r\nHost: ${host}\r\nX-Half: `,
      upgrade,
      refused,
      'Good morning\r\n\r\n',
    ];
    const sockets = await Promise.all(
      sent.flatMap((text) => Array.from({ length: 20 }, () => hold(app.origin, text))),
    );
    await Promise.all(sockets.map(lastWord));
    await vi.waitFor(
      () => {
        expect(openFiles(app.pid)).toBeLessThan(before + 10);
      },
      { interval: 200 },
    );
    for (const socket of sockets) socket.destroy();
  },
);

test('420 silent connections where 400 files may be open: everybody else is served', async () => {
  const app = await startApp({ databaseUrl: network.database.url, openFiles: 400 });
  const sockets = await Promise.all(Array.from({ length: 420 }, () => hold(app.origin)));
  const driver = client(app.origin);
  await driver.signIn('driver');
  expect((await driver.get('/driver')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect(await app.stop()).toBe(0);
});

test('an address has as many connections as it may; the one that waits longest gives way', async () => {
  const app = await network.another({ CONNECTIONS_PER_ADDRESS: '20' });
  const driver = client(app.origin);
  await driver.signIn('driver');
  const gone = new Set<number>();
  const sockets: Socket[] = [];
  for (let i = 0; i < 40; i += 1) {
    const socket = await hold(app.origin);
    socket.once('close', () => gone.add(i));
    socket.once('end', () => gone.add(i));
    sockets.push(socket);
  }
  await vi.waitFor(() => {
    expect(gone.size).toBeGreaterThanOrEqual(20);
  });
  expect((await driver.get('/api/user')).status).toBe(200);
  expect(Math.max(...gone)).toBeLessThan(30);
  for (const socket of sockets) socket.destroy();
});

test('behind a proxy one address is everybody', async () => {
  const app = await network.another({ CONNECTIONS_PER_ADDRESS: '20', TRUST_PROXY: 'on' });
  const sockets = await Promise.all(Array.from({ length: 40 }, () => hold(app.origin)));
  const { host } = new URL(app.origin);
  const answered = sockets.map(
    (socket) =>
      new Promise<string>((resolve) =>
        socket.once('data', (chunk: Buffer) => {
          resolve(chunk.toString());
        }),
      ),
  );
  for (const socket of sockets) socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  for (const answer of await Promise.all(answered)) expect(answer).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of sockets) socket.destroy();
});

test.each(['h2c', 'TLS/1.3, HTTP/2.0'])(
  'a client that offers to speak %s is answered in HTTP/1.1',
  async (protocol) => {
    const { origin } = network.app;
    const offer = [
      `Host: ${new URL(origin).host}`,
      'Connection: Upgrade, HTTP2-Settings',
      `Upgrade: ${protocol}`,
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ];
    expect(await ask(origin, ['GET /healthz HTTP/1.1', ...offer])).toMatch(
      /^HTTP\/1.1 200 [^]*{"ok":true,"version":"[\d.]+\+[\da-f]+(?:-dirty)?"}/,
    );
    const body = JSON.stringify({ username: 'driver', password: 'wrong-password' });
    const more = ['Content-Type: application/json', `Content-Length: ${String(body.length)}`];
    const conversation = talk(origin);
    conversation.send(`${['POST /api/login HTTP/1.1', ...offer, ...more].join('\r\n')}\r\n\r\n`);
    conversation.send(body);
    expect(await conversation.until('}')).toMatch(/^HTTP\/1.1 401 [^]*Invalid username or password/);
    // The connection can still be used.
    conversation.send(`GET /readyz HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`);
    expect(await conversation.until('{"ok":true}')).toContain('HTTP/1.1 200');
    conversation.close();
  },
);
