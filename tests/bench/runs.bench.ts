/** Measures the cut-off of 40 runs of 30 stops in one minute, and what 60 runs add to the board. `npm run bench -- --runs` */
import { get } from 'node:http';
import { test, vi } from 'vitest';
import { DRIVERS, makeBed, TASK_FIELDS, TASK_VALUES } from './bed';
import { cpuSeconds, postmasterOf } from './processes';
import { report, row } from './report';

const [RUNS, STOPS] = [40, 30];

test('cut-offs', async () => {
  const bed = await makeBed({ drivers: RUNS, tasks: 0 }, async (database) => {
    await database.rows(
      `insert into run_schedules (name, dealership, driver_id)
       select 'Run ' || u.id, 'Ford', u.id from users u where 'driver' = any(u.roles)`,
    );
    await database.rows(
      `insert into runs (schedule_id, name, dealership, day, departs, departs_at, cutoff_at, driver_id)
       select id, name, dealership, now()::date, 0, now() + interval '2 hours', now() + interval '1 hour', driver_id
       from run_schedules`,
    );
    await database.rows(
      `insert into tasks (${TASK_FIELDS}, status, driver_id, run_id, run_rule)
       select ${TASK_VALUES}, 'next-route', r.driver_id, r.id, 'hand'
       from generate_series(0, ${String(STOPS - 1)}) k cross join runs r,
         lateral (select k * ${String(RUNS)} + r.id as n) number`,
    );
  });
  // Work that begins with the first request is not measured.
  await bed.dispatcher.get('/api/runs');
  const postmaster = await postmasterOf(bed.database.url);
  /** Returns seconds of the processor's time of the application and of PostgreSQL. */
  const during = async (work: () => Promise<unknown>) => {
    const used = () => [cpuSeconds(bed.app.pid), cpuSeconds(postmaster)];
    const before = used();
    await work();
    const [own = NaN, base = NaN] = used().map((after, index) => after - (before[index] ?? NaN));
    return { own, base };
  };
  const from = performance.now();
  const busy = await during(async () => {
    await bed.database.rows(
      "update runs set cutoff_at = now() + make_interval(secs => mod(id, 40) / 2.0) where state = 'building'",
    );
    await vi.waitFor(
      async () => {
        const [left] = await bed.database.rows<{ count: number }>(
          "select count(*)::integer as count from runs where state = 'building'",
        );
        if (left?.count !== 0) throw new Error(`${String(left?.count)} runs are open`);
      },
      { timeout: 120_000, interval: 1_000 },
    );
  });
  const ms = performance.now() - from;
  // The same time without a cut-off.
  const idle = await during(() => new Promise((resolve) => setTimeout(resolve, ms)));
  const [own, base] = [busy.own - idle.own, busy.base - idle.base];
  report(`cut-off of ${String(RUNS)} runs of ${String(STOPS)} stops, s`, {
    'until the last is closed': ms / 1_000,
    'CPU of the application': own,
    'of PostgreSQL': base,
    'idle for the same time': idle.own + idle.base,
  });
  row(`cut-off of ${String(RUNS)} runs of ${String(STOPS)} stops, CPU`, {
    unit: 's',
    ours: own + base,
    goal: '≤ 2',
  });
  await bed.close();
}, 240_000);

const [SCHEDULES, DEPARTURES, PAIRS] = [12, 5, 40];

/** Returns the bytes of the answer as they are sent, and the milliseconds until the last of them. */
const ask = (origin: string, cookie: string) =>
  new Promise<{ bytes: number; ms: number }>((resolve, reject) => {
    const from = performance.now();
    get(`${origin}/api/board`, { headers: { cookie, 'accept-encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () => {
        resolve({ bytes, ms: performance.now() - from });
      });
    }).on('error', reject);
  });

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

test('the strip', async () => {
  const bed = await makeBed({ drivers: 13, tasks: 250 }, async (database) => {
    await database.rows(
      `insert into run_schedules (name, dealership, driver_id)
       select 'Schedule ' || d.i, 'Ford', d.id from ${DRIVERS} where d.i < ${String(SCHEDULES)}`,
    );
    await database.rows(
      `insert into runs (schedule_id, name, dealership, day, departs, departs_at, cutoff_at, driver_id)
       select s.id, s.name, s.dealership, (now() at time zone 'America/Chicago')::date, n,
         now() + make_interval(mins => 60 + 7 * s.id + 90 * n), now() + make_interval(mins => 40 + 7 * s.id + 90 * n), s.driver_id
       from run_schedules s cross join generate_series(1, ${String(DEPARTURES)}) n`,
    );
  });
  const cookie = bed.dispatcher.cookie();
  const figures = { with: { bytes: 0, ms: [] as number[] }, without: { bytes: 0, ms: [] as number[] } };
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const [which, state] of [
      ['with', 'building'],
      ['without', 'cancelled'],
    ] as const) {
      await bed.database.rows('update runs set state = $1', [state]);
      // All lists are read again, with the runs or without them.
      await bed.database.rows('update tasks set notes = notes');
      const { bytes, ms } = await ask(bed.app.origin, cookie);
      figures[which].bytes = bytes;
      figures[which].ms.push(ms);
    }
  const [ms, floor] = [median(figures.with.ms), median(figures.without.ms)];
  const runs = SCHEDULES * DEPARTURES;
  report(`board with ${String(runs)} runs`, {
    bytes: figures.with.bytes,
    'bytes without': figures.without.bytes,
    ms,
    'ms without': floor,
  });
  row(`bytes of ${String(runs)} runs in the board's answer`, {
    unit: 'B',
    ours: figures.with.bytes - figures.without.bytes,
    goal: '≤ 1000',
  });
  row(`the board's answer after a change, with ${String(runs)} runs`, {
    unit: 'ms',
    ours: ms,
    floor,
    goal: `≤ ${Math.round(100 + 100 / floor) / 100}×`,
  });
  await bed.close();
}, 240_000);
