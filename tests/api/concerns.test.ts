/** The office checks two concerns: a customer's message, and a completion by a driver whose phone showed another address. */
import { beforeEach, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { ConcernKind } from '~/domain/tasks/model/concerns';
import { client } from '../support/client';
import { delivery, make, pickup } from '../support/factories';
import { openForm, submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

type Listed = { id: number; taskId: number; kind: ConcernKind; said: string; address: string | null };
const listed = async () => (await dispatcher.get<Listed[]>('/api/concerns')).body;
const pathOf = ({ id }: Pick<Task, 'id'>) => `/api/tasks/${String(id)}`;
const page = async (path: string, who = dispatcher) =>
  (await who.get<string>(path, { accept: 'text/html' })).body.replaceAll('<!-- -->', '');
const dialog = ({ id }: Pick<Task, 'id'>) => page(`/dispatcher/tasks/${String(id)}`);
const attention = (kind: ConcernKind) => page(`/dispatcher/attention?kind=${kind}`);
const settle = (who: { post: typeof dispatcher.post }, concernIds: number[]) =>
  who.post<{ settledCount: number }>('/api/concerns/settle', { concernIds });

const OLD = '600 Old St, Kansas City, MO 64111';
const NEW = '700 New Address, Kansas City, MO 64111';

beforeEach(async () => {
  await network.database.rows('delete from task_concerns');
  await network.database.rows('delete from tasks');
});

async function going(): Promise<Task> {
  const task = await make(
    dispatcher,
    pickup({ driver_id: network.ids.driver, location: 'Osage', address: OLD }),
  );
  await driver.patch(pathOf(task), { status: 'going' });
  return task;
}
const complete = ({ id }: Task, more: object = {}) =>
  driver.post('/api/tasks/batch/status', { taskIds: [id], status: 'completed', ...more });

test('completed for another address: said in the dialog, the list, the archive, until somebody settles it', async () => {
  const task = await going();
  await dispatcher.patch(pathOf(task), { address: NEW });
  expect((await complete(task, { seen_address: OLD })).status).toBe(200);
  const [concern, ...others] = await listed();
  expect(others).toEqual([]);
  expect(concern).toMatchObject({ taskId: task.id, kind: 'other-address', said: OLD, address: NEW });
  const sentence = `phone showed ${OLD}, not ${NEW}`;
  expect(await dialog(task)).toContain(sentence);
  expect(await attention('other-address')).toContain(sentence);
  expect(await page('/dispatcher')).toContain('1 completed for another address');
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  const archived = `/dispatcher/archived/${String(task.id)}`;
  expect(await page(archived)).toContain(sentence);
  expect(await page(`/history/tasks/${String(task.id)}`)).toContain(sentence);
  expect(await attention('other-address')).toContain(sentence);

  const form = await openForm(dispatcher, archived, 'settle');
  await submitForm(dispatcher, archived, { ...form, intent: 'settle' });
  expect(await listed()).toEqual([]);
  // The sentence is still true, but the office is no longer asked to check it.
  expect(await page(archived)).toContain(sentence);
  expect(await page(archived)).not.toContain('Mark as Checked');
  expect(await page(archived)).toContain('Address checked');
  expect(await page('/dispatcher')).not.toContain('completed for another address');
});

test('the same address in other words, a script that says nothing, and a completion taken back need no look', async () => {
  const same = await going();
  await complete(same, { seen_address: '600  Old St., Suite 4, Kansas City MO 64111-1234' });
  const script = await going();
  await dispatcher.patch(pathOf(script), { address: NEW });
  await complete(script);
  expect(await listed()).toEqual([]);
  const back = await going();
  await dispatcher.patch(pathOf(back), { address: NEW });
  await complete(back, { seen_address: OLD });
  expect(await listed()).toHaveLength(1);
  await driver.post('/api/tasks/batch/undo-completion', { taskIds: [back.id] });
  expect(await listed()).toEqual([]);
  // The driver has gone to the new address.
  await complete(back, { seen_address: NEW });
  expect(await listed()).toEqual([]);
  expect(await dialog(back)).not.toContain('phone showed');
});

test('the form without JavaScript says what its page showed', async () => {
  const task = await going();
  const form = await openForm(driver, '/driver', 'complete');
  await dispatcher.patch(pathOf(task), { address: NEW });
  await submitForm(driver, '/driver', { ...form, intent: 'complete' });
  expect(await listed()).toMatchObject([{ taskId: task.id, said: OLD, address: NEW }]);
});

async function linked(more: object = {}) {
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver, ...more }));
  const { token } = (await dispatcher.post<{ token: string }>(`${pathOf(task)}/links`)).body;
  const stranger = client(network.app.origin);
  return { task, write: (line: string) => submitForm(stranger, `/p/${token}`, { line }) };
}

