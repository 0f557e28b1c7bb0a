/** Attacks on sockets by people who are signed in. cross-site.test.ts and tests/api/live.test.ts test who may connect. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { listenTo } from '../../support/sockets';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const driver = network.client('driver');

const open = async () => {
  const socket = new WebSocket(`${network.app.origin.replace('http', 'ws')}/ws`, {
    headers: { cookie: driver.cookie() },
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('message', resolve));
  return { socket, closed };
};

test('a page only listens: who speaks is shown out', async () => {
  const { socket, closed } = await open();
  socket.send('{"type":"TASK_UPDATED","taskId":1,"drivers":"everybody"}');
  expect(await closed).toBe(1008);
});

test('a long message is not read to its end', async () => {
  const { socket, closed } = await open();
  socket.send(Buffer.alloc(5_000));
  expect(await closed).toBe(1009);
});

test('when one person opens many sockets, the oldest closes', async () => {
  const cookie = driver.cookie();
  const first = await listenTo(network.app.origin, { cookie });
  const others = [];
  for (let i = 0; i < 20; i += 1) others.push(await listenTo(network.app.origin, { cookie }));
  expect(await first.closed).toBe(4408);
  for (const { close } of others) close();
});

test('a client that keeps sending pings and never reads the answers is disconnected', async () => {
  const { hostname, port, host } = new URL(network.app.origin);
  const line = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => {
    line.once('close', () => {
      resolve();
    });
  });
  line.on('error', () => undefined);
  line.write(
    `GET /ws HTTP/1.1\r\nHost: ${host}\r\nCookie: ${driver.cookie()}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  // The server checks what is waiting when it greets, too. So the flood begins after the greeting.
  await new Promise<void>((resolve) => {
    line.on('data', (chunk: Buffer) => {
      if (chunk.includes('LIVE')) resolve();
    });
  });
  line.pause();
  // Each ping has 125 bytes under a mask of zeros. A thousand are sent at a time.
  const pings = Buffer.concat(
    Array.from({ length: 1_000 }, () =>
      Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)]),
    ),
  );
  while (!line.destroyed) {
    if (!line.write(pings))
      await Promise.race([new Promise((resolve) => line.once('drain', resolve)), closed]);
    await new Promise(setImmediate);
  }
  expect((await driver.get('/api/user')).status).toBe(200);
});
