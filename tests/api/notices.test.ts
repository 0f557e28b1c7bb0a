/** Notices tell a driver about changes of the route: who made them, only what matters, until the driver has read them. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import type { Client } from '../support/client';
import { make, pickup, transfer } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

/** Returns the notices as the driver's page has them. */
async function shown(who: Client): Promise<{ texts: string[]; upTo: number; isLoud: boolean }> {
  const { body } = await who.get<string>('/driver', { accept: 'text/html' });
  const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*value="readNotices"(?:(?!<\/form>).)*/s.exec(body) ?? [];
  return {
    texts: [...form.matchAll(/<li>([^<]+)<\/li>/g)].map(([, text = '']) => text),
    upTo: Number(/name="upTo" value="(\d+)"/.exec(form)?.[1] ?? 0),
    isLoud: form.includes('data-loud'),
  };
}
const texts = async (who = driver) => (await shown(who)).texts;
const clear = async () => {
  await network.database.rows('delete from tasks');
  await network.database.rows('delete from driver_notices');
};
const at = (location: string, more = {}) => pickup({ driver_id: network.ids.driver, location, ...more });
const patch = (task: Task, change: object) => dispatcher.patch(`/api/tasks/${String(task.id)}`, change);
const go = (task: Task) => driver.patch(`/api/tasks/${String(task.id)}`, { status: 'going' });

test('the stop under way: address, notes, and its end by the office; a field that changes twice is one line @long', async () => {
  await clear();
  const [going, later] = [await make(dispatcher, at('Under way')), await make(dispatcher, at('Later'))];
  await go(going);
  await patch(later, { address: '9 Quiet St', notes: 'Not yet' });
  expect(await texts()).toEqual([]);
  await patch(going, { address: '1 Wrong St' });
  await patch(going, { address: '12 New St', notes: 'Ring twice' });
  expect(await texts()).toEqual(['Under way: Address changed to 12 New St; notes changed to Ring twice']);
  await patch(going, { status: 'completed' });
  expect(await texts()).toEqual(['Completed by Dana Dispatcher: Under way']);
  expect((await shown(driver)).isLoud).toBe(true);
});

test('tasks that leave the route: to somebody else, on hold or deleted; many at once are one line', async () => {
  await clear();
  const tasks = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) tasks.push(await make(dispatcher, at(name)));
  const [a, b, c, d, e] = tasks as [Task, Task, Task, Task, Task];
  await go(a);
  await patch(b, { driver_id: network.ids.driver2 });
  await patch(c, { status: 'hold' });
  expect(await shown(driver)).toMatchObject({
    texts: ['Removed from your route by Dana Dispatcher: B, C'],
    isLoud: false,
  });
  await dispatcher.del(`/api/tasks/${String(a.id)}`);
  await dispatcher.post('/api/tasks/batch/move', { taskIds: [d.id, e.id], driver_id: null });
  expect(await texts()).toEqual(['Removed from your route by Dana Dispatcher: B, C, A, D, E']);
});

test('tasks that arrive: urgent, handed over; and no notice of a driver’s own acts or of other drivers’ tasks', async () => {
  await clear();
  await make(dispatcher, at('Calm'));
  await make(dispatcher, at('Fire', { priority: 'urgent' }));
  const raised = await make(dispatcher, at('Raised'));
  await patch(raised, { priority: 'urgent' });
  expect(await texts()).toEqual(['URGENT: Fire, Raised']);
  const handed = await make(
    dispatcher,
    transfer({ driver_id: network.ids.driver2, transfer_to_driver_id: network.ids.driver }),
  );
  const giver = await network.as('driver2');
  await giver.patch(`/api/tasks/${String(handed.id)}`, { status: 'going' });
  await giver.patch(`/api/tasks/${String(handed.id)}`, { status: 'completed' });
  expect(await texts()).toEqual(['URGENT: Fire, Raised', 'Ready to pick up: Southside Hub']);
  await go(raised);
  await driver.patch(`/api/tasks/${String(raised.id)}`, { status: 'completed' });
  // A task that the driver has completed is not urgent any more.
  expect(await texts()).toEqual(['URGENT: Fire', 'Ready to pick up: Southside Hub']);
  expect(await texts(giver)).toEqual([]);
});

test('read is read, up to what was shown, by its own driver, by call and by form', async () => {
  await clear();
  await make(dispatcher, at('First', { priority: 'urgent' }));
  const { upTo: first } = await shown(driver);
  const second = await make(dispatcher, at('Second'));
  await patch(second, { status: 'hold' });
  const read = (who: Client, upTo = 0) => who.post('/api/tasks/notices/read', { upTo });
  expect((await read(await network.as('driver2'), first)).body).toEqual({ readCount: 0 });
  expect((await read(driver, first)).body).toEqual({ readCount: 1 });
  expect((await read(driver, first)).body).toEqual({ readCount: 0 });
  expect(await texts()).toEqual(['Removed from your route by Dana Dispatcher: Second']);
  const { upTo } = await shown(driver);
  await submitForm(driver, '/driver', { intent: 'readNotices', upTo });
  expect(await texts()).toEqual([]);
});
