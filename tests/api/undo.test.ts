/** Undoing an act restores exactly what it changed, and no change of anybody else is lost. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { holdLocks } from '../support/database';
import { delivery, make, pickup, signature, transfer } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const colleague = network.client('dispatcher2');

const find = async (id: number) => (await dispatcher.get<Task>(`/api/tasks/${String(id)}`)).body;

const routeOf = async (username: string) => {
  const { body } = await dispatcher.get<Task[]>(
    `/api/tasks?driver_id=${String(network.ids[username])}&status=pending,going`,
  );
  return body.map(({ id }) => id);
};

/** Returns a task without the fields that differ after a change and its undoing. */
const substance = ({ version, updated_at, last_modifier_id, lastModifier, ...rest }: Task) => rest;

async function route(username: string, count: number): Promise<Task[]> {
  const made: Task[] = [];
  for (let i = 0; i < count; i += 1)
    made.push(
      await make(dispatcher, delivery({ driver_id: network.ids[username], location: `Stop ${String(i)}` })),
    );
  return made;
}

const remove = (id: number) =>
  submitForm(dispatcher, `/dispatcher/tasks/${String(id)}/delete`, { intent: 'deleteTask' });

test('a deleted task comes back whole: its place in the order, its story', async () => {
  const made = await route('driver', 4);
  const [, second] = made;
  if (!second) throw new Error('no task');
  const before = await find(second.id);
  const { toast } = await remove(second.id);
  expect((await dispatcher.get(`/api/tasks/${String(second.id)}`)).status).toBe(404);
  const undone = await undo(dispatcher, toast);
  expect(undone.toast?.title).toBe('Undone');
  expect(substance(await find(second.id))).toEqual(substance(before));
  expect(await routeOf('driver')).toEqual(made.map(({ id }) => id));
  const events = await network.database.rows<{ action: string }>(
    'select action from task_events where task_id = $1 order by id',
    [second.id],
  );
  expect(events.map(({ action }) => action)).toEqual(['created', 'deleted', 'restored']);
});

test('its signature comes back byte for byte, and is gone for good when time is up @long', async () => {
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver2 }));
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, {
    status: 'completed',
    signature_image: await signature(3),
    signed_by: 'Kim Counter',
  });
  const image = 'select encode(image, $2) as image, signed_by from task_signatures where task_id = $1';
  const before = await network.database.rows(image, [task.id, 'base64']);
  expect(before).toHaveLength(1);
  await undo(dispatcher, (await remove(task.id)).toast);
  expect(await network.database.rows(image, [task.id, 'base64'])).toEqual(before);

  await remove(task.id);
  await network.database.rows("update deleted_signatures set deleted_at = now() - interval '3 minutes'");
  await expect.poll(() => network.database.rows('select 1 from deleted_signatures')).toEqual([]);
});

test('a deleted transfer comes back with its linked delivery', async () => {
  const made = await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver, transfer_to_driver_id: network.ids.driver2 }),
  );
  const linked = async () =>
    network.database.rows<{ id: number; status: string; driver_id: number }>(
      'select id, status, driver_id from tasks where linked_task_id = $1',
      [made.id],
    );
  const before = await linked();
  expect(before).toHaveLength(1);
  const { toast } = await remove(made.id);
  expect(await linked()).toEqual([]);
  await undo(dispatcher, toast);
  expect(await linked()).toEqual(before);
});

test('a transfer deleted after its hand-over finds its delivery again', async () => {
  const made = await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver, transfer_to_driver_id: network.ids.driver2 }),
  );
  await dispatcher.patch(`/api/tasks/${String(made.id)}`, { status: 'completed' });
  const { toast } = await remove(made.id);
  await undo(dispatcher, toast);
  const [delivered] = await network.database.rows<{ status: string }>(
    'select status from tasks where linked_task_id = $1',
    [made.id],
  );
  expect(delivered?.status).toBe('pending');
});

test('archiving is taken back, and the count of the day with it', async () => {
  const [task] = await route('driver3', 1);
  await dispatcher.patch(`/api/tasks/${String(task?.id)}`, { status: 'completed' });
  const summary = 'select date::text, task_count, driver_counts from task_archive_summary';
  const before = await network.database.rows(summary);
  const { toast } = await submitForm(dispatcher, '/dispatcher/archive', { intent: 'archiveCompleted' });
  expect(toast?.title).toMatch(/archived$/);
  expect(await network.database.rows(summary)).not.toEqual(before);
  await undo(dispatcher, toast);
  expect((await find(task?.id ?? 0)).archived).toBe(false);
  const after = await network.database.rows<{ task_count: number }>(summary);
  expect(after.filter(({ task_count }) => task_count > 0)).toEqual(before);
});

test('an order is put back; a task that came meanwhile stays behind', async () => {
  await network.database.rows('delete from tasks');
  const made = await route('driver', 5);
  const ids = made.map(({ id }) => id);
  const path = `/dispatcher/drivers/${String(network.ids.driver)}`;
  const { toast } = await submitForm(dispatcher, path, {
    intent: 'reorderTasks',
    taskIds: [...ids].reverse(),
  });
  expect(toast?.title).toBe('Task order saved successfully');
  expect(await routeOf('driver')).toEqual([...ids].reverse());
  const late = await make(colleague, delivery({ driver_id: network.ids.driver, location: 'Late' }));
  const urgent = await make(
    colleague,
    delivery({ driver_id: network.ids.driver, location: 'Urgent', priority: 'urgent' }),
  );
  await undo(dispatcher, toast);
  const route_ = await routeOf('driver');
  expect(route_.filter((id) => ids.includes(id))).toEqual(ids);
  expect([...route_].sort((a, b) => a - b)).toEqual([...ids, late.id, urgent.id].sort((a, b) => a - b));
});

