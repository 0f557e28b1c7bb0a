/**
 * Random histories of runs on three instances, of which one is killed now and then: orders, edits, cut-offs, closing,
 * leaving, late tasks, cancelling, undo, all at once. `RUN_HISTORIES=1000` runs as many.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { delivery, pickup } from '../support/factories';
import { submitForm, type Toast, undo } from '../support/forms';
import { brokenInvariants } from '../support/invariants';
import { sessionOf } from '../support/people';
import { addRun, addSchedule } from '../support/runs';
import { useNetwork } from '../support/use-network';

const HISTORIES = Number(process.env.RUN_HISTORIES ?? 12);
const SECONDS_EACH = 20;

const network = useNetwork();
let others: App[] = [];
let cookie: string;

beforeAll(async () => {
  cookie = await sessionOf(network.database, 'dispatcher2');
  others = [
    await startApp({ databaseUrl: network.database.url }),
    await startApp({ databaseUrl: network.database.url }),
  ];
});
afterAll(() => Promise.all(others.map((app) => app.stop())));

const index = fc.nat(20);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('order' as const),
      code: fc.constantFrom('N', 'S', ''),
      byHand: fc.boolean(),
      run: index,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('edit' as const),
      task: index,
      body: fc.constantFrom<object>(
        { ship_via: 'N' },
        { ship_via: 'S' },
        { status: 'pending' },
        { status: 'hold' },
        { driver_id: null },
        { run_id: null },
        { notes: 'Ring' },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('join' as const), task: index, run: index }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('delete' as const), task: index }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('cutoff' as const), run: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('close' as const, 'out' as const, 'cancel' as const),
      run: index,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('driver' as const), run: index, someone: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('late' as const, 'move' as const), run: index, task: index }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('undo' as const), which: index }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** Steps of one group run at the same time. */
const histories = fc.record({
  groups: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 }),
  kill: fc.option(fc.nat(7), { freq: 12 }),
});

/** Each statement selects what breaks a rule. */
const RULES: Record<string, string> = {
  'a task waits only for a run that has not left': `
    select t.id, r.state from tasks t join runs r on r.id = t.run_id
    where t.status = 'next-route' and r.state not in ('building', 'closed')`,
  'nothing is in a run after its cut-off without an event that says so': `
    select t.id, r.state, t.run_place from tasks t join runs r on r.id = t.run_id
    where r.state in ('closed', 'out', 'done') and t.run_rule <> 'standing' and not exists (
      select from task_events e where e.task_id = t.id and e.action in ('run closed', 'added late')
        and (e.changes ? 'run_place'))`,
  'a run closes once': `
    select e.task_id, e.changes from task_events e where e.action = 'run closed'
      and e.changes -> 'run_place' ->> 0 is not null`,
  'no run is open after its cut-off': `
    select id from runs where state = 'building' and cutoff_at < now() - interval '15 seconds'`,
  'places of a run are unique': `
    select run_id, run_place from tasks where run_place is not null group by 1, 2 having count(*) > 1`,
  'a task waits with the driver of its run': `
    select t.id, t.driver_id, r.driver_id as run_driver from tasks t join runs r on r.id = t.run_id
    where t.status = 'next-route' and t.driver_id is distinct from r.driver_id`,
  'a task is under way only when its run is': `
    select t.id, t.status, r.state from tasks t join runs r on r.id = t.run_id
    where t.status in ('pending', 'going', 'completed') and r.state in ('building', 'closed')`,
  'a task without a run waits for none': `
    select id from tasks where run_id is null and status = 'next-route'`,
};

test(
  `${String(HISTORIES)} histories on three instances keep the rules of runs`,
  async () => {
    await fc.assert(fc.asyncProperty(histories, live), { numRuns: HISTORIES, endOnFailure: true });
  },
  HISTORIES * SECONDS_EACH * 1_000,
);

