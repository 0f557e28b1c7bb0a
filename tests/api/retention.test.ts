/** Old data is deleted by its age: counted first, in batches, and once. Rows that refer to it stay valid. */
import { expect, test, vi } from 'vitest';
import { PASSWORD } from '../support/client';
import { submitForm } from '../support/forms';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');

const NOTHING = { signatures: '', photos: '', links: '', events: '', tasks: '' };
const send = (intent: string, kept: Record<string, string | number>, ownPassword?: string) =>
  submitForm(admin, '/settings/retention', {
    ...NOTHING,
    ...kept,
    ...(ownPassword !== undefined && { ownPassword }),
    intent,
  });

const count = async (from: string) =>
  (await network.database.rows<{ n: number }>(`select count(*)::integer as n from ${from}`))[0]?.n ?? -1;

/** Adds two runs and an exception that are 100 days old, and one of each of yesterday. A young task was in the first run. */
async function plantRuns(): Promise<void> {
  await network.database.rows(
    `insert into runs (name, day, departs, departs_at, cutoff_at, state)
     select 'North', current_date - days, 600, now() - make_interval(days => days), now() - make_interval(days => days), 'done'
     from unnest('{100, 100, 1}'::integer[]) as days`,
  );
  await network.database.rows(
    `update tasks set run_id = (select min(id) from runs)
     where id = (select max(id) from tasks where completed_at > now() - interval '10 days')`,
  );
  await network.database.rows(
    `insert into run_exceptions (day, kind) select current_date - days, 'skip' from unnest('{100, 1}'::integer[]) as days`,
  );
}

/** Adds archived deliveries with all their data. Every second one is 100 days old. */
async function plant(n: number): Promise<void> {
  await network.database.rows(
    `with made as (
       insert into tasks (type, status, location, driver_id, completed_by_driver_id, archived, completed_at)
       select 'delivery', 'completed', 'Stop ' || n, $2, $2, true, now() - make_interval(days => case n % 2 when 0 then 100 else 1 end)
       from generate_series(1, $1::integer) n returning id, completed_at),
     signed as (insert into task_signatures (task_id, image, media_type, signed_by, created_at)
       select id, 'image', 'image/png', 'Somebody', completed_at from made),
     seen as (insert into task_photos (task_id, position, image, media_type, created_at)
       select id, 1, 'image', 'image/jpeg', completed_at from made)
     insert into task_events (task_id, actor_id, action, occurred_at, created_at)
     select id, $2, action, completed_at, completed_at from made, unnest('{created,going,completed}'::text[]) as action`,
    [n, network.ids.driver],
  );
  await network.database.rows('delete from task_archive_summary');
  await network.database.rows(
    `insert into task_archive_summary (date, task_count, driver_counts)
     select (completed_at at time zone 'America/Chicago')::date, count(*), jsonb_build_object($1::text, count(*))
     from tasks where archived group by 1`,
    [network.ids.driver],
  );
}

test('only admins set it, with their password, and what would go is counted before', async () => {
  await plant(20);
  expect((await dispatcher.get('/settings/retention')).status).toBe(403);
  const counted = await send('countRetention', { signatures: 90, tasks: 90, events: 30 });
  expect(counted.status).toBe(200);
  expect(counted.body.replace(/<!-- -->/g, '')).toMatch(
    /Signatures: 90 days, <strong>10 will be deleted now/,
  );
  expect(counted.body.replace(/<!-- -->/g, '')).toMatch(/Activity: 30 days, <strong>20 will be deleted now/);
  for (const wrong of [undefined, '', 'wrong password'])
    expect((await send('saveRetention', { tasks: 90 }, wrong)).status).toBeGreaterThanOrEqual(400);
  expect((await send('saveRetention', { tasks: 5 }, PASSWORD)).status).toBe(422);
  expect(await count("settings where name = 'retention'")).toBe(0);
  expect(await count('tasks')).toBe(20);
});

test('proof and activity go by their age; pages say so, and the report still counts', async () => {
  const report = async () => {
    const day = new Date(Date.now() - 101 * 86_400_000).toISOString().slice(0, 10);
    const until = new Date(Date.now() - 98 * 86_400_000).toISOString().slice(0, 10);
    return (await dispatcher.get(`/api/history/report?from=${day}&to=${until}`)).body;
  };
  const before = await report();
  expect((await send('saveRetention', { signatures: 90, photos: 90, events: 90 }, PASSWORD)).status).toBe(
    302,
  );
  await vi.waitFor(
    async () => {
      expect(await count('task_signatures')).toBe(10);
      expect(await count('task_photos')).toBe(10);
      expect(await count("task_events where action <> 'going'")).toBe(20);
    },
    { interval: 100 },
  );
  expect(await count("task_events where action = 'going'")).toBe(20);
  expect(await report()).toEqual(before);
  const [old] = await network.database.rows<{ id: number }>('select min(id) + 1 as id from tasks');
  for (const page of [`/proof/${String(old?.id)}`, `/history/tasks/${String(old?.id)}`]) {
    const { status, body } = await dispatcher.get<string>(page);
    expect([page, status]).toEqual([page, 200]);
    expect(body).toContain('Signatures are deleted after 90 days');
    expect(body).toContain('Photos are deleted after 90 days');
  }
});

