/** Measures the time from the command to the first answer, with a migrated database. `npm run bench -- --start` */
import { afterAll, beforeAll, test } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { makeBed, type Bed } from './bed';
import { startFloor } from './floor';
import { median } from './load';
import { cpuSeconds, peakMiB, settledMiB } from './processes';
import { report, times } from './report';

const STARTS = 5;

let bed: Bed;

beforeAll(async () => {
  bed = await makeBed({ drivers: 30, tasks: 300 });
});
afterAll(() => bed.close());

const since = (from: number) => performance.now() - from;

test('start-up and rest', async () => {
  const ours: number[] = [];
  const pages: number[] = [];
  const floors: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < STARTS; i += 1) {
    let from = performance.now();
    const floor = await startFloor(bed.database.url);
    floors.push(since(from));
    floor.stop();
    from = performance.now();
    const app = await startApp({ databaseUrl: bed.database.url });
    ours.push(since(from));
    await client(app.origin).get('/auth');
    pages.push(since(from));
    cpu.push(cpuSeconds(app.pid));
    await app.stop();
  }
  const [our, its] = [median(ours), median(floors)];
  report('start, until it is ready', { 'ours ms': our, 'floor ms': its, ratio: times(our / its) });
  report('… until the first page is there', { 'ours ms': median(pages), 'CPU s': median(cpu) });
});

test('memory', async () => {
  const floor = await startFloor(bed.database.url);
  const app = await startApp({ databaseUrl: bed.database.url });
  const atRest = { ours: await settledMiB(app.pid), floor: await settledMiB(floor.pid) };
  const dispatcher = client(app.origin);
  await dispatcher.signIn('dispatcher');
  for (let i = 0; i < 300; i += 1) await dispatcher.get('/dispatcher');
  report('memory, just started', { 'ours MiB': atRest.ours, 'floor MiB': atRest.floor });
  report('… after 300 pages', { 'ours MiB': await settledMiB(app.pid), 'peak MiB': peakMiB(app.pid) });
  floor.stop();
  await app.stop();
});
