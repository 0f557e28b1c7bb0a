/**
 * Measures one large network: 1,000 drivers, whose boards 100 dispatchers keep open on several instances, while tasks
 * are written. `npm run bench -- --network`
 */
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Board, BoardChanges } from '~/domain/views/board/board';
import { changedBoard } from '~/domain/views/board/changes';
import { createPace } from '~/live/pace';
import { startApp, type App } from '../support/app';
import { findNginx, startNginx } from '../support/nginx';
import { makeBed, manySessions, type Bed } from './bed';
import { startFloor, type Floor } from './floor';
import { percentile } from './load';
import { cpuSeconds, postmasterOf } from './processes';
import { report, row } from './report';

const DRIVERS = 1_000;
const TASKS = 10_000;
const READERS = 100;
const INSTANCES = 3;
const WRITES_A_SECOND = 13;
const SECONDS = 30;
const WARM_UP_SECONDS = 10;

let bed: Bed;
let apps: App[];
let floor: Floor;
let front: { origin: string; stop: () => Promise<void> };
let cookies: string[];
let postmaster: number;

beforeAll(async () => {
  bed = await makeBed({ drivers: DRIVERS, tasks: TASKS }, undefined, { TRUST_PROXY: 'on' });
  const more = Array.from({ length: INSTANCES - 1 }, () =>
    startApp({ databaseUrl: bed.database.url, env: { LONGEST_WAIT_SECONDS: '5', TRUST_PROXY: 'on' } }),
  );
  apps = [bed.app, ...(await Promise.all(more))];
  floor = await startFloor(bed.database.url);
  const nginx = findNginx();
  if (!nginx) throw new Error('This measurement needs nginx');
  front = await startNginx(
    nginx,
    apps.map(({ origin }) => Number(new URL(origin).port)),
  );
  cookies = await manySessions(bed.database, READERS);
  postmaster = await postmasterOf(bed.database.url);
});
afterAll(async () => {
  await front.stop();
  floor.stop();
  await Promise.all(apps.slice(1).map((app) => app.stop()));
  await bed.close();
});

const failures: string[] = [];
const noteFailure = (error: unknown) => {
  failures.push(String(error));
};

const agent = new Agent({ keepAlive: true });
type Answer = { text: string; bytes: number };

/** @returns the body, and the bytes of the answer with its headers. */
function ask(url: string, cookie: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'br', accept: 'application/json' };
    request(url, { agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const body = Buffer.concat(pieces);
        if (response.statusCode !== 200) {
          reject(new Error(`${url}: ${String(response.statusCode)}`));
          return;
        }
        const bytes = body.length + response.rawHeaders.join(': \r\n').length;
        const plain =
          response.headers['content-encoding'] === 'br' ? decompress(body) : Promise.resolve(body);
        plain.then((text) => {
          resolve({ text: String(text), bytes });
        }, reject);
      });
    })
      .on('error', reject)
      .end();
  });
}
const decompress = promisify(brotliDecompress);

type Reader = { loads: number; bytes: number; close: () => void };
/** When each change was sent, by its number. */
type Sent = Map<number, number>;

/** Loads after messages as soon as a browser does. @param load tells of the changes that it shows. */
function follow(
  socketUrl: string,
  cookie: string,
  load: (tell: (change: number) => void) => Promise<number>,
  sent: Sent,
  ms: number[],
) {
  const pace = createPace();
  const reader: Reader = { loads: 0, bytes: 0, close: () => socket.terminate() };
  let wanted = false;
  let isBusy = false;
  const show = async () => {
    const bytes = await load((change) => {
      const at = sent.get(change);
      if (at !== undefined) ms.push(performance.now() - at);
    });
    reader.loads += 1;
    reader.bytes += bytes;
  };
  const look = () => {
    if (!wanted || isBusy) return;
    isBusy = true;
    setTimeout(() => {
      wanted = false;
      pace.begin(performance.now());
      void show()
        .catch(noteFailure)
        .finally(() => {
          isBusy = false;
          look();
        });
    }, pace.wait(performance.now()));
  };
  const socket = new WebSocket(socketUrl, { headers: { cookie }, perMessageDeflate: false });
  socket.on('message', (data: Buffer) => {
    if (!data.includes('TASK_')) return;
    wanted = true;
    look();
  });
  return new Promise<Reader>((resolve, reject) => {
    socket.once('open', () => {
      resolve(reader);
    });
    socket.once('error', reject);
  });
}

const NUMBER = /^Change (\d+)$/;

/** An open board: it applies the changes, and tells of those that it then shows. */
function openBoard(cookie: string) {
  let board: Board | undefined;
  return async (tell: (change: number) => void): Promise<number> => {
    const since = board ? `?since=${String(board.liveVersion)}` : '';
    const { text, bytes } = await ask(`${front.origin}/api/board${since}`, cookie);
    const answer = JSON.parse(text) as Board | BoardChanges;
    if (board && 'since' in answer) {
      for (const { current } of answer.drivers.changed) {
        const [, change] = NUMBER.exec(current?.location ?? '') ?? [];
        if (change !== undefined) tell(Number(change));
      }
      board = changedBoard(board, answer);
    } else if (!('since' in answer)) board = answer;
    return bytes;
  };
}

/** Writes at a steady rate. @returns the number of writes. */
async function write(seconds: number, one: (n: number) => Promise<void>, from: number): Promise<number> {
  const writes = seconds * WRITES_A_SECOND;
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < writes; n += 1) {
    const wait = startedAt + (n * 1_000) / WRITES_A_SECOND - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    all.push(one(from + n));
  }
  await Promise.all(all);
  return writes;
}

