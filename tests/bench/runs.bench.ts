/** Measures the cut-off of 40 runs of 30 stops in one minute. `npm run bench -- --runs` */
import { test, vi } from 'vitest';
import { makeBed, TASK_FIELDS, TASK_VALUES } from './bed';
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
  const before = [cpuSeconds(bed.app.pid), cpuSeconds(postmaster)];
  const from = performance.now();
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
  const seconds = (performance.now() - from) / 1_000;
  const [own = 0, base = 0] = [cpuSeconds(bed.app.pid), cpuSeconds(postmaster)].map(
    (after, index) => after - (before[index] ?? 0),
  );
  report(`cut-off of ${String(RUNS)} runs of ${String(STOPS)} stops, s`, {
    'until the last is closed': seconds,
    'CPU of the application': own,
    'of PostgreSQL': base,
  });
  row(`cut-off of ${String(RUNS)} runs of ${String(STOPS)} stops, CPU`, {
    unit: 's',
    ours: own + base,
    goal: '≤ 2',
  });
  await bed.close();
}, 240_000);
