/** These tests show where the tasks go when their driver stops driving. */
import { beforeEach, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { NEW_PASSWORD } from '../support/client';
import { delivery, make, pickup, transfer } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
let count = 0;

beforeEach(() => network.database.rows('delete from tasks'));

async function newDriver(): Promise<number> {
  count += 1;
  const input = {
    name: `Leaver ${String(count)}`,
    username: `leaver${String(count)}`,
    password: NEW_PASSWORD,
  };
  return (await admin.post<{ id: number }>('/api/admin/users', input)).body.id;
}

const leave = (id: number) => admin.del(`/api/admin/users/${String(id)}`);
const stopDriving = (id: number) =>
  admin.patch(`/api/admin/users/${String(id)}/roles`, { roles: ['dispatcher'] });
const read = async ({ id }: { id: number }) => (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body;
const patch = (task: { id: number }, change: object) =>
  dispatcher.patch<Task & { error?: string }>(`/api/tasks/${String(task.id)}`, change);

/** Selects open tasks whose driver, or whose transfer's receiver, no longer drives. */
const orphans = () =>
  network.database.rows(
    `select t.id from tasks t join users u on u.id in (t.driver_id, t.transfer_to_driver_id)
     where not t.archived and t.status <> 'completed'
       and (u.deactivated_at is not null or not 'driver' = any(u.roles))`,
  );

test.each([
  ['deleted', leave],
  ['no driver any more', stopDriving],
])('open tasks of a driver who is %s become unassigned; what is completed keeps the name', async (_, end) => {
  const driver = await newDriver();
  const mine = (more: object = {}) => make(dispatcher, delivery({ driver_id: driver, ...more }));
  const [going, pending, held, next, done, archived] = await Promise.all([
    mine({ location: 'Under way' }),
    mine(),
    mine({ status: 'hold' }),
    mine({ status: 'next-route' }),
    mine(),
    mine(),
  ]);
  await patch(going, { status: 'going' });
  for (const task of [done, archived]) await patch(task, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [archived.id] });
  expect((await end(driver)).status).toBe(200);

  expect(await Promise.all([going, pending, held, next].map(read))).toMatchObject(
    ['pending', 'pending', 'hold', 'next-route'].map((status) => ({ status, driver_id: null })),
  );
  expect(await Promise.all([done, archived].map(read))).toMatchObject([
    { status: 'completed', driver_id: driver },
    { archived: true, driver_id: driver },
  ]);
  const [event] = await network.database.rows<{ changes: object }>(
    "select changes from admin_events where target_id = $1 and act in ('user.deleted', 'user.roles')",
    [String(driver)],
  );
  expect(event?.changes).toMatchObject({ openTasks: [4, 0] });

  const reopened = await patch(done, { status: 'pending' });
  expect([reopened.status, reopened.body.error]).toEqual([
    422,
    `Leaver ${String(count)} is no longer a driver. Choose another one.`,
  ]);
  expect((await patch(done, { status: 'pending', driver_id: network.ids.driver })).status).toBe(200);
  expect(await orphans()).toEqual([]);
});

test('a delivery that waits for its transfer waits on without a driver, until the transfer names another one', async () => {
  const driver = await newDriver();
  const handed = await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver, transfer_to_driver_id: driver }),
  );
  const linked = async () => {
    const { body } = await dispatcher.get<Task[]>('/api/tasks');
    return body.find(({ linked_task_id }) => linked_task_id === handed.id);
  };
  await leave(driver);
  expect(await read(handed)).toMatchObject({ driver_id: network.ids.driver, transfer_to_driver_id: null });
  expect(await linked()).toMatchObject({ status: 'linked', driver_id: null });
  await patch(handed, { notes: 'At the back door', transfer_to_driver_id: null });
  expect(await linked()).toMatchObject({ status: 'linked', driver_id: null, notes: 'At the back door' });
  await patch(handed, { transfer_to_driver_id: network.ids.driver2 });
  expect(await linked()).toMatchObject({ status: 'linked', driver_id: network.ids.driver2 });
  await patch(handed, { transfer_to_driver_id: null });
  expect(await linked()).toBeUndefined();
});

test('a transfer that is completed without a target driver hands its delivery to the unassigned list', async () => {
  const driver = await newDriver();
  const handed = await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver, transfer_to_driver_id: driver }),
  );
  await stopDriving(driver);
  await patch(handed, { status: 'completed' });
  const { body } = await dispatcher.get<Task[]>('/api/tasks?driver_id=null');
  expect(body).toMatchObject([{ linked_task_id: handed.id, status: 'pending', driver_id: null }]);
});

test("a transfer of the leaver's own keeps its delivery for the other driver", async () => {
  const driver = await newDriver();
  const handed = await make(
    dispatcher,
    transfer({ driver_id: driver, transfer_to_driver_id: network.ids.driver2 }),
  );
  await leave(driver);
  expect(await read(handed)).toMatchObject({ driver_id: null, transfer_to_driver_id: network.ids.driver2 });
  const { body } = await dispatcher.get<Task[]>(`/api/tasks?driver_id=${String(network.ids.driver2)}`);
  expect(body).toMatchObject([{ linked_task_id: handed.id, status: 'linked' }]);
});

test('nothing is undone that would give a task back to somebody who has left', async () => {
  const driver = await newDriver();
  const { id } = await make(dispatcher, pickup({ driver_id: driver }));
  const list = `/dispatcher/drivers/${String(driver)}`;
  const { toast } = await submitForm(dispatcher, list, {
    intent: 'moveList',
    driver_id: network.ids.driver ?? 0,
  });
  await leave(driver);
  const refused = await undo(dispatcher, toast);
  expect(refused.toast?.description ?? refused.body).toContain('no longer a driver');
  expect(await read({ id })).toMatchObject({ driver_id: network.ids.driver });
});

test.each([
  ['deleted', leave],
  ['demoted', stopDriving],
])(
  'a driver is %s while everybody assigns tasks: each exists once, and none is lost to them',
  async (_, end) => {
    const driver = await newDriver();
    const colleague = await network.as('dispatcher2');
    const made = await Promise.all(
      Array.from({ length: 12 }, (_each, index) =>
        make(dispatcher, pickup({ driver_id: index % 2 === 0 ? driver : network.ids.driver })),
      ),
    );
    const taskIds = made.map(({ id }) => id);
    const answers = await Promise.all([
      colleague.post('/api/tasks/batch/move', { taskIds, driver_id: driver }),
      ...made.slice(0, 6).map((task) => patch(task, { driver_id: driver })),
      ...Array.from({ length: 4 }, () =>
        dispatcher.post('/api/tasks', pickup({ driver_id: driver, location: 'Late' })),
      ),
      end(driver),
      ...Array.from({ length: 4 }, () =>
        colleague.post(
          '/api/tasks',
          transfer({ driver_id: network.ids.driver, transfer_to_driver_id: driver }),
        ),
      ),
      ...made.slice(6).map((task) => patch(task, { driver_id: driver })),
      dispatcher.put(`/api/tasks/reorder/${String(driver)}`, { taskIds }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await orphans()).toEqual([]);
    const created = answers.filter(({ status }) => status === 201).length;
    const [stored] = await network.database.rows<{ tasks: number; places: boolean; deliveries: number }>(
      `select count(*) filter (where linked_task_id is null)::integer as tasks,
       count(*) filter (where linked_task_id is not null)::integer as deliveries,
       count(*) filter (where order_index is not null) =
         count(distinct (driver_id, order_index)) filter (where order_index is not null) as places
     from tasks`,
    );
    expect(stored).toMatchObject({ tasks: taskIds.length + created, places: true });
  },
);
