/** Callers send heads and bodies that never end, or open sockets that they never read. Everybody else is served. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { make, pickup } from '../support/factories';
import { talk } from '../support/raw';
import { listenTo } from '../support/sockets';
import { rounds, install, type Installation, tell } from './installation';
import { slowed } from '../support/slowness';

let installation: Installation;

beforeAll(async () => {
  installation = await install({ lanes: 2 });
});
afterAll(() => installation.close());

const SLOW = rounds(100, 300);

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the application's memory in MiB. */
function memory(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(
    readFileSync(`/proc/${String(installation.app().pid)}/status`, 'utf8'),
  )?.[1];
  return Number(kilobytes) / 1_024;
}

// These tests mostly wait, so they run at the same time.
describe.concurrent('slow callers', () => {
  test(`${String(SLOW)} callers whose head never ends are gone after 15 s, and others are served meanwhile`, async () => {
    const dispatcher = await installation.as('desk1');
    const callers = Array.from({ length: SLOW }, () => talk(installation.origin));
    for (const caller of callers) caller.send('POST /api/tasks HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const from = performance.now();
    const drip = setInterval(() => {
      for (const caller of callers) caller.send('a');
    }, 1_000);
    const times: number[] = [];
    let left = SLOW;
    const ends = Promise.all(
      callers.map(async ({ rest }) => {
        const answer = await rest;
        left -= 1;
        return answer;
      }),
    );
    while (left > 0) {
      const before = performance.now();
      expect((await dispatcher.get('/api/tasks')).status).toBe(200);
      times.push(performance.now() - before);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    clearInterval(drip);
    const seconds = (performance.now() - from) / 1_000;
    expect(new Set((await ends).map((answer) => answer.split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
    expect(seconds).toBeLessThan(slowed(15));
    tell(
      `slow heads: all ${String(SLOW)} gone after ${seconds.toFixed(1)} s; meanwhile a read took ${median(times).toFixed(0)} ms (median)`,
    );
  });

  test('sockets that never read are cut off, cost no memory, and nobody else waits for them', async () => {
    const dispatcher = await installation.as('desk2');
    const [board, ...deaf] = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i === 0
          ? listenTo(installation.origin, { cookie: dispatcher.cookie() })
          : neverReads(installation.origin, dispatcher.cookie()),
      ),
    );
    if (!board || !('heard' in board)) throw new Error('The first one listens');
    const before = memory();
    const task = await make(dispatcher, pickup());
    for (let i = 0; i < rounds(100, 2_000); i += 1)
      await dispatcher.patch(`/api/tasks/${String(task.id)}`, { notes: `change ${String(i)}` });
    const from = performance.now();
    const last = await make(dispatcher, pickup());
    await board.heard(({ taskId }) => taskId === last.id);
    const ms = performance.now() - from;
    expect(ms).toBeLessThan(slowed(2_000));
    expect(memory() - before).toBeLessThan(100);
    tell(
      `deaf sockets: ${String(deaf.length)} of them; a change was heard by the other after ${ms.toFixed(0)} ms`,
    );
    for (const socket of deaf) if ('destroy' in socket) socket.destroy();
    board.close();
  });

  test('a body that never ends is refused after its time, and holds nobody up', async () => {
    const dispatcher = await installation.as('desk1');
    const slow = talk(installation.origin);
    slow.send(
      [
        'POST /api/tasks HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 5000',
        '\r\n{',
      ].join('\r\n'),
    );
    expect((await dispatcher.get('/api/tasks')).status).toBe(200);
    if (process.env.FAULTS === 'full') expect(await slow.rest).toContain('408 Request Timeout');
    slow.close();
  });
});

/** Opens a WebSocket by hand and then reads nothing more. */
function neverReads(origin: string, cookie: string): Promise<ReturnType<typeof connect>> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // the server will cut the connection
  return new Promise((resolve) => {
    socket.once('data', () => {
      socket.pause();
      resolve(socket);
    });
    socket.write(
      [
        'GET /ws HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${Buffer.from('never reads, 16b').toString('base64')}`,
        `Cookie: ${cookie}`,
        '\r\n',
      ].join('\r\n'),
    );
  });
}
