/** Measures 50,000 accounts: their import, their page and their export. `npm run bench -- --import` */
import { afterAll, beforeAll, test } from 'vitest';
import type { ImportJob } from '~/domain/network/accounts/schema';
import { makeBed, type Bed } from './bed';
import { percentile } from './load';
import { cpuSeconds, forgetPeak, peakMiB, settledMiB } from './processes';
import { report } from './report';

const ROWS = 50_000;
const LOOK_EVERY_MS = 100;

const CSV = ['Company Name,Address,City,State,ZIP,Phone,Type']
  .concat(
    Array.from(
      { length: ROWS },
      (_, i) =>
        `"Shop ${String(i)}, Inc.",${String(100 + i)} Main St,Kansas City,MO,64105,816-555-${String(1_000 + (i % 9_000))},shop`,
    ),
  )
  .join('\n');

let bed: Bed;

beforeAll(async () => {
  bed = await makeBed({ drivers: 5, tasks: 20 });
});
afterAll(() => bed.close());

/** @returns seconds, MiB before the work, and the peak in MiB. */
async function watched(work: () => Promise<unknown>) {
  const { pid } = bed.app;
  const before = await settledMiB(pid);
  forgetPeak(pid);
  const [from, cpu] = [performance.now(), cpuSeconds(pid)];
  await work();
  return {
    seconds: (performance.now() - from) / 1_000,
    'CPU s': cpuSeconds(pid) - cpu,
    'MiB before': before,
    'at most': peakMiB(pid),
  };
}

async function upload(): Promise<void> {
  const form = new FormData();
  form.set('intent', 'importCsv');
  form.set('file', new File([CSV], 'accounts.csv', { type: 'text/csv' }));
  const headers = { cookie: bed.dispatcher.cookie(), origin: bed.app.origin };
  const answer = await fetch(`${bed.app.origin}/accounts/import`, {
    method: 'POST',
    body: form,
    headers,
    redirect: 'manual',
  });
  const id = /\?result=(\d+)$/.exec(answer.headers.get('location') ?? '')?.[1];
  if (!id) throw new Error(`The import was answered with ${String(answer.status)}`);
  for (;;) {
    const { body } = await bed.dispatcher.get<ImportJob>(`/api/accounts/imports/${id}`);
    if (body.state === 'done') return;
    if (body.state === 'failed') throw new Error(body.error ?? 'The import failed');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

test('importing 50,000 accounts', async () => {
  report(`import of ${String(ROWS)} accounts (${(CSV.length / 1e6).toFixed(1)} MB)`, await watched(upload));
  const [{ count } = { count: 0 }] = await bed.database.rows<{ count: number }>(
    'select count(*)::integer as count from accounts',
  );
  if (count !== ROWS) throw new Error(`${String(count)} accounts were imported`);
  report('… the same file again: nothing new', await watched(upload));
  const csvData = 'Company Name,Address\nOne More,"1 Oak St, Kansas City, MO 64105"';
  const one = () => bed.dispatcher.post('/api/accounts/import-csv', { csvData });
  report('… one account more', await watched(one));
});

test('the accounts page and the export', async () => {
  const pages = {
    'first page': '/accounts',
    'last page': '/accounts?page=1000',
    'a search': '/accounts?search=shop%204',
    'suggestions while typing': '/api/accounts?search=shop%2049&limit=8',
  };
  for (const [what, path] of Object.entries(pages)) {
    const taken: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const from = performance.now();
      const { status } = await bed.dispatcher.get(path);
      if (status !== 200) throw new Error(`${path}: ${String(status)}`);
      taken.push(performance.now() - from);
    }
    report(`50,000 accounts, ${what}`, {
      'median ms': percentile(taken, 0.5),
      'p95 ms': percentile(taken, 0.95),
    });
  }
  let bytes = 0;
  const work = async () => {
    bytes = (await bed.dispatcher.get<string>('/accounts/export.csv')).body.length;
  };
  report('export of 50,000 accounts', { ...(await watched(work)), MB: bytes / 1e6 });
});
