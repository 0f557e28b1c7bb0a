/**
 * Measures the cost of a change that many people read: for the first reader of a version, and for each later one.
 * `npm run bench -- --versions`
 */
import { afterAll, beforeAll, test } from 'vitest';
import { makeBed, manySessions, type Bed } from './bed';
import { startFloor, type Floor } from './floor';
import { median } from './load';
import { cpuSeconds } from './processes';
import { report, row } from './report';

const READERS = 20;
const VERSIONS = 15;
const ROUNDS = 3;
/** This many reads let the engine compile the code, whose cost does not belong to the readers. */
const WARM_UP = 1_500;

type Side = { bed: Bed; floor: Floor; cookies: string[] };

const sides: Side[] = [];
const NETWORKS = { board: { drivers: 30, tasks: 300 }, map: { drivers: 40, tasks: 3_000 } };

async function open(size: { drivers: number; tasks: number }): Promise<Side> {
  const bed = await makeBed(size);
  const side = {
    bed,
    floor: await startFloor(bed.database.url),
    cookies: await manySessions(bed.database, READERS),
  };
  sides.push(side);
  return side;
}

let board: Side;
let map: Side;
beforeAll(async () => {
  board = await open(NETWORKS.board);
  map = await open(NETWORKS.map);
});
afterAll(async () => {
  for (const { bed, floor } of sides) {
    floor.stop();
    await bed.close();
  }
});

async function read(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'gzip' } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url}: ${String(answer.status)}`);
}

let notes = 0;

/** Returns processor time in milliseconds of all versions, each read by `readers` people. */
async function spent({ bed, cookies }: Side, path: string, readers: number): Promise<number> {
  const before = cpuSeconds(bed.app.pid);
  for (let version = 0; version < VERSIONS; version += 1) {
    notes += 1;
    await bed.dispatcher.patch('/api/tasks/1', { notes: `note ${String(notes)}` });
    for (let i = 0; i < readers; i += 1) await read(bed.app.origin + path, cookies[i] ?? '');
  }
  return 1_000 * (cpuSeconds(bed.app.pid) - before);
}

/** The floor reads a session and a version through pg, and sends bytes that are already there. */
async function spentByFloor({ floor }: Side, reads = VERSIONS * READERS): Promise<number> {
  const before = cpuSeconds(floor.pid);
  for (let i = 0; i < reads; i += 1) await read(`${floor.origin}/kept`, '');
  return (1_000 * (cpuSeconds(floor.pid) - before)) / reads;
}

async function measure(side: Side, path: string): Promise<{ first: number; later: number; floor: number }> {
  const rounds: { first: number; later: number; floor: number }[] = [];
  await spent(side, path, READERS);
  for (let i = 0; i < WARM_UP; i += 1)
    await read(side.bed.app.origin + path, side.cookies[i % READERS] ?? '');
  await spentByFloor(side, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    const none = await spent(side, path, 0);
    const one = await spent(side, path, 1);
    const all = await spent(side, path, READERS);
    rounds.push({
      first: (one - none) / VERSIONS,
      later: (all - one) / VERSIONS / (READERS - 1),
      floor: await spentByFloor(side),
    });
  }
  const of = (name: 'first' | 'later' | 'floor') => median(rounds.map((each) => each[name]));
  return { first: of('first'), later: of('later'), floor: of('floor') };
}

test('the board’s data after a change', async () => {
  // The whole board, as a page gets it whose version is not known.
  const { first, later, floor } = await measure(board, '/api/board');
  report('GET /api/board, 300 tasks, CPU', { 'first ms': first, 'later ms': later, 'floor ms': floor });
  row('GET /api/board after a change, CPU, later readers', {
    unit: 'ms',
    ours: later,
    floor,
    goal: '≤ 1.2',
  });
});

test('the map of 3,000 tasks after a change', async () => {
  const { first, later, floor } = await measure(map, '/api/map');
  report('GET /api/map, 3,000 tasks, CPU', { 'first ms': first, 'later ms': later, 'floor ms': floor });
  row('GET /api/map, 3,000 tasks, CPU, later readers', { unit: 'ms', ours: later, floor, goal: '≤ 1.2' });
});
