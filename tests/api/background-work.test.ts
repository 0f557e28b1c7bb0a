/** Admins see background work in words and without secrets, and can start it again. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { JobLine } from '~/program/background-work.server';
import type { Message } from '~/domain/customers/messages/schema';
import type { Webhook } from '~/modules/webhooks/schema';
import { delivery, make, pickup } from '../support/factories';
import { submitForm } from '../support/forms';
import { startMailbox } from '../support/mailbox';
import { makeDue } from '../support/jobs';
import { startNetwork, type Network } from '../support/network';
import { addPeople, sessionOf } from '../support/people';
import { client, type Client } from '../support/client';
import { fail, startReceiver, take, type Receiver } from '../support/receiver';

const PAGE = '/settings/background-work';
const TOKEN = 'a token of the metrics';

let network: Network;
let admin: Client;
let dispatcher: Client;
let receiver: Receiver;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;

beforeAll(async () => {
  [receiver, mailbox] = await Promise.all([startReceiver(), startMailbox()]);
  network = await startNetwork({
    WEBHOOK_PRIVATE_ADDRESSES: 'on',
    WEBHOOK_RETRY_SECONDS: '3600',
    METRICS_TOKEN: TOKEN,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'parts@network.example',
    MESSAGE_DELAY_SECONDS: '0',
    MESSAGE_RETRY_SECONDS: '3600',
  });
  await network.database.rows(
    `insert into settings (name, value) values ('customer-messages', '{"quietFrom":"","quietTo":""}')`,
  );
  [admin, dispatcher] = await Promise.all([network.as('admin'), network.as('dispatcher')]);
});
afterAll(async () => {
  await network.close();
  await Promise.all([receiver.close(), mailbox.close()]);
});
beforeEach(async () => {
  receiver.behave(take);
  mailbox.behave({});
  for (const { id } of (await admin.get<Webhook[]>('/api/admin/webhooks')).body)
    await admin.del(`/api/admin/webhooks/${String(id)}`);
  await network.database.rows('delete from jobs');
});

const until = (what: () => Promise<void>) => vi.waitFor(what, { interval: 50 });
const list = async (query = '') => (await admin.get<JobLine[]>(`/api/admin/jobs${query}`)).body;
const run = ({ id }: Pick<JobLine, 'id'>) =>
  admin.post<JobLine & { error: string }>(`/api/admin/jobs/${String(id)}/run`);

async function failedDelivery() {
  receiver.behave(fail);
  const { body } = await admin.post<Webhook & { secret: string }>('/api/admin/webhooks', {
    url: `${receiver.url}/hook/with-a-key`,
    events: ['task.created'],
  });
  const task = await make(dispatcher, pickup());
  await until(async () => {
    expect(await list('?kind=webhook')).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });
  const [job] = await list('?kind=webhook');
  if (!job) throw new Error('There is no job');
  return { webhook: body, task, job };
}

/** Adds an account with a contact who has agreed to emails. */
async function contact(name: string) {
  const { body: account } = await dispatcher.post<{ id: number }>('/api/accounts', { name });
  const { body } = await dispatcher.post<{ id: number }>(`/api/accounts/${String(account.id)}/contacts`, {
    name: 'Pat Lee',
    email: 'pat@shop.example',
    channels: ['email'],
    consentSource: 'By phone',
  });
  return body.id;
}

test('nothing waits: the page says so', async () => {
  expect(await list()).toEqual([]);
  expect((await admin.get<string>(PAGE)).body).toContain('Nothing is waiting, and nothing has failed.');
  expect((await admin.get<string>(`${PAGE}?state=failed`)).body).toContain('No work matches these filters.');
  expect((await admin.get<string>('/settings')).body).toContain('Background Work');
});

test('a delivery says its event, task and host, the try and its error; neither secret, address, body nor answer', async () => {
  const { webhook, task, job } = await failedDelivery();
  expect(job).toMatchObject({
    about: `Task created, task ${String(task.id)}, to ${new URL(receiver.url).host}`,
    error: 'Answered 500',
    mayRunAgain: true,
  });
  expect(Date.parse(job.nextTryAt ?? '')).toBeGreaterThan(Date.now() + 60_000);
  const page = (await admin.get<string>(PAGE)).body.replaceAll('<!-- -->', '');
  for (const shown of ['Webhook delivery', 'Answered 500', '1 attempt']) expect(page).toContain(shown);
  for (const text of [page, JSON.stringify(await list())])
    for (const hidden of [webhook.secret, 'with-a-key', 'out of order', task.location])
      expect(text).not.toContain(hidden);
});

