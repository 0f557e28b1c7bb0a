/** The archive by day: the page, deleting from it, and its counts. */
import { expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { countedBothWays, plantArchive } from '../support/archive';
import { delivery, make, pickup } from '../support/factories';
import { submitForm, undo } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');

const page = async (query: string, who = dispatcher) => who.get<string>(`/history${query}`);
/** Returns the locations of the rows, in order. */
const shown = (html: string) =>
  [...html.matchAll(/href="\/history\/tasks\/.*?<strong[^>]*>([^<]*)</g)].map(([, name]) => name);

async function archived(more: Record<string, unknown> = {}): Promise<Task> {
  const task = await make(dispatcher, pickup({ driver_id: network.ids.driver, ...more }));
  await dispatcher.patch(`/api/tasks/${String(task.id)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [task.id] });
  return task;
}

test('a day is one of the business, also on the days on which clocks change', async () => {
  await plantArchive(network, [
    { location: 'Spring first', completedAt: '2026-03-08T06:00:00Z' },
    { location: 'Spring last', completedAt: '2026-03-09T04:59:59.999Z' },
    { location: 'Before spring', completedAt: '2026-03-08T05:59:59.999Z' },
    { location: 'After spring', completedAt: '2026-03-09T05:00:00Z' },
    { location: 'Fall first', completedAt: '2026-11-01T05:00:00Z' },
    { location: 'Fall one, again', completedAt: '2026-11-01T07:30:00Z' },
    { location: 'Fall one', completedAt: '2026-11-01T06:30:00Z' },
    { location: 'Fall last', completedAt: '2026-11-02T05:59:59.999Z' },
    { location: 'After fall', completedAt: '2026-11-02T06:00:00Z' },
  ]);
  expect(shown((await page('?date=2026-03-08')).body)).toEqual(['Spring last', 'Spring first']);
  expect(shown((await page('?date=2026-11-01')).body)).toEqual([
    'Fall last',
    'Fall one, again',
    'Fall one',
    'Fall first',
  ]);
  const { kept } = await countedBothWays(network);
  expect(kept.find(({ date }) => date === '2026-03-08')?.task_count).toBe(2);
  expect(kept.find(({ date }) => date === '2026-11-01')?.task_count).toBe(4);
});

test('search takes the beginning of a location, a name or a user name, without case', async () => {
  await plantArchive(network, [
    { location: 'Zeta 100% Parts', completedAt: '2026-05-05T15:00:00Z', driver: 'driver' },
    { location: 'Yankee Zeta', completedAt: '2026-05-05T14:00:00Z', driver: 'driver2' },
    { location: 'Nobody drove', completedAt: '2026-05-05T13:00:00Z', driver: null },
  ]);
  const found = async (q: string) => shown((await page(`?date=2026-05-05&q=${encodeURIComponent(q)}`)).body);
  expect(await found('zeta')).toEqual(['Zeta 100% Parts']);
  expect(await found('ZETA 100%')).toEqual(['Zeta 100% Parts']);
  expect(await found('zeta 1_0')).toEqual([]);
  expect(await found('ben d')).toEqual(['Yankee Zeta']);
  expect(await found('DRIVER2')).toEqual(['Yankee Zeta']);
  expect(await found('')).toHaveLength(3);
  expect((await page('?date=2026-05-05&q=nothing')).body).toContain('No tasks match your search');
  const none = await page(`?date=2026-05-05&driver=0`);
  expect(shown(none.body)).toEqual(['Nobody drove']);
});

test('a day without tasks says so, and a date that is none is refused on the page', async () => {
  const empty = await page('?date=2001-01-01');
  expect(empty.status).toBe(200);
  expect(empty.body).toContain('No archived tasks for this date');
  for (const date of ['2026-02-30', 'yesterday', '0000-01-01', '2026-3-8', '99999-01-01']) {
    const answer = await page(`?date=${date}`);
    expect(answer.status, date).toBe(422);
    expect(answer.body).toContain('Error loading history');
    expect(answer.body).toContain('Invalid date');
  }
});

test('a network without drivers says so', async () => {
  await network.database.rows("update users set roles = '{dispatcher}' where roles = '{driver}'");
  const { body } = await page('?date=2001-01-01');
  await network.database.rows("update users set roles = '{driver}' where username like 'driver%'");
  expect(body).toContain('No drivers found in the system');
  expect((await page('?date=2001-01-01')).body).not.toContain('No drivers found in the system');
});

test('more than 200 rows come in pages', async () => {
  await plantArchive(
    network,
    Array.from({ length: 450 }, (_, i) => ({
      location: `Row ${String(i)}`,
      completedAt: new Date(Date.parse('2026-06-01T12:00:00Z') + i * 1_000).toISOString(),
    })),
  );
  const pages = await Promise.all(
    [1, 2, 3, 9].map(async (n) => shown((await page(`?date=2026-06-01&page=${String(n)}`)).body)),
  );
  expect(pages.map((rows) => rows.length)).toEqual([200, 200, 50, 50]);
  expect(new Set(pages.slice(0, 3).flat()).size).toBe(450);
});

test('only dispatchers look back', async () => {
  for (const path of ['', '/report', '/day-sheet', '/export.csv', '/tasks/1', '/tasks/1/delete']) {
    expect((await driver.get(`/history${path}`)).status, path).toBe(403);
  }
  const { body } = await page('', driver);
  expect(body).toContain('Access Denied');
});

test('deleting from the archive can be undone, and a second window is told kindly', async () => {
  const task = await archived({ location: 'Deleted twice' });
  const path = `/history/tasks/${String(task.id)}/delete?q=del`;
  const deleted = await submitForm(dispatcher, path, { intent: 'deleteTask' });
  expect(deleted.location).toBe('/history?q=del');
  expect(deleted.toast).toMatchObject({
    title: 'Success',
    description: 'Task deleted successfully from archive',
  });
  const again = await submitForm(dispatcher, path, { intent: 'deleteTask' });
  expect(again.toast).toMatchObject({
    title: 'Already deleted',
    description: 'Someone else deleted this task from the archive',
  });
  expect((await page(`/tasks/${String(task.id)}`)).status).toBe(404);
  expect((await undo(dispatcher, deleted.toast)).toast).toMatchObject({ title: 'Undone' });
  expect((await page(`/tasks/${String(task.id)}`)).body).toContain('Deleted twice');
  const { kept, real } = await countedBothWays(network);
  expect(kept).toEqual(real);
});

test('a task that has left the archive meanwhile is not deleted from it', async () => {
  const task = await make(dispatcher, delivery({ driver_id: network.ids.driver }));
  const path = `/history/tasks/${String(task.id)}/delete`;
  const refused = await submitForm(dispatcher, path, { intent: 'deleteTask' });
  expect(refused.toast).toBeNull();
  expect(refused.body).toContain('This task is no longer in the archive.');
  expect((await dispatcher.get(`/api/tasks/${String(task.id)}`)).status).toBe(200);
  expect((await dispatcher.get(path)).status).toBe(404);
});

test('the summary equals a recount, whatever happens at the same time @long', async () => {
  const dispatcher2 = await network.as('dispatcher2');
  const both = [dispatcher, dispatcher2];
  const tasks = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      make(
        dispatcher,
        pickup({
          driver_id: i % 4 === 3 ? null : network.ids[['driver', 'driver2', 'driver3'][i % 3] ?? ''],
        }),
      ),
    ),
  );
  const ids = tasks.map(({ id }) => id);
  await dispatcher.post('/api/tasks/batch/status', { taskIds: ids, status: 'completed' });
  // The tasks are of yesterday and of today, so that each delete writes two rows of the summary.
  await network.database.rows(
    "update tasks set completed_at = completed_at - interval '1 day' where id = any($1) and id % 2 = 0",
    [ids],
  );
  const work = ids.map(async (id, i) => {
    const who = both[i % 2] ?? dispatcher;
    await who.post('/api/tasks/batch/archive', { taskIds: [id, ids[(i + 5) % ids.length]] });
    const path = `/history/tasks/${String(id)}/delete`;
    const [first] = await Promise.all(
      [who, both[(i + 1) % 2] ?? dispatcher].map((each) => submitForm(each, path, { intent: 'deleteTask' })),
    );
    if (i % 3 !== 0 && first?.toast?.offer) await undo(who, first.toast);
  });
  work.push(
    (async () => {
      const all = await submitForm(dispatcher, '/dispatcher/archive', { intent: 'archiveCompleted' });
      if (all.toast?.offer) await undo(dispatcher, all.toast);
    })(),
  );
  await Promise.all(work);
  const { kept, real } = await countedBothWays(network);
  expect(kept).toEqual(real);
  expect(real.length).toBeGreaterThan(1);
});
