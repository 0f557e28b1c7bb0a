/** Changes of runs from two instances at the same time: nobody waits for somebody who waits for them. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { client, type Client } from '../support/client';
import { delivery, make } from '../support/factories';
import { brokenInvariants } from '../support/invariants';
import { sessionOf } from '../support/people';
import { addRun, addSchedule, brokenRunRules } from '../support/runs';
import { useNetwork } from '../support/use-network';

const ROUNDS = 12;
const network = useNetwork();
const office = network.client('dispatcher2');
const admin = network.client('admin');

/** Each backend writes what it has counted when it ends. */
async function deadlocks(): Promise<number> {
  const [found] = await network.database.quietly<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return found?.deadlocks ?? NaN;
}

/** Two closed runs and two that take tasks, of three drivers, with tasks in each and beside them. */
async function prepare(round: number) {
  const { driver = 0, driver2 = 0, driver3 = 0 } = network.ids;
  const runs: number[] = [];
  const tasks: Task[] = [];
  for (const [index, driverId] of [driver, driver2, driver3, driver2].entries()) {
    const name = `Run ${String(round)} ${String(index)}`;
    const schedule = await addSchedule(network.database, { name, driverId, isDefault: index === 3 });
    const run = await addRun(network.database, schedule, { cutoff: 30 + 10 * index });
    for (let number = 0; number < 4; number += 1)
      tasks.push(await make(office, delivery({ run_id: run, location: `Stop ${String(number)}` })));
    runs.push(run);
    if (index < 2) await office.post(`/api/runs/${String(run)}/close`);
  }
  tasks.push(await make(office, delivery({ run_id: null, driver_id: null })));
  return { runs, tasks };
}

test('adding late, moving, closing, leaving, cancelling and deleting a driver at once: no deadlock, no lost task', async () => {
  const cookie = await sessionOf(network.database, 'dispatcher');
  const instances = [await network.another(), await network.another()];
  const clients = instances.map(({ origin }) => client(origin, cookie));
  const before = await deadlocks();
  const made: number[] = [];
  let turn = 0;
  const next = (): Client => {
    turn += 1;
    return clients[turn % clients.length] ?? office;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await network.database.rows('delete from run_schedules');
    const { runs, tasks } = await prepare(round);
    made.push(...tasks.map(({ id }) => id));
    const [one = 0, two = 0, three = 0, four = 0] = runs;
    const ids = (...numbers: number[]) => numbers.map((number) => tasks[number]?.id ?? 0);
    const post =
      (run: number, what: string, body: object = {}) =>
      () =>
        next().post(`/api/runs/${String(run)}/${what}`, body);
    const late = (run: number, ...numbers: number[]) =>
      post(run, 'late', { taskIds: ids(...numbers), reason: 'Forgotten' });
    const acts: (() => Promise<{ status: number }>)[] = [
      late(one, 8, 16, 12),
      late(two, 13, 9, 16),
      post(three, 'move', { taskIds: ids(14, 1, 5) }),
      post(four, 'move', { taskIds: ids(10, 4, 0) }),
      post(three, 'close'),
      post(four, 'close'),
      post(one, 'out'),
      post(three, 'out'),
      post(two, 'cancel'),
      post(four, 'cancel'),
      () => next().put(`/api/runs/${String(two)}/driver`, { driverId: network.ids.driver3 }),
      () => next().put(`/api/runs/${String(three)}/driver`, { driverId: network.ids.driver }),
      () => admin.del(`/api/admin/users/${String(network.ids.driver3)}`),
    ];
    // Each round begins with another act.
    const turned = [...acts.slice(round), ...acts.slice(0, round)];
    const answers = await Promise.all(turned.map((act) => act()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await brokenRunRules(network.database)).toEqual([]);
    await admin.post(`/api/admin/users/${String(network.ids.driver3)}/restore`);
  }
  const kept = await network.database.quietly<{ id: number }>('select id from tasks where id = any($1)', [
    made,
  ]);
  expect(kept).toHaveLength(made.length);
  expect(await brokenInvariants(network.database)).toEqual([]);
  await network.stopOthers();
  expect(await deadlocks()).toBe(before);
});
