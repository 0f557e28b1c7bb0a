/** Two people reorder one list. Both learn the result and who changed what. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderChange } from '~/domain/tasks/model/order-changes';
import { make, pickup } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const colleague = network.client('dispatcher2');
let path: string;
let url: string;
let ids: [number, number, number, number, number];

beforeAll(() => {
  const driver = String(network.ids.driver);
  path = `/dispatcher/drivers/${driver}`;
  url = `/api/tasks/reorder/${driver}`;
});

beforeEach(async () => {
  await network.database.rows('delete from tasks');
  const made: number[] = [];
  for (const location of ['Zero', 'One', 'Two', 'Three', 'Four'])
    made.push((await make(dispatcher, pickup({ driver_id: network.ids.driver, location }))).id);
  ids = made as typeof ids;
});

const order = async () =>
  (
    await network.database.rows<{ location: string }>(
      'select location from tasks where driver_id = $1 and order_index is not null order by order_index',
      [network.ids.driver],
    )
  ).map(({ location }) => location);

const nameOf = async (username: string) =>
  (await network.database.rows<{ name: string }>('select name from users where username = $1', [username]))[0]
    ?.name;

test('the second save moves its own task and says what the first one moved', async () => {
  const [zero, one, two, three, four] = ids;
  const first = await submitForm(colleague, path, {
    intent: 'reorderTasks',
    baseIds: ids,
    taskIds: [four, zero, one, two, three],
    movedIds: [four],
  });
  expect(first.toast).toMatchObject({ title: 'Task order saved successfully' });
  expect(first.toast?.description).toBeUndefined();
  const second = await submitForm(dispatcher, path, {
    intent: 'reorderTasks',
    baseIds: ids,
    taskIds: [one, two, three, four, zero],
    movedIds: [zero],
  });
  expect(await order()).toEqual(['Four', 'One', 'Two', 'Three', 'Zero']);
  expect(second.toast).toMatchObject({
    title: 'Task order saved successfully',
    description: `Changes made by others were kept.\n${String(await nameOf('dispatcher2'))} moved Four.`,
    stays: true,
  });
});

test('the answer also names tasks that were added or removed meanwhile, and by whom', async () => {
  const [zero, one, two, three, four] = ids;
  await colleague.del(`/api/tasks/${String(two)}`);
  const late = await make(colleague, pickup({ driver_id: network.ids.driver, location: 'Late' }));
  const { body } = await dispatcher.put<{ taskIds: number[]; changes: OrderChange[] }>(url, {
    baseIds: ids,
    taskIds: [one, two, three, four, zero],
    movedIds: [zero],
  });
  expect(body.taskIds).toEqual([one, three, four, zero, late.id]);
  const by = await nameOf('dispatcher2');
  expect(body.changes).toEqual([
    { taskId: two, location: 'Two', change: 'left', by },
    { taskId: late.id, location: 'Late', change: 'came', by },
  ]);
});

test('nothing is said of an outcome that is what was on the screen', async () => {
  const [zero, one, two, three, four] = ids;
  await colleague.put(url, { taskIds: [one, zero, two, three, four] });
  const { body } = await dispatcher.put<{ changes: OrderChange[] }>(url, {
    baseIds: ids,
    taskIds: [one, zero, two, three, four],
    movedIds: [one],
  });
  expect(body.changes).toEqual([]);
});
