/**
 * During an upgrade, instances of the former version still write their own tables. Each piece of work is done once
 * and in order.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from 'db/backup';
import { migrate } from 'db/migrate';
import { restore } from 'db/restore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database';
import { makeSchemaBefore } from '../support/earlier-schema';

let home: TestDatabase;
let folder: string;
const rows = <Row extends object>(sql: string, values: unknown[] = []) => home.rows<Row>(sql, values);

beforeAll(async () => {
  home = await createDatabase({ empty: true });
  await makeSchemaBefore(home.url, '0053');
  await plant();
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-upgrade-'));
  await backUp(home.url, join(folder, 'before.backup'));
  await migrate(home.url);
  await backUp(home.url, join(folder, 'during.backup'));
});
afterAll(async () => {
  await home.drop();
  await rm(folder, { recursive: true });
});

const ID = (n: number) => `0000000${String(n)}-0000-4000-8000-000000000000`;

/** Adds the work that an instance of the former version has finished, or is doing when the new version starts. */
async function plant(): Promise<void> {
  await rows(`insert into users (id, username, password_hash) values (1, 'driver', 'none')`);
  await rows(
    `insert into webhooks (id, url, secret, events) values (1, 'https://example.com', 'whsec_1', '{task.created}')`,
  );
  await rows(
    `insert into webhook_deliveries (id, webhook_id, event, task_id, body, state, attempts, next_try_at, tried_at) values
       ($1, 1, 'task.created', 5, '{"n":1}', 'waiting', 1, now() + interval '30 seconds', now()),
       ($2, 1, 'task.updated', 5, '{"n":2}', 'waiting', 0, now(), null),
       ($3, 1, 'task.created', 4, '{"n":0}', 'delivered', 1, null, now())`,
    [ID(1), ID(2), ID(3)],
  );
  await rows(`insert into sessions (token_hash, user_id, remember) values (sha256('a'), 1, true)`);
  await rows(
    `insert into push_subscriptions (id, user_id, session_hash, endpoint, public_key, auth)
     values (1, 1, sha256('a'), 'https://push.example', 'k', 'a')`,
  );
  await rows(
    `insert into push_messages (user_id, subscription_id, counts, stale_at)
     values (1, 1, '{"new": 2}', now() + interval '1 hour')`,
  );
  await rows(`insert into accounts (id, name) values (1, 'Shop')`);
  await rows(`insert into account_contacts (id, account_id, name) values (1, 1, 'Pat')`);
  await rows(
    `insert into messages (id, contact_id, event, channel, recipient, stop_key, attempts, next_try_at)
     values ($1, 1, 'delivered', 'email', 'a@b', '', 1, now() + interval '60 seconds'), ($2, 1, 'next', 'sms', '+1', '', 0, now())`,
    [ID(6), ID(7)],
  );
  await rows(
    `insert into plans (id, status, request) values (1, 'running', '{}'), (2, 'waiting', '{"driverIds": [1]}')`,
  );
}

type Found = { subject: string; state: string; attempts: number; later: boolean };
const jobs = (kind: string) =>
  rows<Found>(
    `select subject, state, attempts, run_at > now() + interval '10 seconds' as later from jobs where kind = $1 order by id`,
    [kind],
  );
const delivery = async (n: number) => (await jobs('webhook')).find(({ subject }) => subject === ID(n));
type Claim = { id: string; attempts: number };
/** Claims a due row as `claimRows` of the former version does. */
const claim = (table: string, where = 'true') =>
  rows<Claim>(
    `with due as (
       select q.id from ${table} q where q.next_try_at <= now() and ${where} order by q.id limit 1 for update skip locked)
     update ${table} q set attempts = q.attempts + 1, next_try_at = now() + interval '30 seconds'
     from due where q.id = due.id returning q.id::text, q.attempts`,
  );
/** Half a minute passes in which no instance of this version runs. */
const passHalfAMinute = async () => {
  await rows("update jobs set run_at = run_at - interval '30 seconds' where run_at is not null");
};
/** Ends all jobs of a kind as if instances of this version had done so. */
const endAll = (kind: string) =>
  rows(
    "update jobs set state = 'failed', run_at = null, holder = null where kind = $1 and run_at is not null",
    [kind],
  );