test('run again, it is due now; it is in the audit log; the button of the page does the same', async () => {
  const { job } = await failedDelivery();
  receiver.behave(take);
  const answer = await run(job);
  expect([answer.status, answer.body.id]).toEqual([200, job.id]);
  await until(async () => {
    expect(await list()).toMatchObject([
      { id: job.id, state: 'done', attempts: 2, error: null, nextTryAt: null },
    ]);
  });
  const events = await admin.get<{ target: { name: string } }[]>('/api/admin/events?act=job.run');
  expect(events.body[0]?.target.name).toBe(job.about);
  const calls = receiver.calls.filter(({ path }) => path === '/hook/with-a-key').length;
  const pressed = await submitForm(admin, PAGE, { intent: 'runJob', jobId: String(job.id) });
  expect(pressed.status).toBe(302);
  await until(async () => {
    expect(receiver.calls.filter(({ path }) => path === '/hook/with-a-key')).toHaveLength(calls + 1);
    expect(await list()).toMatchObject([{ id: job.id, state: 'done' }]);
  });
});

test('pressed twice, or by two admins at once, it is done once', async () => {
  const { job } = await failedDelivery();
  const { app, database } = network;
  await addPeople(database.url, [{ username: 'admin2', name: 'Ann Other', roles: ['admin'] }]);
  const other = client(app.origin, await sessionOf(database, 'admin2'));
  receiver.behave(take);
  const before = receiver.calls.length;
  const press = (who: Client) =>
    who.post<{ error?: string }>(`/api/admin/jobs/${String(job.id)}/run`, { triedAt: job.triedAt });
  const statuses = (await Promise.all([press(admin), press(other), press(admin)])).map(
    ({ status }) => status,
  );
  expect(statuses).toContain(200);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  await until(async () => {
    expect(await list()).toMatchObject([{ id: job.id, state: 'done' }]);
  });
  expect(await press(other)).toMatchObject({
    status: 409,
    body: { error: 'It has just been tried. Look at the result first' },
  });
  const form = { intent: 'runJob', jobId: String(job.id), triedAt: job.triedAt ?? '' };
  expect((await submitForm(other, PAGE, form)).status).toBe(409);
  expect(receiver.calls.length).toBe(before + 1);
});

test('work waits for somebody who is deleted: it ends without a word to anybody', async () => {
  const { webhook, task, job } = await failedDelivery();
  receiver.behave(take);
  expect((await dispatcher.del(`/api/tasks/${String(task.id)}`)).status).toBe(200);
  expect((await run(job)).status).toBe(200);
  await until(async () => {
    expect(await list('?kind=webhook')).toMatchObject([{ id: job.id, state: 'done' }]);
  });
  await admin.del(`/api/admin/webhooks/${String(webhook.id)}`);
  expect(await list()).toEqual([]);

  mailbox.behave({ mail: () => '450 Later' });
  const contactId = await contact('Yard');
  const { id } = await make(dispatcher, delivery({ location: 'Yard', driver_id: network.ids.driver }));
  await dispatcher.patch(`/api/tasks/${String(id)}`, { status: 'completed' });
  await until(async () => {
    expect(await list('?kind=message')).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });
  mailbox.behave({});
  const sent = mailbox.mails.length;
  await dispatcher.del(`/api/account-contacts/${String(contactId)}`);
  const [message] = await list();
  expect(message?.about).toBe('A deleted message');
  expect(await run(message ?? { id: 0 })).toMatchObject({
    status: 409,
    body: { error: 'The contact was deleted' },
  });
  await network.database.rows(
    `insert into jobs (kind, subject, lane, payload)
     values ('push', 'x', '999', '{"subscriptionId": 999, "counts": {"new": 1}, "staleAt": "2999-01-01"}')`,
  );
  await makeDue(network.database, { kind: 'message' });
  await until(async () => {
    expect(await list()).toEqual([]);
  });
  expect(mailbox.mails.length).toBe(sent);
});

