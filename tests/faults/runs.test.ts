/** The cut-off of a run while one instance is killed and one is frozen. */
import { expect, test, vi } from 'vitest';
import { startNetwork } from '../support/network';
import { delivery, make } from '../support/factories';
import { tell } from './installation';
import { addRun, addSchedule, runRow } from '../support/runs';

test('a run closes once at its cut-off with one instance killed and one frozen', async () => {
  const network = await startNetwork();
  const [frozen] = await Promise.all([network.another(), network.another()]);
  const office = await network.as('dispatcher2');
  const schedule = await addSchedule(network.database, { name: 'North', isDefault: true });
  const run = await addRun(network.database, schedule, { cutoff: 0.3 });
  const tasks = [];
  for (let stop = 0; stop < 10; stop += 1)
    tasks.push(await make(office, delivery({ location: `Stop ${String(stop)}` })));
  expect(new Set(tasks.map(({ run_id }) => run_id))).toEqual(new Set([run]));
  const [cutoff] = await network.database.rows<{ ms: number }>(
    'select extract(epoch from cutoff_at - now())::float8 * 1000 as ms from runs where id = $1',
    [run],
  );
  const at = performance.now() + (cutoff?.ms ?? 0);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now() - 300)));
  process.kill(frozen.pid, 'SIGSTOP');
  await network.app.kill();
  await vi.waitFor(async () => expect((await runRow(network.database, run)).state).toBe('closed'), {
    timeout: 10_000,
    interval: 50,
  });
  tell(`closed ${String(Math.round(performance.now() - at))} ms after the cut-off`);
  const events = await network.database.rows("select 1 from task_events where action = 'run closed'");
  expect(events).toHaveLength(tasks.length);
  process.kill(frozen.pid, 'SIGCONT');
  await network.close();
}, 120_000);