test('waiting rows become jobs in order, rows being sent wait for the end of their lease, and nothing is claimed by both', async () => {
  expect(await jobs('webhook')).toEqual([
    { subject: ID(1), state: 'waiting', attempts: 1, later: true },
    { subject: ID(2), state: 'waiting', attempts: 0, later: false },
    { subject: ID(3), state: 'done', attempts: 1, later: null },
  ]);
  expect(await jobs('push')).toEqual([{ subject: '1', state: 'waiting', attempts: 0, later: false }]);
  expect(await jobs('message')).toEqual([
    { subject: ID(6), state: 'waiting', attempts: 1, later: true },
    { subject: ID(7), state: 'waiting', attempts: 0, later: false },
  ]);
  expect((await jobs('plan')).map(({ subject }) => subject)).toEqual(['2']);
  for (const table of ['webhook_deliveries', 'push_messages', 'messages'])
    expect(await claim(table)).toEqual([]);
  expect(
    await rows(
      "select lane, chain, payload ->> 'body' as body, payload ->> 'taskId' as task from jobs where subject = $1",
      [ID(1)],
    ),
  ).toEqual([{ lane: '1', chain: '1:5', body: '{"n":1}', task: '5' }]);
});

test('a delivery that an older instance was sending ends its job, and the next of the task is due', async () => {
  await rows("update jobs set run_at = now() + interval '1 minute' where subject = $1", [ID(2)]);
  // The delivery was refused and will be tried again.
  await rows(
    `update webhook_deliveries set status = 500, error = 'Answered 500', next_try_at = now() + interval '1 hour'
     where id = $1 and attempts = 1 and next_try_at is not null`,
    [ID(1)],
  );
  expect(await delivery(1)).toEqual({ subject: ID(1), state: 'waiting', attempts: 1, later: true });
  await rows(
    `update webhook_deliveries set state = 'delivered', status = 200, error = null, next_try_at = null
     where id = $1 and attempts = 1 and next_try_at is not null`,
    [ID(1)],
  );
  expect(await delivery(1)).toMatchObject({ state: 'done', attempts: 1 });
  expect(await delivery(2)).toMatchObject({ state: 'waiting', later: false });
});

test('a delivery that this version sends by now is not ended by an older instance', async () => {
  await rows("update jobs set state = 'running', attempts = 1 where subject = $1", [ID(2)]);
  await rows("update webhook_deliveries set state = 'failed', next_try_at = null where id = $1", [ID(2)]);
  expect(await delivery(2)).toMatchObject({ state: 'running' });
});

test('rows that an older instance writes or sends again become jobs, after the existing ones', async () => {
  await rows(
    `insert into webhook_deliveries (id, webhook_id, event, task_id, body) values ($1, 1, 'task.updated', 5, '{"n":3}')`,
    [ID(4)],
  );
  expect((await jobs('webhook')).at(-1)).toEqual({
    subject: ID(4),
    state: 'waiting',
    attempts: 0,
    later: false,
  });
  await rows(
    "update webhook_deliveries set state = 'waiting', attempts = 0, next_try_at = now() where id = $1 and state <> 'waiting'",
    [ID(3)],
  );
  expect(await delivery(3)).toEqual({ subject: ID(3), state: 'waiting', attempts: 0, later: false });
  expect(await claim('webhook_deliveries')).toEqual([]);
});

test('notifications: new ones become jobs, and those that an older instance has sent are gone', async () => {
  await rows(
    `insert into push_messages (user_id, subscription_id, counts, stale_at) values (1, 1, '{"new": 1}', now() + interval '1 hour')`,
  );
  expect(await jobs('push')).toHaveLength(2);
  await rows('delete from push_messages where id = 1 and attempts = 0 and next_try_at is not null');
  expect((await jobs('push')).map(({ subject }) => subject)).not.toContain('1');
  expect(await claim('push_messages')).toEqual([]);
  await rows("delete from jobs where kind = 'push'");
  expect(await rows('select from push_messages')).toEqual([]);
});