test('impossible requests are refused with a message: a webhook that is off, a plan, a running job, a missing job', async () => {
  const { webhook, job } = await failedDelivery();
  await admin.patch(`/api/admin/webhooks/${String(webhook.id)}`, { active: false });
  expect(await run(job)).toMatchObject({ status: 409, body: { error: 'Turn the webhook on first' } });
  const insert = async (kind: string, state: string) => {
    const [made] = await network.database.rows<{ id: number }>(
      `insert into jobs (kind, subject, lane, state, run_at) values ($1, '1', $3, $2,
         case when $2 = 'running' then now() + interval '1 hour' end) returning id`,
      [kind, state, kind === 'push' ? '1' : ''],
    );
    return { id: made?.id ?? 0 };
  };
  const plan = await insert('plan', 'failed');
  expect(await run(plan)).toMatchObject({
    status: 409,
    body: { error: 'A plan is made once. Plan the day again' },
  });
  const running = await insert('push', 'running');
  expect(await run(running)).toMatchObject({ status: 409, body: { error: 'It is running at this moment' } });
  expect((await run({ id: 999_999 })).status).toBe(404);
  expect((await list()).map(({ id, mayRunAgain }) => [id, mayRunAgain])).toEqual([
    [running.id, false],
    [plan.id, false],
    [job.id, true],
  ]);
  const refused = await submitForm(admin, PAGE, { intent: 'runJob', jobId: String(plan.id) });
  expect([refused.status, refused.body.includes('A plan is made once')]).toEqual([409, true]);
});

test('a message that has failed says whom it is for, and is sent again', async () => {
  mailbox.behave({ mail: () => '550 No such user' });
  await contact('Garage');
  const { id } = await make(dispatcher, delivery({ location: 'Garage', driver_id: network.ids.driver }));
  await dispatcher.patch(`/api/tasks/${String(id)}`, { status: 'completed' });
  await until(async () => {
    expect(await list('?kind=message&state=failed')).toHaveLength(1);
  });
  const [job] = await list('?kind=message');
  expect(job?.about).toContain('to Pat Lee of Garage');
  expect(job?.error).toContain('550');
  mailbox.behave({});
  expect((await run(job ?? { id: 0 })).body.state).toMatch(/waiting|running/);
  await until(async () => {
    const { body } = await dispatcher.get<Message[]>('/api/messages');
    expect(body).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });
  expect(await list()).toEqual([]);
});

test('the list has pages, and is filtered by kind and state', async () => {
  await network.database.rows(
    `insert into jobs (kind, subject, lane, state, run_at, error)
     select case when n % 2 = 0 then 'push' else 'plan' end, n, case when n % 2 = 0 then '1' else '' end, 'failed', null, 'Error ' || n
     from generate_series(1, 60) n order by n`,
  );
  const first = await list('?kind=push&limit=20');
  expect(first).toHaveLength(20);
  const next = await list(`?kind=push&limit=20&before=${String(first.at(-1)?.id)}`);
  expect(next).toHaveLength(10);
  expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(30);
  expect(await list('?state=done')).toEqual([]);
  const page = (await admin.get<string>(`${PAGE}?kind=push`)).body;
  expect([page.includes('Error 60'), page.includes('Error 59'), page.includes('Older')]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await admin.get('/api/admin/jobs?kind=nothing')).status).toBe(422);
});

test('the metrics say by kind what waits, for how long, and what has failed', async () => {
  const { job } = await failedDelivery();
  await network.database.rows("update jobs set created_at = now() - interval '1 hour' where id = $1", [
    job.id,
  ]);
  await network.database.rows(
    "insert into jobs (kind, subject, lane, state, run_at) values ('push', 'x', '1', 'failed', null)",
  );
  await until(async () => {
    const answer = await fetch(`${network.app.origin}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const text = await answer.text();
    expect(text).toContain('jobs_waiting{kind="webhook"} 1');
    expect(text).toContain('jobs_failed{kind="push"} 1');
    expect(text).toContain('jobs_waiting{kind="plan"} 0');
    expect(text).toMatch(/jobs_oldest_seconds\{kind="webhook"\} 36\d\d/);
    expect(text).toMatch(/^webhook_deliveries_waiting 1$/m);
    expect(text).toMatch(/^webhook_oldest_delivery_seconds 36\d\d/m);
  });
});