test('a customer’s line: the list, the dialog, the panel and the driver’s card have it, and reading one leaves the next', async () => {
  const { task, write } = await linked();
  expect((await write('Use the back door')).status).toBe(302);
  const [first] = await listed();
  expect(first).toMatchObject({ taskId: task.id, kind: 'customer-wrote', said: 'Use the back door' });
  expect(await page('/dispatcher')).toContain('1 customer wrote');
  expect(await attention('customer-wrote')).toContain('“Use the back door”');
  expect(await dialog(task)).toContain('Mark as Read');
  expect(await page(`/dispatcher/drivers/${String(network.ids.driver)}`)).toContain('Customer wrote');
  expect(await page('/driver', driver)).toContain(
    '<strong>Customer:</strong> <span>Use the back door</span>',
  );

  // The second message arrives after the page was loaded.
  const form = await openForm(dispatcher, '/dispatcher/attention?kind=customer-wrote', 'settle');
  await write('And ring twice');
  await submitForm(dispatcher, '/dispatcher/attention?kind=customer-wrote', { ...form, intent: 'settle' });
  expect(await listed()).toMatchObject([{ said: 'And ring twice' }]);
  expect(await attention('customer-wrote')).not.toContain('“Use the back door”');
  const [second] = await listed();
  expect((await settle(dispatcher, [first?.id ?? 0, second?.id ?? 0])).body).toEqual({ settledCount: 1 });
  expect((await settle(dispatcher, [second?.id ?? 0])).body).toEqual({ settledCount: 0 });
  expect(await page('/dispatcher')).not.toContain('customer wrote');
  expect(await page(`/dispatcher/drivers/${String(network.ids.driver)}`)).not.toContain('Customer wrote');
  // The driver needs the message as long as the task is open.
  expect(await page('/driver', driver)).toContain('<strong>Customer:</strong> <span>And ring twice</span>');
  expect(await dialog(task)).not.toContain('Mark as Read');
  await dispatcher.patch(pathOf(task), { status: 'completed' });
  expect(await page('/driver?tab=completed', driver)).not.toContain('<strong>Customer:');
});

test('an unread line outlives the completion of its task, and a deletion that is taken back', async () => {
  const { task, write } = await linked();
  await write('Wrong part!');
  await dispatcher.patch(pathOf(task), { status: 'completed' });
  expect(await listed()).toHaveLength(1);
  expect(await attention('customer-wrote')).toContain('“Wrong part!”');
  expect((await dispatcher.del(pathOf(task))).status).toBe(200);
  expect(await listed()).toEqual([]);
});

test('drivers settle nothing, and see nothing of other drivers', async () => {
  const { write } = await linked({ driver_id: network.ids.driver2 });
  await write('For the other one');
  const [concern] = await listed();
  expect((await driver.get('/api/concerns')).status).toBe(403);
  expect((await settle(driver, [concern?.id ?? 0])).status).toBe(403);
  expect(await page('/driver', driver)).not.toContain('For the other one');
  expect(await listed()).toHaveLength(1);
});
