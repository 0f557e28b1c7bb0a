/** Measures one change that is sent to many browsers, against a bare `ws` broadcast. `npm run bench -- --sockets` */
import { get } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { makeBed, manySessions, type Bed } from './bed';
import { fanOut, openSockets } from './connect';
import { startFloor, type Floor } from './floor';
import { percentile } from './load';
import { cpuSeconds, settledMiB } from './processes';
import { report, row, times } from './report';

const SOCKETS = 1_000;
const SOCKETS_PER_USER = 20;
const WRITES = 100;

let bed: Bed;
let floor: Floor;
let cookies: string[];

beforeAll(async () => {
  bed = await makeBed({ drivers: 30, tasks: 300 });
  floor = await startFloor(bed.database.url);
  cookies = await manySessions(bed.database, SOCKETS / SOCKETS_PER_USER);
});
afterAll(async () => {
  floor.stop();
  await bed.close();
});

test('one write to the last of 1,000 sockets, and what they weigh', async () => {
  const write = (round: number) => bed.dispatcher.patch('/api/tasks/1', { notes: `round ${String(round)}` });
  const alone = await writesAlone(write);
  const ours = await measure(bed.app, write, (i) => cookies[i % cookies.length] ?? '');
  const bare = await measure(floor, () => fetch(`${floor.origin}/broadcast`));
  for (const [name, share] of [
    ['median', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [our, its] = [percentile(ours.ms, share), percentile(bare.ms, share)];
    report(`write to the last of 1,000 sockets, ${name}`, {
      'ours ms': our,
      'floor ms': its,
      ratio: times(our / its),
      // The floor sends without a write.
      'the same write without sockets ms': percentile(alone, share),
    });
    if (name === 'p99')
      row('one write to the last of 1,000 sockets, p99', {
        unit: 'ms',
        ours: our,
        floor: its,
        goal: '≤ 1.3×',
      });
  }
  report('a change, for each client', {
    'bytes on the socket': ours.bytesEach,
    'CPU µs': `${ours.cpuMicroseconds.toFixed(1)} / ${bare.cpuMicroseconds.toFixed(1)}`,
  });
  report('opening 1,000 sockets', { 'ours ms': ours.openMs, 'floor ms': bare.openMs });
  report('memory of an idle socket', {
    'ours kB': ours.kilobytesEach,
    'floor kB': bare.kilobytesEach,
    ratio: times(ours.kilobytesEach / bare.kilobytesEach),
  });
});

async function writesAlone(write: (round: number) => Promise<unknown>): Promise<number[]> {
  const ms: number[] = [];
  for (let round = -WRITES; round < WRITES; round += 1) {
    const startedAt = performance.now();
    await write(round);
    if (round >= 0) ms.push(performance.now() - startedAt);
  }
  return ms;
}

type Side = { origin: string; pid: number };

async function measure(
  { origin, pid }: Side,
  write: (round: number) => Promise<unknown>,
  cookieOf?: (i: number) => string,
) {
  // The first connections use memory that later ones share, so it is left out.
  for (const socket of await openSockets(origin, 200, cookieOf)) socket.terminate();
  const before = await settledMiB(pid);
  const startedAt = performance.now();
  const sockets = await openSockets(origin, SOCKETS, cookieOf);
  const openMs = performance.now() - startedAt;
  const kilobytesEach = (((await settledMiB(pid)) - before) * 1_024) / SOCKETS;
  const cpuBefore = cpuSeconds(pid);
  const delays = await fanOut(sockets, WRITES, write);
  const cpuMicroseconds = (1e6 * (cpuSeconds(pid) - cpuBefore)) / (WRITES + 10) / SOCKETS;
  for (const socket of sockets) socket.terminate();
  return { ...delays, openMs, kilobytesEach, cpuMicroseconds };
}

test('the requests of a browser after a change', async () => {
  for (const path of ['/api/board', '/api/tasks']) {
    report(`${path}, 300 tasks`, { 'bytes, compressed': await bytesOf(path) });
  }
});

function bytesOf(path: string): Promise<number> {
  const headers = { cookie: bed.dispatcher.cookie(), 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    get(bed.app.origin + path, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on('end', () => {
        resolve(bytes);
      });
    }).on('error', reject);
  });
}
