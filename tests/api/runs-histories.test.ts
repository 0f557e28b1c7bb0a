/**
 * Random histories of runs on three instances, of which one is killed: orders, edits, cut-offs, closing,
 * leaving, late tasks, cancelling, undo, all at once. Histories of several dealerships happen at the same time, each
 * with its own dispatcher, drivers and runs. `RUN_HISTORIES=1000` runs as many, and `RUN_SEED` those of an earlier run.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { delivery, pickup } from '../support/factories';
import { submitForm, type Toast, undo } from '../support/forms';
import { brokenInvariants } from '../support/invariants';
import { addPeople, sessionOf } from '../support/people';
import { addRun, addSchedule, brokenRunRules } from '../support/runs';
import { useNetwork } from '../support/use-network';

const AT_ONCE = 8;
const HISTORIES = Number(process.env.RUN_HISTORIES ?? 8 * AT_ONCE);
const SECONDS_EACH = 10;
const SEED = Number(process.env.RUN_SEED ?? Math.floor(Math.random() * 2 ** 31));

type Team = { dealership: string; cookie: string; driverId: number; otherId: number };

const network = useNetwork();
let others: App[] = [];
let teams: Team[];

async function addTeam(number: number): Promise<Team> {
  const dealership = `Team ${String(number)}`;
  const [desk, driver, other] = ['desk', 'driver', 'other'].map((role) => `${role}-${String(number)}`);
  if (!desk || !driver || !other) throw new Error('Nobody');
  await network.database.rows('insert into dealerships (name) values ($1)', [dealership]);
  const person = (username: string, role: string) => ({
    username,
    name: username,
    roles: [role],
    dealerships: [dealership],
  });
  const ids = await addPeople(network.database.url, [
    person(desk, 'dispatcher'),
    person(driver, 'driver'),
    person(other, 'driver'),
  ]);
  return {
    dealership,
    cookie: await sessionOf(network.database, desk),
    driverId: ids[driver] ?? NaN,
    otherId: ids[other] ?? NaN,
  };
}

beforeAll(async () => {
  teams = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => addTeam(number)));
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
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 });
const histories = fc.record({
  all: fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE }),
  kill: fc.option(fc.nat(7), { freq: 12 }),
});

test(
  `${String(HISTORIES)} histories on three instances keep the rules of runs, seed ${String(SEED)}`,
  async () => {
    await fc.assert(fc.asyncProperty(histories, live), {
      numRuns: Math.ceil(HISTORIES / AT_ONCE),
      endOnFailure: true,
      seed: SEED,
    });
  },
  HISTORIES * SECONDS_EACH * 1_000,
);

type Lived = { take: (each: Step) => Promise<void>; made: number[]; deleted: number[] };

/** @param ask calls one of the instances, in turn. */
async function begin({ dealership, driverId, otherId }: Team, ask: () => Client): Promise<Lived> {
  const { database } = network;
  const north = await addSchedule(database, {
    name: `${dealership} North`,
    dealership,
    shipVia: ['N'],
    driverId,
  });
  const south = await addSchedule(database, { name: `${dealership} South`, dealership, isDefault: true });
  const runs = [
    await addRun(database, north, { cutoff: 20 }),
    await addRun(database, south, { cutoff: 30 }),
    await addRun(database, north, { cutoff: 60 }),
    await addRun(database, south, { cutoff: 90 }),
  ];
  const made: number[] = [];
  const deleted: number[] = [];
  const runAt = (number: number) => String(runs[number % runs.length]);
  const taskAt = (number: number) => made[number % made.length];

  const undoable: Toast[] = [];
  /** By the page of the run, which offers to undo it. */
  async function press(who: Client, run: string, intent: string, more: Record<string, string | number> = {}) {
    const { toast } = await submitForm(who, `/dispatcher/run/${run}`, { intent, runId: run, ...more });
    if (toast?.offer) undoable.push(toast);
  }

  async function take(each: Step): Promise<void> {
    const who = ask();
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
      await database.rows(
        "update runs set cutoff_at = now(), departs_at = now() + interval '5 minutes' where id = $1 and state = 'building'",
        [runAt(each.run)],
      );
      return;
    }
    if (each.act === 'driver') {
      await press(who, runAt(each.run), 'setRunDriver', { driverId: each.someone ? otherId : '' });
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

  return { take, made, deleted };
}

async function live({ all, kill }: { all: Step[][][]; kill: number | null }): Promise<void> {
  const { database } = network;
  for (const table of ['tasks', 'task_events', 'runs', 'run_schedules'])
    await database.rows(`delete from ${table}`);
  let turn = 0;
  const nextOf = (cookie: string) => () => {
    const apps = [network.app, ...others];
    turn += 1;
    return client((apps[turn % apps.length] ?? network.app).origin, cookie);
  };
  const lived = await Promise.all(teams.map((team) => begin(team, nextOf(team.cookie))));

  for (let number = 0; number < Math.max(...all.map((groups) => groups.length)); number += 1) {
    const [victim] = others;
    const killed = number === kill && victim ? victim.kill() : undefined;
    // The instance that is killed may not have answered.
    await Promise.all(
      lived.flatMap(({ take }, index) =>
        (all[index]?.[number] ?? []).map((each) => take(each).catch(failsOnlyWhen(kill === number))),
      ),
    );
    await killed;
    if (killed) others = [await startApp({ databaseUrl: database.url }), ...others.slice(1)];
  }
  // Cut-offs were moved behind the backs of the instances, which look for them after a change of tasks.
  await database.rows('update tasks set notes = notes where false');
  await vi.waitFor(
    async () => {
      const open = await database.quietly(
        "select id from runs where state = 'building' and cutoff_at <= now()",
      );
      expect(open).toEqual([]);
    },
    { interval: 50 },
  );
  expect(await brokenRunRules(database)).toEqual([]);
  const kept = await database.quietly<{ id: number }>(
    "select id from tasks where run_rule is distinct from 'standing'",
  );
  const ids = new Set(kept.map(({ id }) => id));
  expect(
    lived.flatMap(({ made, deleted }) => made.filter((id) => !ids.has(id) && !deleted.includes(id))),
    'lost',
  ).toEqual([]);
  expect(
    await database.quietly(
      'select t.id from tasks t join runs r on r.id = t.run_id where t.dealership <> r.dealership',
    ),
    'in a run of another dealership',
  ).toEqual([]);
  expect(await brokenInvariants(database)).toEqual([]);
}

const failsOnlyWhen = (isExpected: boolean) => (error: unknown) => {
  if (!isExpected) throw error;
};