async function live({ groups, kill }: { groups: Step[][]; kill: number | null }): Promise<void> {
  for (const table of ['tasks', 'task_events', 'runs', 'run_schedules'])
    await network.database.rows(`delete from ${table}`);
  const driverId = network.ids.driver ?? null;
  const north = await addSchedule(network.database, { name: 'North', shipVia: ['N'], driverId });
  const south = await addSchedule(network.database, { name: 'South', isDefault: true });
  const runs = [
    await addRun(network.database, north, { cutoff: 20 }),
    await addRun(network.database, south, { cutoff: 30 }),
    await addRun(network.database, north, { cutoff: 60 }),
    await addRun(network.database, south, { cutoff: 90 }),
  ];
  const made: number[] = [];
  const deleted: number[] = [];
  const apps = [network.app, ...others];
  const clients: Client[] = apps.map(({ origin }) => client(origin, cookie));
  let turn = 0;
  const someone = () => clients[(turn += 1) % clients.length] ?? clients[0];
  const runAt = (number: number) => String(runs[number % runs.length]);
  const taskAt = (number: number) => made[number % made.length];

  const undoable: Toast[] = [];
  /** By the page of the run, which offers to undo it. */
  async function press(who: Client, run: string, intent: string, more: Record<string, string | number> = {}) {
    const { toast } = await submitForm(who, `/dispatcher/run/${run}`, { intent, runId: run, ...more });
    if (toast?.offer) undoable.push(toast);
  }

  async function take(each: Step): Promise<void> {
    const who = someone();
    if (!who) return;
    if (each.act === 'order') {
      const body = { ship_via: each.code, ...(each.byHand && { run_id: Number(runAt(each.run)) }) };
      const { status, body: task } = await who.post<Task>(
        '/api/tasks',
        each.code ? delivery(body) : pickup(body),
      );
      if (status === 201) made.push(task.id);
      return;
    }
    if (each.act === 'cutoff') {
      await network.database.rows(
        "update runs set cutoff_at = now(), departs_at = now() + interval '5 minutes' where id = $1 and state = 'building'",
        [runAt(each.run)],
      );
      return;
    }
    if (each.act === 'driver') {
      await press(who, runAt(each.run), 'setRunDriver', {
        driverId: each.someone ? (network.ids.driver2 ?? '') : '',
      });
      return;
    }
    if (each.act === 'close') {
      await who.post(`/api/runs/${runAt(each.run)}/close`);
      return;
    }
    if (each.act === 'out' || each.act === 'cancel') {
      await press(who, runAt(each.run), each.act === 'out' ? 'runOut' : 'cancelRun');
      return;
    }
    if (each.act === 'undo') {
      const toast = undoable[each.which % undoable.length];
      if (toast) await undo(who, toast);
      return;
    }
    if (!('task' in each)) return;
    const task = taskAt(each.task);
    if (task === undefined) return;
    const path = `/api/tasks/${String(task)}`;
    if (each.act === 'edit') await who.patch(path, each.body);
    if (each.act === 'join') await who.patch(path, { run_id: Number(runAt(each.run)) });
    if (each.act === 'delete' && (await who.del(path)).status === 200) deleted.push(task);
    if (each.act === 'late')
      await press(who, runAt(each.run), 'addLate', { taskIds: task, reason: 'Forgotten' });
    if (each.act === 'move') await press(who, runAt(each.run), 'moveToRun', { taskIds: task });
  }

  for (const [number, group] of groups.entries()) {
    const [victim] = others;
    const killed = number === kill && victim ? victim.kill() : undefined;
    // The instance that is killed may not have answered.
    await Promise.all(group.map((each) => take(each).catch(failsOnlyWhen(kill === number))));
    await killed;
    if (killed) others = [await startApp({ databaseUrl: network.database.url }), ...others.slice(1)];
    if (killed) clients.splice(1, 1, client(others[0]?.origin ?? '', cookie));
  }
  await vi.waitFor(
    async () => {
      const open = await network.database.quietly(
        "select id from runs where state = 'building' and cutoff_at <= now()",
      );
      expect(open).toEqual([]);
    },
    { timeout: 15_000, interval: 100 },
  );
  for (const [rule, sql] of Object.entries(RULES))
    expect(await network.database.quietly(sql), rule).toEqual([]);
  const kept = await network.database.quietly<{ id: number }>(
    "select id from tasks where run_rule is distinct from 'standing'",
  );
  const ids = new Set(kept.map(({ id }) => id));
  expect(
    made.filter((id) => !ids.has(id) && !deleted.includes(id)),
    'lost',
  ).toEqual([]);
  expect(await brokenInvariants(network.database)).toEqual([]);
}

const failsOnlyWhen = (isExpected: boolean) => (error: unknown) => {
  if (!isExpected) throw error;
};
