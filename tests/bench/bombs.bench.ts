/** Measures calls of the application while documents are read that unpack to gigabytes. `npm run bench -- --bombs` */
import { deflateSync } from 'node:zlib';
import { test, vi } from 'vitest';
import { contents, pdfOf } from '../support/documents';
import { makeBed } from './bed';
import { median, percentile } from './load';
import { report, row } from './report';

const ROUNDS = 5;
const CALLS = 200;
/** Between two calls, as pages and phones make them. */
const PAUSE_MS = 10;

const bombOf = (number: number) => {
  const packed = deflateSync(deflateSync(Buffer.alloc(300_000_000, '0 '), { level: 9 }), { level: 9 });
  const bomb = pdfOf([], [contents(packed, '/Filter[/FlateDecode/FlateDecode]')]);
  return Buffer.concat([bomb, Buffer.from(`% ${String(number)}\n`)]);
};

test('bombs', async () => {
  const bed = await makeBed({ drivers: 30, tasks: 300 });
  const { database, dispatcher } = bed;
  const [source] = await database.rows<{ id: number }>(
    "insert into intake_sources (name, user_id, is_on) select 'Bombs', id, true from users where username = 'admin' returning id",
  );
  const unread = async () =>
    (
      await database.rows<{ n: number }>(
        "select count(*)::integer as n from intake_documents where state = 'new'",
      )
    )[0]?.n ?? 0;
  const calls = async () => {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const from = performance.now();
      await dispatcher.get('/api/board');
      times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return percentile(times, 0.95);
  };
  const bombs = Array.from({ length: ROUNDS }, (_, number) => bombOf(number));
  await calls();
  const quiet: number[] = [];
  const reading: number[] = [];
  for (const bomb of bombs) {
    quiet.push(await calls());
    const path = `/api/intake/sources/${String(source?.id)}/documents`;
    await dispatcher.post(path, bomb, { 'content-type': 'application/pdf' });
    reading.push(await calls());
    await vi.waitFor(
      async () => {
        if ((await unread()) > 0) throw new Error('A bomb is still read');
      },
      { timeout: 120_000, interval: 500 },
    );
  }
  const [ours, floor] = [median(reading), median(quiet)];
  report('the board while a bomb is read, p95 ms', { reading: ours, quiet: floor });
  row('the board while a bomb is read, p95', { unit: 'ms', ours, floor, goal: '≤ 2×' });
  await bed.close();
}, 600_000);
