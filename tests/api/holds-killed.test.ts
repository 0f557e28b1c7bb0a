/** Holds come due while instances are down, and while one is killed. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { make, pickup } from '../support/factories';
import { startNetwork } from '../support/network';
import { listenTo, lookUntil } from '../support/sockets';

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const path = ({ id }: Pick<Task, 'id'>) => `/api/tasks/${String(id)}`;

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
const FATES: Record<Fate, (client: Client, task: Task) => Promise<{ status: number } | undefined>> = {
  untouched: () => Promise.resolve(undefined),
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
      // A change that meets another one is asked to try again.
      while ((await FATES[fate](boss, task))?.status === 503);
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