test('archived tasks go whole, in batches, by one of two instances at a time, and the audit log counts each once', async () => {
  await network.database.rows('truncate tasks, task_events, settings, admin_events cascade');
  await plant(4_000);
  await plantRuns();
  await network.database.rows('create table pieces (size integer)');
  await network.database.rows(`create function note_piece() returns trigger language plpgsql as
    $$ begin insert into pieces select count(*) from gone having count(*) > 0; return null; end $$`);
  await network.database.rows(`create trigger pieces after delete on tasks referencing old table as gone
    for each statement execute function note_piece()`);
  await network.another();
  expect((await send('saveRetention', { tasks: 90 }, PASSWORD)).status).toBe(302);
  await vi.waitFor(
    async () =>
      expect(
        await count(`settings where name = 'purge' and not value ? 'until'
          and updated_at >= (select updated_at from settings where name = 'retention')`),
      ).toBe(1),
    { interval: 100 },
  );
  expect([await count('tasks'), await count('task_signatures'), await count('task_events')]).toEqual([
    2_000, 2_000, 6_000,
  ]);
  // The run of a task that stays, and the young one.
  expect([await count('runs'), await count('run_exceptions')]).toEqual([2, 1]);
  const [pieces] = await network.database.rows<{ most: number }>(
    'select max(size)::integer as most from pieces',
  );
  expect(pieces?.most).toBeLessThanOrEqual(500);
  expect(await count('task_archive_summary')).toBe(1);
  const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
  expect((await dispatcher.get<string>(`/history?date=${day}`)).body).toContain(
    'Archived tasks are deleted after 90 days',
  );
  const entries = await network.database.rows<{ act: string; changes: unknown; actor: number | null }>(
    "select act, changes, actor_id as actor from admin_events where act like 'retention.%' order by id",
  );
  expect(entries).toEqual([
    { act: 'retention.changed', changes: { tasks: ['no limit', '90 days'] }, actor: network.ids.admin },
    { act: 'retention.purged', changes: { 'removed.tasks': [null, 2_000] }, actor: null },
  ]);
  await network.database.rows('drop trigger pieces on tasks');
  await network.database.rows('drop table pieces');
  await network.database.rows('drop function note_piece');
  await network.stopOthers();
});

test('deleting a user with the personal data leaves a number, and nobody is restored from it', async () => {
  const id = network.ids.driver2 ?? 0;
  await admin.call('PUT', `/api/users/${String(id)}`, {
    body: { phone: '816-555-0199', email: 'ben@example.com' },
  });
  // The name is also in the records of other actions: a look at the trail, a removed phone, and a plan.
  const devices = `/api/users/${String(id)}/devices`;
  const { body: device } = await admin.post<{ id: number }>(devices, {
    kind: 'traccar',
    name: 'Ben Driver’s phone',
  });
  expect((await admin.del(`${devices}/${String(device.id)}`)).status).toBe(200);
  expect((await dispatcher.get(`/api/users/${String(id)}/positions`)).status).toBe(200);
  await network.database.rows(
    `insert into plans (status, request, result)
     values ('done', jsonb_build_object('driverIds', jsonb_build_array($1::integer)), '{"drivers":[{"name":"Ben Driver"}]}')`,
    [id],
  );
  const path = `/settings/users/${String(id)}/anonymize`;
  const remove = (as: typeof admin, ownPassword: string) =>
    submitForm(as, path, { intent: 'anonymizeUser', ownPassword });
  expect((await remove(dispatcher, PASSWORD)).status).toBe(403);
  expect((await remove(admin, 'wrong password')).status).toBe(422);
  expect((await admin.get<string>(`/settings/users/${String(id)}/delete`)).body).toContain(path);
  expect((await remove(admin, PASSWORD)).status).toBe(302);
  const [stored] = await network.database.rows<{ text: string }>(
    'select users::text as text from users where id = $1',
    [id],
  );
  expect(stored?.text).toContain(`Former driver ${String(id)}`);
  const log = await network.database.rows<{ text: string }>('select e::text as text from admin_events e');
  const plans = await network.database.rows<{ text: string }>('select p::text as text from plans p');
  for (const { text } of [...log, ...plans, ...(stored ? [stored] : [])])
    expect(text).not.toMatch(/Ben Driver|driver2|ben@example|555-0199/);
  expect(log.some(({ text }) => text.includes('user.anonymized'))).toBe(true);
  expect((await admin.post(`/api/admin/users/${String(id)}/restore`, {})).status).toBe(409);
  expect((await remove(admin, PASSWORD)).status).toBe(409);
});
