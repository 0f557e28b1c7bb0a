/** Clocks are wrong or jump. Scheduled work uses the database's clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockIn, findFaketime } from '../support/faketime';
import { make, pickup } from '../support/factories';
import { brokenInvariants } from '../support/invariants';
import { install, type Installation, tell } from './installation';
import { slowed } from '../support/slowness';

const found = findFaketime();
const SKIPPED = found ? '' : ' (SKIPPED: libfaketime is not installed)';
let installation: Installation;
let folder: string;

beforeAll(async () => {
  installation = await install({ lanes: 1 });
  folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-clock-'));
});
afterAll(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});

test.skipIf(!found)(
  `an instance whose clock is wrong and jumps releases holds when they are due, once, and ends no session${SKIPPED}`,
  async () => {
    const clock = clockIn(join(folder, 'clock'), found ?? '');
    clock.jump('+90m');
    const desk = await installation.as('desk1');
    await installation.app().stop();
    await installation.start(clock.env);
    const date = (await desk.get('/healthz')).headers.get('date') ?? '';
    expect(Date.parse(date) - Date.now()).toBeGreaterThan(80 * 60_000);

    const hold = (inMs: number) =>
      make(desk, pickup({ status: 'hold', need_by: new Date(Date.now() + inMs).toISOString() }));
    const [soon, later] = [await hold(3_000), await hold(45 * 60_000)];
    const releases = async (id: number) =>
      (
        await installation.database.rows<{ late: number }>(
          `select extract(epoch from e.created_at - t.need_by)::float as late
       from task_events e join tasks t on t.id = e.task_id where t.id = $1 and e.action = 'released'`,
          [id],
        )
      ).map(({ late }) => late);
    const released = async () => {
      while ((await releases(soon.id)).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await released();
    const driver = await installation.as('lane1');
    for (const by of ['-25h', '+8d', '+0']) {
      clock.jump(by);
      // Times of taps are judged by the clock that all instances share, and phones are told that clock.
      const tap = { status: 'going', occurred_at: new Date().toISOString() };
      const task = await make(desk, pickup({ driver_id: installation.ids.lane1 }));
      const { status, headers } = await driver.patch(`/api/tasks/${String(task.id)}`, tap);
      const told = Date.parse(headers.get('server-time') ?? '');
      expect([status, Math.abs(told - Date.now()) < 5_000]).toEqual([200, true]);
      // Work that runs every second still runs after the jump.
      const next = await hold(1_500);
      while ((await releases(next.id)).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await desk.get('/api/user')).status).toBe(200);
      expect(await releases(next.id)).toHaveLength(1);
    }
    const [late = -1] = await releases(soon.id);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(slowed(3));
    expect(await releases(soon.id)).toHaveLength(1);
    expect(await releases(later.id)).toEqual([]);
    expect(await brokenInvariants(installation.database)).toEqual([]);
    tell(`clock wrong by 90 minutes: a hold was released ${late.toFixed(1)} s after it was due, once`);
  },
);
