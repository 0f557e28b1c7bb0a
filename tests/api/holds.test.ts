import { beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { startNetwork } from '../support/network';
import { useNetwork } from '../support/use-network';
import { listenTo, lookUntil } from '../support/sockets';

const network = useNetwork();
const dispatcher = network.client('dispatcher');

beforeAll(async () => {
  await network.another();
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const path = ({ id }: Pick<Task, 'id'>) => `/api/tasks/${String(id)}`;
const released = (id: number) =>
  network.database.rows("select id from task_events where task_id = $1 and action = 'released'", [id]);

async function waitFor(watcher: Client, task: Task, status: string): Promise<Task> {
  const board = await listenTo(network.app.origin, { cookie: watcher.cookie() });
  const found = await lookUntil(board, async () => {
    const { body } = await watcher.get<Task>(path(task));
    return body.status === status ? body : null;
  });
  board.close();
  return found;
}

test('a hold comes due once, on two instances, keeps need_by, and goes to the end of the route', async () => {
  const driver_id = network.ids.driver;
  const waiting = await make(dispatcher, delivery({ driver_id }));
  const held = await make(dispatcher, delivery({ driver_id, status: 'hold', need_by: inMs(1_500) }));
  const task = await waitFor(dispatcher, held, 'pending');
  expect(task.need_by).toBe(held.need_by);
  expect(task.order_index).toBeGreaterThan(waiting.order_index ?? 0);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(held.need_by ?? ''));
  expect(await released(held.id)).toHaveLength(1);
});

test('a need_by that has passed already releases at once', async () => {
  const held = await make(dispatcher, pickup({ status: 'hold', need_by: inMs(-60_000) }));
  await waitFor(dispatcher, held, 'pending');
  expect(await released(held.id)).toHaveLength(1);
});

/**
 * Returns a hold without need_by. On a busy machine it may be released before the need_by is removed; then another
 * one is made.
 */
async function withoutMoment(ms = 1_200): Promise<{ id: number; due: number }> {
  const due = Date.now() + ms;
  const held = await make(dispatcher, pickup({ status: 'hold', need_by: new Date(due).toISOString() }));
  const { body } = await dispatcher.patch<Task>(path(held), { need_by: null });
  return body.status === 'hold' ? { id: held.id, due } : withoutMoment(4 * ms);
}

test('moved later it waits; without need_by it stays', async () => {
  const moved = await make(dispatcher, pickup({ status: 'hold', need_by: inMs(3_600_000) }));
  const kept = await withoutMoment();
  const due = Math.max(kept.due, Date.now() + 1_200);
  await dispatcher.patch(path(moved), { need_by: new Date(due).toISOString() });
  await waitFor(dispatcher, moved, 'pending');
  expect((await dispatcher.get<Task>(path(kept))).body.status).toBe('hold');
});

test('a task that could not be completed stays with the dispatcher, need_by or not, until a new time is set', async () => {
  const driver_id = network.ids.driver;
  const driver = await network.as('driver');
  const failed = await make(dispatcher, pickup({ driver_id, status: 'hold', need_by: inMs(-60_000) }));
  await waitFor(dispatcher, failed, 'pending');
  await driver.patch(path(failed), { status: 'going' });
  await driver.patch(path(failed), { status: 'hold', failure_reason: 'closed' });
  const later = await make(dispatcher, pickup({ status: 'hold', need_by: inMs(1_200) }));
  await waitFor(dispatcher, later, 'pending');
  const { body: waiting } = await dispatcher.get<Task>(path(failed));
  expect(waiting).toMatchObject({ status: 'hold', failure_reason: 'closed', need_by: failed.need_by });

  const { body: planned } = await dispatcher.patch<Task>(path(failed), { need_by: inMs(1_200) });
  expect(planned).toMatchObject({ status: 'hold', failure_reason: null, attempts: 1 });
  await waitFor(dispatcher, failed, 'pending');
});

test('many at once are released exactly once each, and what was due while all were down is made up for', async () => {
  const alone = await startNetwork();
  const boss = await alone.as('dispatcher');
  const held: Task[] = [];
  // Ten tasks are created at a time. With sixty at once, the last would exceed the time limit of a call on a busy
  // machine.
  while (held.length < 60)
    held.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          make(
            boss,
            pickup({ driver_id: i % 2 ? alone.ids.driver : null, status: 'hold', need_by: inMs(3_600_000) }),
          ),
        ),
      )),
    );
  await alone.app.kill();
  await alone.database.rows("update tasks set need_by = now() - interval '1 minute' where status = 'hold'");
  const [first] = await Promise.all([alone.another(), alone.another(), alone.another()]);
  const board = await listenTo(first.origin, { cookie: boss.cookie() });
  await lookUntil(board, async () => {
    const left = await alone.database.rows("select id from tasks where status = 'hold'");
    return left.length === 0 ? true : null;
  });
  const events = await alone.database.rows<{ task_id: number }>(
    "select task_id from task_events where action = 'released'",
  );
  expect(events.map(({ task_id }) => task_id).sort((a, b) => a - b)).toEqual(
    held.map(({ id }) => id).sort((a, b) => a - b),
  );
  await alone.close();
});

