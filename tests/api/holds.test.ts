import { beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
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

test('a task that could not be completed stays with the dispatcher, need_by or not, until a new time is set @long', async () => {
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