test('messages: the end of a sending ends the job, new ones and those sent again become jobs once', async () => {
  // The message was handed over, then refused, and will be tried again.
  await rows('update messages set handed_over_at = now() where id = $1 and next_try_at is not null', [ID(6)]);
  expect(await jobs('message')).toHaveLength(2);
  await rows(
    `update messages set handed_over_at = null, next_try_at = now() + interval '1 hour' where id = $1 and next_try_at is not null`,
    [ID(6)],
  );
  expect((await jobs('message'))[0]).toMatchObject({ subject: ID(6), attempts: 1, later: true });
  await rows(
    "update messages set state = 'sent', sent_at = now(), next_try_at = null where id = $1 and next_try_at is not null",
    [ID(6)],
  );
  expect((await jobs('message')).map(({ subject }) => subject)).toEqual([ID(7)]);
  await rows("update messages set state = 'waiting', attempts = 0, next_try_at = now() where id = $1", [
    ID(6),
  ]);
  await rows("update messages set state = 'waiting', attempts = 0, next_try_at = now() where id = $1", [
    ID(6),
  ]);
  await rows(
    `insert into messages (id, contact_id, event, channel, recipient, stop_key, next_try_at)
     values ($1, 1, 'late', 'email', 'a@b', '', now() + interval '30 seconds')`,
    [ID(5)],
  );
  expect(await jobs('message')).toMatchObject([
    { subject: ID(7), later: false },
    { subject: ID(6), later: false },
    { subject: ID(5), later: true },
  ]);
  expect(await claim('messages')).toEqual([]);
});

test('plans: one that this version makes is never taken for gone, one of an older instance is when it is not heard of', async () => {
  const alive = async (id: number) =>
    (await rows<{ at: string }>('select alive_at::text as at from plans where id = $1', [id]))[0]?.at;
  // The older instance that makes the plan reports that it is alive, until this version begins the plan.
  await rows('update plans set alive_at = now(), progress = 0 where id = 2');
  expect(await alive(2)).not.toBe('infinity');
  await rows("update plans set status = 'failed' where id = 1");
  await rows("update plans set status = 'running' where id = 2 and status = 'waiting'");
  expect(await alive(2)).toBe('infinity');
  await rows(
    "update plans set alive_at = now(), progress = 0 where id = 2 and status in ('waiting', 'running')",
  );
  expect(await alive(2)).toBe('infinity');
  await rows('update plans set stopped = true where id = 2');
  expect(await rows("select stopped from jobs where kind = 'plan' and subject = '2'")).toEqual([
    { stopped: true },
  ]);
  await rows("update plans set status = 'done' where id = 2");

  await rows(`insert into plans (id, request) values (3, '{}')`);
  expect(await alive(3)).toBe('infinity');
  await rows("update plans set status = 'running', alive_at = now() where id = 3");
  expect(await alive(3)).not.toBe('infinity');
});

const write = (n: number, taskId: number) =>
  rows(
    `insert into webhook_deliveries (id, webhook_id, event, task_id, body) values ($1, 1, 'task.updated', $2, '{}')`,
    [ID(n), taskId],
  );
const claimDelivery = () =>
  claim(
    'webhook_deliveries',
    `q.state = 'waiting' and not exists (select from webhook_deliveries before where before.webhook_id = q.webhook_id
       and before.task_id = q.task_id and before.state = 'waiting' and before.place < q.place)`,
  );
const stored = async (n: number) =>
  (
    await rows<{ state: string; waits: boolean | null }>(
      'select state, isfinite(next_try_at) as waits from webhook_deliveries where id = $1',
      [ID(n)],
    )
  )[0];

test('deliveries: when this version is gone, an older instance alone goes on, in order, and takes over what was begun', async () => {
  await endAll('webhook');
  await write(8, 9);
  await write(9, 9);
  expect(await claimDelivery()).toEqual([]);
  await passHalfAMinute();
  expect(await claimDelivery()).toEqual([{ id: ID(8), attempts: 1 }]);
  // If this version returns, it does not start that delivery or the ones after it.
  expect(await delivery(8)).toEqual({ subject: ID(8), state: 'waiting', attempts: 1, later: true });
  expect(await claimDelivery()).toEqual([]);
  await rows("update webhook_deliveries set state = 'delivered', next_try_at = null where id = $1", [ID(8)]);
  expect(await delivery(8)).toMatchObject({ state: 'done' });
  expect(await claimDelivery()).toEqual([{ id: ID(9), attempts: 1 }]);
  await rows(
    "update webhook_deliveries set status = 500, next_try_at = now() + interval '1 hour' where id = $1",
    [ID(9)],
  );
  expect(await delivery(9)).toEqual({ subject: ID(9), state: 'waiting', attempts: 1, later: true });

  // When this version sends a delivery, the older instance's row shows it.
  await rows("update jobs set state = 'done', run_at = null where subject = $1", [ID(9)]);
  expect(await stored(9)).toEqual({ state: 'delivered', waits: null });

  await write(5, 10);
  await passHalfAMinute();
  const begin =
    "update jobs set state = 'running', holder = gen_random_uuid(), attempts = 1, run_at = now() + $2 where subject = $1";
  await rows(begin, [ID(5), '15 seconds']);
  expect(await claimDelivery()).toEqual([]);
  // The instance was killed.
  await rows(begin, [ID(5), '-31 seconds']);
  expect(await claimDelivery()).toEqual([{ id: ID(5), attempts: 1 }]);
  expect(await delivery(5)).toEqual({ subject: ID(5), state: 'waiting', attempts: 1, later: true });
});