test('undo does not override a later order of the tasks', async () => {
  await network.database.rows('delete from tasks');
  const ids = (await route('driver', 3)).map(({ id }) => id);
  const [a = 0, b = 0, c = 0] = ids;
  const path = `/dispatcher/drivers/${String(network.ids.driver)}`;
  const { toast } = await submitForm(dispatcher, path, { intent: 'reorderTasks', taskIds: [c, b, a] });
  await colleague.put(`/api/tasks/reorder/${String(network.ids.driver)}`, { taskIds: [b, a, c] });
  const refused = await undo(dispatcher, toast);
  expect(refused.toast?.description).toBe('This can no longer be undone: it has been changed since');
  expect(await routeOf('driver')).toEqual([b, a, c]);
});

const save = (task: Task, change: Record<string, string>) =>
  submitForm(dispatcher, `/dispatcher/tasks/${String(task.id)}`, {
    intent: 'save',
    type: task.type,
    location: task.location,
    address: task.address,
    invoice_number: task.invoice_number,
    part_numbers: task.part_numbers,
    status: task.status,
    priority: task.priority,
    driver_id: String(task.driver_id ?? ''),
    version: String(task.version),
    ...change,
  });

test('a status is put back, with the place in the route', async () => {
  await network.database.rows('delete from tasks');
  const made = await route('driver', 3);
  const [, second] = made;
  if (!second) throw new Error('no task');
  const { toast } = await save(second, { status: 'completed' });
  expect(toast?.title).toBe('Task updated successfully');
  expect((await find(second.id)).completed_at).not.toBeNull();
  await undo(dispatcher, toast);
  const back = await find(second.id);
  expect(back).toMatchObject({ status: 'pending', completed_at: null, completed_by_driver_id: null });
  expect(await routeOf('driver')).toEqual(made.map(({ id }) => id));
});

test('completing a transfer is taken back together with the delivery that it unlocked', async () => {
  const made = await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver, transfer_to_driver_id: network.ids.driver2 }),
  );
  const { toast } = await save(made, {
    status: 'completed',
    transfer_to_driver_id: String(network.ids.driver2),
    transfer_destination_location: made.transfer_destination_location ?? '',
    transfer_destination_address: made.transfer_destination_address ?? '',
  });
  const linked = () =>
    network.database.rows<{ status: string; order_index: number | null }>(
      'select status, order_index from tasks where linked_task_id = $1',
      [made.id],
    );
  expect((await linked())[0]?.status).toBe('pending');
  await undo(dispatcher, toast);
  expect(await linked()).toEqual([{ status: 'linked', order_index: null }]);
  expect((await find(made.id)).status).toBe('pending');
});

test('undo does not override a colleague’s later change; twice is harmless; late is refused; others may not', async () => {
  const [task] = await route('driver', 1);
  if (!task) throw new Error('no task');
  const { toast } = await save(task, { status: 'completed' });
  await colleague.patch(`/api/tasks/${String(task.id)}`, { status: 'pending' });
  const refused = await undo(dispatcher, toast);
  expect(refused.toast?.title).toBe('Error');

  const second = await save(await find(task.id), { status: 'next-route' });
  expect((await undo(colleague, second.toast)).toast?.description).toBe(
    'What you want to undo was not found',
  );
  expect((await undo(await network.as('driver'), second.toast)).status).toBe(403);
  await undo(dispatcher, second.toast);
  await undo(dispatcher, second.toast);
  expect((await find(task.id)).status).toBe('pending');
  const undone = await network.database.rows(
    "select 1 from task_events where task_id = $1 and action = 'undone'",
    [task.id],
  );
  expect(undone).toHaveLength(1);

  const third = await save(await find(task.id), { status: 'next-route' });
  await network.database.rows("update undos set created_at = now() - interval '61 seconds'");
  expect((await undo(dispatcher, third.toast)).toast?.description).toBe(
    'It is too late: an action can be undone for 60 seconds',
  );
});

test('an undo that cannot be decided now is offered again @long', async () => {
  await network.database.rows('delete from tasks');
  const [task] = await route('driver', 1);
  const { toast } = await remove(task?.id ?? 0);
  const release = await holdLocks(network.database.url, 'select from task_lists for update');
  const refused = await undo(dispatcher, toast);
  expect([refused.toast?.title, refused.toast?.offer]).toEqual(['Error', toast?.offer]);
  await release();
  expect((await undo(dispatcher, refused.toast)).toast?.title).toBe('Undone');
});

test('two presses at once undo once; what left the route meanwhile stays away', async () => {
  await network.database.rows('delete from tasks');
  const made = await route('driver', 3);
  const { toast } = await remove(made[1]?.id ?? 0);
  await make(dispatcher, pickup({ driver_id: network.ids.driver }));
  const both = await Promise.all([undo(dispatcher, toast), undo(dispatcher, toast)]);
  expect(both.map((each) => each.toast?.title)).toEqual(['Undone', 'Undone']);
  expect(await routeOf('driver')).toHaveLength(4);
});
