/** A driver's completion arrives after the office has completed and archived the task, and nothing of it is lost. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make, photoUrl, pickup, signature } from '../support/factories';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const path = ({ id }: Task) => `/api/tasks/${String(id)}`;
const read = async (task: Task) => (await dispatcher.get<Task>(path(task))).body;
const eventsOf = (task: Task) =>
  network.database.rows<{ action: string; late: boolean; changes: Record<string, unknown> }>(
    `select action, changes, created_at - occurred_at > interval '1 minute' as late
     from task_events where task_id = $1 order by id`,
    [task.id],
  );

/** Makes a task that the driver has under way and the office has completed and archived. */
async function archived(given: Record<string, unknown>): Promise<Task> {
  const task = await make(dispatcher, { ...given, driver_id: network.ids.driver });
  await driver.patch(path(task), { status: 'going' });
  await dispatcher.patch(path(task), { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  return task;
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const report = (task: Task, more: object) =>
  driver.post<{ error?: string }>('/api/tasks/batch/status', {
    taskIds: [task.id],
    status: 'completed',
    ...more,
  });

const expectCounted = async () => {
  const counted = `select (completed_at at time zone 'America/Chicago')::date as date, count(*)::integer as n
    from tasks where archived group by 1 order by 1`;
  const kept = `select date, task_count as n from task_archive_summary where task_count > 0 order by date`;
  expect(await network.database.rows(kept)).toEqual(await network.database.rows(counted));
};

test('signature, photos and time of a completion are taken, and the activity says when they came', async () => {
  const task = await archived(delivery());
  const tapped = minutesAgo(26 * 60);
  const proof = {
    signature_image: await signature(),
    signed_by: 'Ann',
    photos: [await photoUrl()],
    occurred_at: tapped,
  };
  expect(await report(task, proof)).toMatchObject({ status: 200, body: { updatedCount: 1 } });
  expect(await read(task)).toMatchObject({
    archived: true,
    status: 'completed',
    signed_by: 'Ann',
    completed_by_driver_id: network.ids.driver,
  });
  expect(Date.parse((await read(task)).completed_at ?? '')).toBe(Date.parse(tapped));
  const events = await eventsOf(task);
  expect(events.find(({ action }) => action === 'completion arrived')).toMatchObject({ late: true });
  expect(events.at(-1)?.action).toBe('photo added');
  await expectCounted();
  const page = await dispatcher.get<string>(`/dispatcher/archived/${String(task.id)}`, {
    accept: 'text/html',
  });
  expect(page.body).toMatch(/Completion arrived, .*received /);
  // A completion that is sent twice is stored once.
  expect((await report(task, proof)).body).toEqual({ updatedCount: 0 });
});

test('photos of a pickup that the office has completed are taken as well, archived or not', async () => {
  const [open, shut] = [
    await make(dispatcher, pickup({ driver_id: network.ids.driver })),
    await archived(pickup()),
  ];
  await dispatcher.patch(path(open), { status: 'completed' });
  for (const task of [open, shut]) {
    const photos = [await photoUrl()];
    expect((await report(task, { photos })).body).toEqual({ updatedCount: 1 });
    expect((await dispatcher.get(`${path(task)}/photos`)).body).toHaveLength(1);
  }
});

test('an archived task takes nothing else, and no second signature', async () => {
  const task = await archived(delivery());
  expect((await driver.patch(path(task), { status: 'going' })).status).toBe(409);
  expect((await dispatcher.patch(path(task), { notes: 'More' })).status).toBe(409);
  expect((await report(task, { signature_image: await signature(1) })).status).toBe(200);
  expect((await report(task, { signature_image: await signature(2) })).body.error).toBe(
    'This delivery has already been signed',
  );
  const stranger = await network.as('driver2');
  expect((await stranger.patch(path(task), { status: 'completed' })).status).toBe(404);
});

test('a dispatcher takes a task out of the archive, by form as by call, and can undo it', async () => {
  const task = await archived(pickup());
  const page = `/dispatcher/archived/${String(task.id)}`;
  const { toast } = await submitForm(dispatcher, page, { intent: 'unarchive' });
  expect(toast?.title).toBe('Taken out of the archive');
  expect(await read(task)).toMatchObject({ archived: false, status: 'completed' });
  await expectCounted();
  expect((await dispatcher.patch(path(task), { notes: 'More' })).status).toBe(200);
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  const call = () => dispatcher.post(`${path(task)}/unarchive`);
  expect(await call()).toMatchObject({ status: 200, body: { archived: false } });
  expect((await call()).status).toBe(200);
  expect((await driver.post(`${path(task)}/unarchive`)).status).toBe(403);
  await expectCounted();
});

test('Archive Tasks says how many deliveries have no signature, and which', async () => {
  const task = await make(
    dispatcher,
    delivery({ driver_id: network.ids.driver, location: 'Unsigned Garage' }),
  );
  await dispatcher.patch(path(task), { status: 'completed' });
  const dialog = async () =>
    (await dispatcher.get<string>('/dispatcher/archive', { accept: 'text/html' })).body;
  const shown = await dialog();
  expect(shown).toMatch(/1 without a signature/);
  expect(shown).toContain('Unsigned Garage');
  expect(shown).toContain('Archive anyway');
  await report(task, { signature_image: await signature() });
  expect(await dialog()).not.toContain('without a signature');
});