test('deliveries: an older instance does not overtake an event that only this version knows', async () => {
  await endAll('webhook');
  await rows(
    `insert into jobs (kind, subject, lane, chain, payload, run_at) values ('webhook', $1, '1', '1:11',
       '{"event": "task.created", "taskId": 11, "body": "{}"}', now() + interval '1 hour')`,
    [ID(0)],
  );
  await write(6, 11);
  await passHalfAMinute();
  expect(await stored(6)).toEqual({ state: 'waiting', waits: false });
  await rows("update jobs set state = 'done', run_at = null where subject = $1", [ID(0)]);
  await passHalfAMinute();
  expect(await claimDelivery()).toEqual([{ id: ID(6), attempts: 1 }]);
});

test('messages and notifications: an older instance alone goes on, also with messages that this version wrote', async () => {
  await rows('delete from messages');
  await rows("delete from jobs where kind in ('message', 'push')");
  const insert = `insert into messages (id, contact_id, event, channel, recipient, stop_key`;
  await rows(`${insert}, next_try_at) values ($1, 1, 'late', 'email', 'a@b', '', now())`, [ID(1)]);
  await rows(
    `with written as (${insert}) values ($1, 1, 'next', 'email', 'a@b', '') returning id)
     insert into jobs (kind, subject, lane) select 'message', id, 'email' from written`,
    [ID(2)],
  );
  expect(await claim('messages')).toEqual([]);
  await passHalfAMinute();
  expect(await claim('messages')).toEqual([{ id: ID(1), attempts: 1 }]);
  await rows('update messages set handed_over_at = now() where id = $1', [ID(1)]);
  await rows("update messages set state = 'sent', next_try_at = null where id = $1", [ID(1)]);
  expect((await jobs('message')).map(({ subject }) => subject)).toEqual([ID(2)]);
  // This version sends the other message.
  await rows("delete from jobs where kind = 'message'");
  expect(await claim('messages')).toEqual([]);

  await rows(
    `insert into push_messages (user_id, subscription_id, counts, stale_at) values (1, 1, '{"new": 1}', now() + interval '1 hour'),
       (1, 1, '{"new": 2}', now() + interval '1 hour')`,
  );
  expect(await claim('push_messages')).toEqual([]);
  await passHalfAMinute();
  const [claimed] = await claim('push_messages');
  expect(claimed?.attempts).toBe(1);
  expect((await jobs('push')).map(({ later }) => later)).toEqual([true, false]);
  await rows('delete from push_messages where id = $1', [claimed?.id]);
  expect(await jobs('push')).toHaveLength(1);
  await rows("delete from jobs where kind = 'push'");
  expect(await rows('select from push_messages')).toEqual([]);
});

test('a backup of before there were jobs, or of an upgrade under way, is restored: what waited has ended, and older instances may write @long', async () => {
  for (const name of ['before', 'during']) {
    const copy = await createDatabase({ empty: true });
    try {
      await restore(copy.url, join(folder, `${name}.backup`), { replace: false });
      expect(await copy.rows('select from jobs where run_at is not null')).toEqual([]);
      expect(
        await copy.rows(
          "select state, error like 'Not sent%' as ended from jobs where kind = 'webhook' order by id",
        ),
      ).toEqual([
        { state: 'failed', ended: true },
        { state: 'failed', ended: true },
        { state: 'done', ended: null },
      ]);
      expect(
        await copy.rows(
          `select state, next_try_at from webhook_deliveries where state <> 'delivered'
           union all select state, next_try_at from messages`,
        ),
      ).toEqual(Array.from({ length: 4 }, () => ({ state: 'failed', next_try_at: null })));
      expect(
        await copy.rows("select from push_messages union all select from plans where status <> 'failed'"),
      ).toEqual([]);
      await copy.rows(
        `insert into webhook_deliveries (webhook_id, event, task_id, body) values (1, 'task.updated', 5, '{}')`,
      );
      expect(await copy.rows("select from jobs where state = 'waiting'")).toHaveLength(1);
    } finally {
      await copy.drop();
    }
  }
});
