/** Measures a dispatcher's answers while six clients send the most expensive requests. `npm run bench -- --hostile` */
import { once } from 'node:events';
import { afterAll, beforeAll, test } from 'vitest';
import { Worker } from 'node:worker_threads';
import { makeBed, manySessions, type Bed } from './bed';
import { median } from './load';
import { report, row, times } from './report';

const CLIENTS = 6;
const SECONDS = 1.5;
const ROUNDS = 3;

let bed: Bed;
let cookies: string[];
let taskId: number;

beforeAll(async () => {
  bed = await makeBed({ drivers: 30, tasks: 300 });
  cookies = await manySessions(bed.database, CLIENTS);
  const [task] = await bed.database.rows<{ id: number }>('select min(id) as id from tasks');
  taskId = task?.id ?? 0;
}, 300_000);
afterAll(() => bed.close());

type Hostile = { method: 'GET' | 'POST'; path: string; body?: string; type?: string; isSignedIn?: true };

const many = (count: number, value: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => value(n)).join();
const keys = (count: number) => `{${many(count, (n) => `"k${String(n)}":1`)}}`;
const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** Each body is as large as its path accepts. */
const HOSTILE: Record<string, Hostile> = {
  // For comparison: six clients send as often as they can, but each request is cheap.
  'a body without fields': { method: 'POST', path: '/api/positions', isSignedIn: true, body: '{}' },
  'a signature that is none': {
    method: 'POST',
    path: '/api/tasks/batch/status',
    isSignedIn: true,
    body: `{"status":"completed","taskIds":[1],"signature_image":"data:image/png;base64,${'A'.repeat(1_200_000)}!"}`,
  },
  'positions without fields': {
    method: 'POST',
    path: '/api/positions',
    isSignedIn: true,
    body: `{"positions":[${many(5_000, () => '{}')}]}`,
  },
  'ids that are none': {
    method: 'POST',
    path: '/api/tasks/batch/status',
    isSignedIn: true,
    body: `{"status":"pending","taskIds":[${many(300_000, () => '"x"')}]}`,
  },
  'a thousand ids that are none': {
    method: 'POST',
    path: '/api/tasks/batch/status',
    isSignedIn: true,
    body: `{"status":"pending","taskIds":[${many(1_000, () => '"x"')}]}`,
  },
  'unknown fields': {
    method: 'POST',
    path: '/api/tasks/batch/status',
    isSignedIn: true,
    body: keys(110_000),
  },
  'lists in lists': {
    method: 'POST',
    path: '/api/tasks/batch/status',
    isSignedIn: true,
    body: nested(600_000),
  },
  'objects in a list': {
    method: 'POST',
    path: '/api/tasks/batch/status',
    isSignedIn: true,
    body: `{"taskIds":[${many(13_000, () => keys(9))}]}`,
  },
  'a second set-up': { method: 'POST', path: '/api/setup', body: keys(6_500) },
  'a sign-in of unknown fields': { method: 'POST', path: '/api/login', body: keys(6_500) },
  'a form of many fields': {
    method: 'POST',
    path: '/auth',
    type: 'application/x-www-form-urlencoded',
    body: Array.from({ length: 2_000 }, (_, n) => `username${String(n)}=1`).join('&'),
  },
  'the description of the API': { method: 'GET', path: '/api/openapi.json' },
};

/** Returns the times of a dispatcher's requests, sent in sequence. */
async function measured(): Promise<{ reads: number[]; writes: number[] }> {
  const until = performance.now() + SECONDS * 1_000;
  const taken = { reads: [] as number[], writes: [] as number[] };
  const timed = async (into: number[], ask: () => Promise<{ status: number }>) => {
    const from = performance.now();
    const { status } = await ask();
    if (status !== 200) throw new Error(`the dispatcher got ${String(status)}`);
    into.push(performance.now() - from);
  };
  const { dispatcher } = bed;
  for (let n = 0; performance.now() < until; n += 1) {
    await timed(taken.reads, () => dispatcher.get('/dispatcher'));
    await timed(taken.writes, () =>
      dispatcher.patch(`/api/tasks/${String(taskId)}`, { notes: `Note ${String(n)}` }),
    );
  }
  return taken;
}

async function beside({ isSignedIn, type = 'application/json', ...sent }: Hostile) {
  const headers = cookies.map((cookie) => ({
    ...(sent.body !== undefined && { 'content-type': type }),
    ...(isSignedIn && { cookie }),
  }));
  const worker = new Worker(new URL('hostile-clients.mjs', import.meta.url), {
    workerData: { origin: bed.app.origin, headers, ...sent },
  });
  await once(worker, 'online');
  const taken = await measured();
  const answered = once(worker, 'message') as Promise<[Record<string, number>]>;
  worker.postMessage('end');
  const [statuses] = await answered;
  await worker.terminate();
  return { taken, statuses };
}

type Taken = Awaited<ReturnType<typeof measured>>;

test.each(Object.entries(HOSTILE))('%s', async (what, hostile) => {
  const rounds: { alone: Taken; taken: Taken }[] = [];
  const answers: Record<string, number> = {};
  await measured();
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await measured();
    const { taken, statuses } = await beside(hostile);
    rounds.push({ alone, taken });
    for (const [status, count] of Object.entries(statuses)) answers[status] = (answers[status] ?? 0) + count;
  }
  const p50 = (kind: keyof Taken, when: 'alone' | 'taken') =>
    median(rounds.map((each) => median(each[when][kind])));
  for (const kind of ['reads', 'writes'] as const) {
    const [alone, ours] = [p50(kind, 'alone'), p50(kind, 'taken')];
    report(`${what}: a dispatcher’s ${kind}`, {
      'p50 ms alone': alone,
      'p50 ms beside': ours,
      ratio: times(ours / alone),
      'answers to the six': JSON.stringify(answers),
    });
    row(`six with ${what}: p50 of ${kind}`, { unit: 'ms', ours, floor: alone, goal: '≤ 5×' });
  }
});