type Side = { writes: number; ms: number[]; readers: Reader[]; cores: number[]; database: number };

async function measure(
  pids: number[],
  readersOf: (sent: Sent, ms: number[]) => Promise<Reader[]>,
  one: (n: number) => Promise<void>,
): Promise<Side> {
  const sent: Sent = new Map();
  const ms: number[] = [];
  const readers = await readersOf(sent, ms);
  const timed = async (n: number) => {
    sent.set(n, performance.now());
    await one(n);
  };
  const warm = await write(WARM_UP_SECONDS, timed, 0);
  ms.length = 0;
  for (const reader of readers) Object.assign(reader, { loads: 0, bytes: 0 });
  const before = [...pids, postmaster].map(cpuSeconds);
  const startedAt = performance.now();
  const writes = await write(SECONDS, timed, warm);
  const seconds = (performance.now() - startedAt) / 1_000;
  const spent = [...pids, postmaster].map((pid, i) => (cpuSeconds(pid) - (before[i] ?? NaN)) / seconds);
  for (const { close } of readers) close();
  return { writes, ms, readers, cores: spent.slice(0, -1), database: spent.at(-1) ?? NaN };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function print(name: string, { writes, ms, readers, cores, database }: Side) {
  const [loads, bytes] = [sum(readers.map((each) => each.loads)), sum(readers.map((each) => each.bytes))];
  report(
    `${name}: ${String(DRIVERS)} drivers, ${String(READERS)} boards, ${String(WRITES_A_SECOND)} writes/s`,
    {
      'p50 ms': percentile(ms, 0.5),
      'p95 ms': percentile(ms, 0.95),
      'bytes, per change and board': bytes / READERS / writes,
      'bytes, per load': bytes / loads,
      'loads/s': loads / SECONDS,
      'cores, per instance': Math.max(...cores),
      'cores, database': database,
    },
  );
  return { p95: percentile(ms, 0.95), bytes: bytes / READERS / writes, cores: Math.max(...cores) };
}

test('a colleague’s change on the boards of a large network', async () => {
  const tasks = await bed.database.rows<{ id: number }>(
    'select distinct on (driver_id) id from tasks order by driver_id, order_index',
  );
  const idOf = (n: number) => tasks[n % tasks.length]?.id ?? 0;
  let refused = 0;
  const socketUrl = `${front.origin.replace('http', 'ws')}/ws`;
  const ours = await measure(
    apps.map(({ pid }) => pid),
    (sent, ms) =>
      Promise.all(
        cookies.map(async (cookie) => {
          const load = openBoard(cookie);
          await load(() => undefined);
          return follow(socketUrl, cookie, load, sent, ms);
        }),
      ),
    async (n) => {
      const { status } = await bed.dispatcher
        .through(front.origin)
        .patch(`/api/tasks/${String(idOf(n))}`, { location: `Change ${String(n)}` });
      if (status !== 200) refused += 1;
    },
  );
  let latest = 0;
  const bare = await measure(
    [floor.pid],
    (sent, ms) =>
      Promise.all(
        cookies.map((cookie) => {
          let seen = 0;
          const load = async (tell: (change: number) => void) => {
            const { bytes } = await ask(`${floor.origin}/version`, cookie);
            for (; seen < latest; seen += 1) tell(seen);
            return bytes;
          };
          return follow(floor.origin.replace('http', 'ws'), cookie, load, sent, ms);
        }),
      ),
    async (n) => {
      const body = JSON.stringify({ notes: `Change ${String(n)}` });
      await fetch(`${floor.origin}/tasks/${String(idOf(n))}`, { method: 'PATCH', body });
      latest = Math.max(latest, n + 1);
      await fetch(`${floor.origin}/broadcast`);
    },
  );
  if (failures.length > 0) {
    report(`loads that failed, the first: ${failures[0] ?? ''}`, { loads: failures.length });
  }
  if (refused > 0) report('writes that were not answered with 200', { writes: refused });
  const [our, its] = [print('ours', ours), print('floor', bare)];
  row('1,000 drivers, 100 boards, 13 writes/s: a colleague’s change, p95', {
    unit: 'ms',
    ours: our.p95,
    floor: its.p95,
    goal: '≤ 500',
  });
  row('… cores per instance', { unit: 'cores', ours: our.cores, floor: its.cores, goal: '≤ 0.6' });
  row('… bytes per change and open board', { unit: 'B', ours: our.bytes, floor: its.bytes, goal: '≤ 2000' });
});

test('what else a page loads after a change', async () => {
  for (const path of ['/api/arrivals', '/api/map', '/api/board']) {
    const { bytes } = await ask(front.origin + path, cookies[0] ?? '');
    const before = cpuSeconds(bed.app.pid);
    const ms: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      await bed.dispatcher.patch('/api/tasks/1', { notes: `note ${path} ${String(n)}` });
      const startedAt = performance.now();
      await ask(bed.app.origin + path, cookies[0] ?? '');
      ms.push(performance.now() - startedAt);
    }
    report(`${path}, whole, with ${String(DRIVERS)} drivers`, {
      'bytes, compressed': bytes,
      'first reader ms': percentile(ms, 0.5),
      'CPU ms, write included': (1_000 * (cpuSeconds(bed.app.pid) - before)) / ms.length,
    });
  }
});
