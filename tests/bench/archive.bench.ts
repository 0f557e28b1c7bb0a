/**
 * Measures how much a large archive slows down current work, on the same network in turns, with 1,000 archived tasks
 * and with very many. `npm run bench -- --archive [ROWS]`
 */
import { afterAll, beforeAll, test } from 'vitest';
import { bound } from 'db/statement';
import { FIND, findValues, SAMPLE_TEXTS } from '~/domain/views/board/find.server';
import { signature } from '../support/factories';
import { plantArchive } from './archive';
import { makeBed, type Bed } from './bed';
import { percentile } from './load';
import { report, row, times } from './report';

const MANY = Number(process.env.ARCHIVE_ROWS ?? 100_000);
const FEW = 1_000;
const PER_DAY = 1_000;
const NETWORK = { drivers: 30, tasks: 300 };
const CALLS = 15;
const PLANTING_MS = 3_600_000;
const DAY_MS = 86_400_000;

let few: Bed;
let many: Bed;

beforeAll(async () => {
  const plant = (rows: number) =>
    makeBed(NETWORK, async ({ url }) => {
      const seconds = await plantArchive(url, { rows, perDay: PER_DAY, drivers: NETWORK.drivers });
      report(`planting ${String(rows)} archived tasks`, { seconds });
    });
  few = await plant(FEW);
  many = await plant(MANY);
}, PLANTING_MS);
afterAll(async () => {
  await few.close();
  await many.close();
});

const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * DAY_MS).toLocaleDateString('sv', { timeZone: 'America/Chicago' });

async function timed(bed: Bed, path: string, before?: () => Promise<unknown>): Promise<number> {
  await before?.();
  const from = performance.now();
  const { status } = await bed.dispatcher.get(path);
  if (status !== 200) throw new Error(`${path}: ${String(status)}`);
  return performance.now() - from;
}

type Sides = { few: string; many?: string; before?: (bed: Bed, i: number) => Promise<unknown> };

async function inTurns(what: string, { few: path, many: other = path, before }: Sides): Promise<number> {
  const measured: [number[], number[]] = [[], []];
  for (let i = -2; i < CALLS; i += 1) {
    const pair = [
      await timed(few, path, () => before?.(few, i) ?? Promise.resolve()),
      await timed(many, other, () => before?.(many, i) ?? Promise.resolve()),
    ] as const;
    if (i >= 0) pair.forEach((ms, side) => measured[side]?.push(ms));
  }
  const [one, two] = measured.map((all) => percentile(all, 0.5)) as [number, number];
  report(what, {
    [`ms, ${String(FEW)}`]: one,
    [`ms, ${String(MANY)}`]: two,
    ratio: times(two / one),
    'slowest ms': `${Math.max(...measured[0]).toFixed(0)} / ${Math.max(...measured[1]).toFixed(0)}`,
  });
  return two;
}

test('the size of an archived task', async () => {
  const [weight = { tasks: NaN, events: NaN }] = await many.database.rows<{ tasks: number; events: number }>(
    `select (pg_total_relation_size('tasks') / (select count(*) from tasks))::float as tasks,
       (pg_total_relation_size('task_events') / (select count(*) from task_events))::float as events`,
  );
  report('bytes on the disk, with indexes', {
    'a task': weight.tasks,
    'an event': weight.events,
    'a signature': Buffer.from((await signature()).split(',')[1] ?? '', 'base64').length,
  });
});

test('the board, after each change', () =>
  inTurns('the board, something has changed', {
    few: '/api/board',
    before: (bed, i) => bed.dispatcher.patch('/api/tasks/1', { notes: `note ${String(i)}` }),
  }));

test('tasks, after each change', () =>
  inTurns('GET /api/tasks, something has changed', {
    few: '/api/tasks',
    before: (bed, i) => bed.dispatcher.patch('/api/tasks/1', { notes: `again ${String(i)}` }),
  }));

test('history by date', async () => {
  const yesterday = dayOf(1);
  const inside = dayOf(Math.max(1, Math.floor(MANY / PER_DAY / 2)));
  await inTurns('history, a day of 1,000 tasks', { few: `/history?date=${yesterday}` });
  await inTurns('… a day long ago', {
    few: `/history?date=${yesterday}`,
    many: `/history?date=${inside}`,
  });
  await inTurns('… searching in it', {
    few: `/history?date=${yesterday}&q=brake`,
    many: `/history?date=${inside}&q=brake`,
  });
  await inTurns('archived/by-date, all 1,000', { few: `/api/tasks/archived/by-date/${yesterday}` });
});

test('finding', async () => {
  const find = (text: string) => `/api/tasks/find?q=${encodeURIComponent(text)}`;
  const late = String(MANY - 5);
  const invoice = await inTurns('finding an invoice', { few: find('inv-995'), many: find(`inv-${late}`) });
  await inTurns('… a word that most have', { few: find('kansas') });
  const place = await inTurns('… a place', { few: find('muffler works 49') });
  await inTurns('… a driver', { few: find('moreau') });
  await inTurns('… nothing at all', { few: find('qqqqzz') });
  const where = await inTurns('where a task is', { few: '/api/tasks/1/where' });
  row(`an archive of ${String(MANY)}: where a task is`, { unit: 'ms', ours: where, goal: '≤ 50' });
  row(`an archive of ${String(MANY)}: find by invoice`, { unit: 'ms', ours: invoice, goal: '≤ 40' });
  row(`an archive of ${String(MANY)}: find by place`, { unit: 'ms', ours: place, goal: '≤ 80' });
});

test('by which index an invoice is found, written in one word and in two', async () => {
  const [sampled] = await many.database.rows<{ texts: string[] }>(SAMPLE_TEXTS);
  const number = String(Math.floor(MANY / 2) - 1_787);
  for (const wanted of [`inv${number}`, `inv ${number}`]) {
    const { text, values } = bound(FIND, {
      ...findValues(wanted, sampled?.texts ?? []),
      isWhole: true,
      scopeDriver: null,
    });
    const lines = await many.database.rows<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) ${text}`,
      values,
    );
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    const [, ms] = /Execution Time: ([\d.]+) ms/.exec(plan) ?? [];
    const [, blocks] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
    report(`EXPLAIN of finding “${wanted}”`, {
      ms: Number(ms),
      blocks: Number(blocks),
      index: /Bitmap Index Scan on (tasks_search_key)/.exec(plan)?.[1] ?? 'none',
    });
  }
});

test('a report of a year', async () => {
  const range = `from=${dayOf(365)}&to=${dayOf(1)}`;
  for (const bed of [few, many]) {
    const rows = bed === few ? FEW : Math.min(MANY, 365 * PER_DAY);
    const first = await timed(bed, `/api/history/report?${range}`);
    const again = await timed(bed, `/api/history/report?${range}`);
    const changed = await timed(bed, `/api/history/report?${range}`, () =>
      bed.database.rows('update task_archive_summary set updated_at = now() where date = $1', [dayOf(7)]),
    );
    report(`report of a year, ${String(rows)} tasks`, {
      'first ms': first,
      'a day has changed ms': changed,
      'unchanged ms': again,
    });
  }
  await inTurns('report of a day', {
    few: `/history/report?from=${dayOf(1)}&to=${dayOf(1)}`,
  });
});