type Fate = 'untouched' | 'earlier' | 'later' | 'removed' | 'moved' | 'deleted';

/** A colleague does one of these to a held task at the moment when it is due. */
const FATES: Record<Fate, (client: Client, task: Task) => Promise<unknown>> = {
  untouched: () => Promise.resolve(),
  earlier: (client, task) => client.patch(path(task), { need_by: inMs(-60_000) }),
  later: (client, task) => client.patch(path(task), { need_by: inMs(3_600_000) }),
  removed: (client, task) => client.patch(path(task), { need_by: null }),
  moved: (client, task) => client.patch(path(task), { driver_id: null }),
  deleted: (client, task) => client.del(path(task)),
};

test('changed in the very moment, on three instances of which one is killed: released once or not at all', async () => {
  const rough = await startNetwork();
  const [second] = await Promise.all([rough.another(), rough.another()]);
  const boss = await rough.as('dispatcher');
  const held: { task: Task; fate: Fate }[] = [];
  const fates = Array.from({ length: 8 }, () => Object.keys(FATES) as Fate[]).flat();
  for (const [i, fate] of fates.entries()) {
    const driver_id = Math.floor(i / 6) % 2 ? rough.ids.driver : rough.ids.driver2;
    const task = await make(boss, pickup({ driver_id, status: 'hold', need_by: inMs(3_600_000) }));
    held.push({ fate, task });
  }
  const need_by = inMs(2_000);
  await rough.database.rows("update tasks set need_by = $1 where status = 'hold'", [need_by]);
  // The changes arrive from shortly before the due time until shortly after it.
  await Promise.all([
    ...held.map(async ({ task, fate }, index) => {
      const moment = Date.parse(need_by) - 200 + index * 12;
      await new Promise((resolve) => setTimeout(resolve, moment - Date.now()));
      await FATES[fate](boss, task);
    }),
    new Promise((resolve) => setTimeout(resolve, Date.parse(need_by) - Date.now() + 100)).then(() =>
      second.kill(),
    ),
  ]);
  await expect
    .poll(() => rough.database.rows("select id from tasks where status = 'hold' and need_by <= now()"))
    .toEqual([]);
  const left = await rough.database.rows<{ id: number; status: string; releases: number }>(
    `select t.id, t.status,
       (select count(*)::integer from task_events e where e.task_id = t.id and e.action = 'released') as releases
     from tasks t`,
  );
  const fateOf = new Map(held.map(({ task, fate }) => [task.id, fate]));
  for (const { id, status, releases } of left) {
    const waits = ['later', 'removed'].includes(fateOf.get(id) ?? '') && status === 'hold';
    expect({ id, status, releases }).toEqual({
      id,
      status: waits ? 'hold' : 'pending',
      releases: waits ? 0 : 1,
    });
  }
  expect(left).toHaveLength(40);
  const [order] = await rough.database.rows<{ whole: boolean }>(
    `select bool_and((order_index is not null) = (driver_id is not null and status = 'pending'))
       and count(order_index) = count(distinct (driver_id, order_index)) filter (where order_index is not null) as whole
     from tasks`,
  );
  expect(order?.whole).toBe(true);
  await rough.close();
});
