/**
 * Measures the candidates for a task among 40 drivers with 30 stops each, with estimated and with stored road times.
 * `npm run bench -- --candidates`
 */
import { test } from 'vitest';
import type { Candidates } from '~/domain/scheduling/candidates/schema';
import { delivery, make } from '../support/factories';
import { startOsrm } from '../support/osrm';
import { makeBed, type Bed } from './bed';
import { median } from './load';
import { cpuSeconds, postmasterOf } from './processes';
import { report, row } from './report';

const [DRIVERS, STOPS, CALLS] = [40, 30, 20];
const MOST_TRIES = 300;

const place = { location: 'Newcomer', address: '1 New Street', latitude: '39.05', longitude: '-94.62' };

async function measure(bed: Bed, name: string, source: string): Promise<void> {
  const { id } = await make(bed.dispatcher, delivery({ ...place, driver_id: null }));
  const ask = async () =>
    (await bed.dispatcher.get<Candidates>(`/api/tasks/${String(id)}/candidates`)).body.candidates;
  // Missing road times are loaded in the background.
  for (let tries = 0; (await ask()).some(({ added }) => added?.roads !== source); tries += 1)
    if (tries === MOST_TRIES) throw new Error(`Times do not come from ${source}`);
  const postmaster = await postmasterOf(bed.database.url);
  const before = [cpuSeconds(bed.app.pid), cpuSeconds(postmaster)];
  const taken: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const from = performance.now();
    await ask();
    taken.push(performance.now() - from);
  }
  const [own = 0, base = 0] = [cpuSeconds(bed.app.pid), cpuSeconds(postmaster)].map(
    (after, index) => (1_000 * (after - (before[index] ?? 0))) / CALLS,
  );
  report(`candidates, 40 drivers × 30 stops, ${name}, ms`, {
    answer: median(taken),
    'CPU of the application': own,
    'of PostgreSQL': base,
  });
  row(`candidates of 40 drivers × 30 stops, ${name}`, { unit: 'ms', ours: median(taken), goal: '≤ 100' });
}

test('estimated', async () => {
  const bed = await makeBed({ drivers: DRIVERS, tasks: DRIVERS * STOPS });
  await measure(bed, 'estimated', 'estimate');
  await bed.close();
});

test('by road', async () => {
  const osrm = await startOsrm();
  osrm.mode = { kind: 'roads', between: (a, b) => 60 + 1e5 * Math.hypot(a.lat - b.lat, a.lng - b.lng) };
  const bed = await makeBed({ drivers: DRIVERS, tasks: DRIVERS * STOPS }, undefined, { OSRM_URL: osrm.url });
  await measure(bed, 'by road', 'osrm');
  await bed.close();
  await osrm.close();
});
