/** Undoing any act of a dispatcher restores the earlier state of the network. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, pickup, signature, transfer } from '../support/factories';
import { addRun, addSchedule } from '../support/runs';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
let ids: number[];

const DRIVERS = ['driver', 'driver2', 'driver3'];

beforeAll(async () => {
  const made: Task[] = [];
  for (let i = 0; i < 12; i += 1) {
    const driver_id = network.ids[DRIVERS[i % 3] ?? ''];
    const body = [
      delivery({ driver_id, priority: i % 5 === 0 ? 'urgent' : 'normal' }),
      pickup({ driver_id, status: i % 4 === 0 ? 'hold' : 'pending' }),
      transfer({ driver_id, transfer_to_driver_id: network.ids[DRIVERS[(i + 1) % 3] ?? ''] }),
      delivery({ driver_id: null, status: 'next-route' }),
    ][i % 4];
    made.push(await make(dispatcher, body ?? delivery()));
  }
  const schedule = await addSchedule(network.database, {
    name: 'North',
    driverId: network.ids.driver ?? null,
  });
  const run_id = await addRun(network.database, schedule, { cutoff: 300 });
  for (let i = 0; i < 3; i += 1) made.push(await make(dispatcher, delivery({ run_id })));
  ids = made.map(({ id }) => id);
  const [signed, , done] = made;
  await dispatcher.patch(`/api/tasks/${String(signed?.id)}`, {
    status: 'completed',
    signature_image: await signature(),
  });
  await dispatcher.patch(`/api/tasks/${String(done?.id)}`, { status: 'completed' });
});

/** Reads everything except the columns that differ after a change and its undoing. */
const state = async () => ({
  tasks: await network.database.rows(
    `select to_jsonb(t) - 'version' - 'updated_at' - 'last_modifier_id' - 'order_updated_at' - 'order_updated_by'
       - 'order_index' as task from tasks t order by id`,
  ),
  routes: await network.database.rows(
    `select driver_id, array_agg(id order by order_index) as route from tasks
     where order_index is not null group by driver_id order by driver_id`,
  ),
  signatures: await network.database.rows(
    'select task_id, md5(image) as image from task_signatures order by 1',
  ),
  summary: await network.database.rows(
    'select date::text, task_count, driver_counts from task_archive_summary where task_count > 0',
  ),
});

const KINDS = ['archive', 'delete', 'move', 'moveAll', 'reorder', 'status'] as const;
type Act = { kind: (typeof KINDS)[number]; a: number; b: number };

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...KINDS),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
});

const pick = <T>(from: T[], n: number): T => from[n % from.length] as T;

async function perform({ kind, a, b }: Act) {
  const id = pick(ids, a);
  const driverId = network.ids[pick(DRIVERS, a)] ?? 0;
  const other = network.ids[pick(DRIVERS, a + 1 + (b % 2))] ?? 0;
  const list = `/dispatcher/drivers/${String(driverId)}`;
  switch (kind) {
    case 'delete':
      return submitForm(dispatcher, `/dispatcher/tasks/${String(id)}/delete`, { intent: 'deleteTask' });
    case 'archive':
      return submitForm(dispatcher, '/dispatcher/archive', { intent: 'archiveCompleted' });
    case 'moveAll':
      return submitForm(dispatcher, list, { intent: 'moveList', driver_id: other });
    case 'move':
      return submitForm(dispatcher, list, { intent: 'moveTasks', taskIds: [id], driver_id: other });
    case 'reorder': {
      const [route] = await network.database.rows<{ ids: number[] }>(
        'select array_agg(id order by order_index) as ids from tasks where driver_id = $1 and order_index is not null',
        [driverId],
      );
      const order = [...(route?.ids ?? [])];
      order.push(...order.splice(0, b % Math.max(1, order.length)));
      return submitForm(dispatcher, list, {
        intent: 'reorderTasks',
        taskIds: order,
        baseIds: route?.ids ?? [],
      });
    }
    case 'status': {
      const { status, body: task } = await dispatcher.get<Task>(`/api/tasks/${String(id)}`);
      if (status !== 200) return null;
      const fields = [
        'type',
        'location',
        'address',
        'invoice_number',
        'part_numbers',
        'notes',
        'priority',
      ] as const;
      return submitForm(dispatcher, `/dispatcher/tasks/${String(id)}`, {
        intent: 'save',
        ...Object.fromEntries(fields.map((field) => [field, task[field]])),
        status: pick(['pending', 'going', 'hold', 'next-route', 'completed'], b),
        driver_id: task.driver_id ?? '',
        transfer_to_driver_id: task.transfer_to_driver_id ?? '',
        transfer_destination_location: task.transfer_destination_location ?? '',
        transfer_destination_address: task.transfer_destination_address ?? '',
        version: task.version,
      });
    }
  }
}

test('done and undone is as before: deletions, archiving, orders, statuses, moves @long', async () => {
  const performed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 4 }), async (acts) => {
      const states = [await state()];
      const toasts = [];
      for (const each of acts) {
        const answer = await perform(each);
        if (!answer?.toast?.offer) continue; // refused, or nothing to do
        performed.add(each.kind);
        toasts.push(answer.toast);
        states.push(await state());
      }
      for (const toast of toasts.reverse()) {
        states.pop();
        const undone = await undo(dispatcher, toast);
        expect(undone.toast).toMatchObject({ title: 'Undone' });
        expect(await state()).toEqual(states.at(-1));
      }
    }),
    // The examples perform each kind at least once: on the second driver's first task, or list.
    { numRuns: 25, examples: KINDS.map((kind) => [[{ kind, a: 1, b: 1 }]]) },
  );
  expect([...performed].sort()).toEqual(KINDS);
});
