/** Customers get messages about their deliveries: one for each stop, by their consent, and none after STOP. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Contact } from '~/domain/network/accounts/contacts.server';
import type { Message } from '~/domain/customers/messages/schema';
import type { Task } from '~/domain/tasks/model/task';
import { delivery, make } from '../support/factories';
import { startMailbox } from '../support/mailbox';
import { addRun, addSchedule } from '../support/runs';
import { submitForm } from '../support/forms';
import { startReceiver, take } from '../support/receiver';
import { useNetwork } from '../support/use-network';

const [mailbox, provider] = await Promise.all([startMailbox(), startReceiver()]);
const PUBLIC = 'http://dispatch.example';
const network = useNetwork({
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Parts <parts@network.example>',
  APP_ORIGIN: PUBLIC,
  SMS_URL: `${provider.url}/sms`,
  SMS_USER: 'AC1',
  SMS_PASSWORD: 'secret',
  SMS_FROM: '+18165550000',
  MESSAGE_DELAY_SECONDS: '0',
  MESSAGE_RETRY_SECONDS: '0.05',
});
const dispatcher = network.client('dispatcher');
const admin = network.client('admin');

const quietHours = (quietFrom: string, quietTo: string) =>
  admin.patch('/api/admin/customer-messages/quiet-hours', { quietFrom, quietTo });
beforeAll(() => quietHours('', ''));
beforeEach(() => {
  mailbox.behave({});
  provider.behave(take);
});
afterAll(() => Promise.all([mailbox.close(), provider.close()]));

async function contactOf(account: object, contact: object): Promise<Contact> {
  const { id } = (await dispatcher.post<{ id: number }>('/api/accounts', account)).body;
  const made = await dispatcher.post<Contact>(`/api/accounts/${String(id)}/contacts`, {
    name: 'Pat Lee',
    channels: ['email'],
    consentSource: 'On the order form',
    ...contact,
  });
  expect(made.status).toBe(201);
  return made.body;
}

let count = 0;
/** Adds an account with a contact, and tasks of one stop there. */
async function stop(contact: object = {}, tasks = 1) {
  count += 1;
  const email = `pat${String(count)}@shop.example`;
  const made = await contactOf({ name: `Garage ${String(count)}` }, { email, ...contact });
  const taskIds: number[] = [];
  for (let task = 1; task <= tasks; task += 1)
    taskIds.push(
      (
        await make(
          dispatcher,
          delivery({
            location: `Garage ${String(count)}`,
            driver_id: network.ids.driver,
            address: `${String(count)} Elm St, Lenexa, KS`,
            invoice_number: `INV-${String(count)}-${String(task)}`,
          }),
        )
      ).id,
    );
  return { email, contact: made, taskIds };
}
const report = async (taskIds: number[], status: string, more: object = {}) => {
  const answer = await dispatcher.post('/api/tasks/batch/status', { taskIds, status, ...more });
  expect(answer.status).toBe(200);
};
const messagesOf = async (taskId = 0) =>
  (await dispatcher.get<Message[]>(`/api/messages?taskId=${String(taskId)}`)).body;
const settled = (taskId: number | undefined, states: string[]) =>
  vi.waitFor(async () => {
    const found = await messagesOf(taskId);
    expect(found.map(({ state }) => state)).toEqual(states);
    return found;
  });

test('a stop of three tasks is one email for each event, with all invoices and a link to the proof', async () => {
  const { email, taskIds } = await stop({}, 3);
  await report(taskIds, 'completed');
  const [mail] = await mailbox.until(email, 1);
  const [message] = await settled(taskIds[0], ['sent']);
  expect(message?.taskIds).toEqual(taskIds);
  expect(mail?.id).toBe(`<${message?.id ?? ''}@parts-dispatch>`);
  expect(mail?.text).toContain('Subject: Your parts have been delivered');
  // Quoted-printable breaks long lines.
  const text = mail?.text.replaceAll('=\r\n', '') ?? '';
  expect(text).toMatch(/Invoice: INV-\d+-1, INV-\d+-2, INV-\d+-3\r\n/);
  const [, path = ''] = /Proof of delivery: http:\/\/dispatch\.example(\/p\/[\w-]{43})$/m.exec(text) ?? [];
  expect((await dispatcher.get<string>(path)).body).toContain('Proof of delivery');
  // The stored message does not contain the link's secret.
  const stored = await network.database.rows<{ text: string }>('select m::text as text from messages m');
  expect(stored.map(({ text }) => text).join()).not.toContain(path);
  expect(stored.map(({ text }) => text).join()).toContain('Proof of delivery: {link}');
});

test('tasks of one stop that are completed one by one are one email', async () => {
  const { email, taskIds } = await stop({}, 3);
  for (const id of taskIds) await dispatcher.patch<Task>(`/api/tasks/${String(id)}`, { status: 'completed' });
  await settled(taskIds[2], ['sent']);
  expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  expect((await messagesOf(taskIds[0]))[0]?.taskIds).toEqual(taskIds);
});

test('nothing is written without consent, or for an event that is off', async () => {
  const without = await stop({ channels: [] });
  await report(without.taskIds, 'completed');
  expect(await messagesOf(without.taskIds[0])).toEqual([]);
  const off = await stop();
  await admin.patch('/api/admin/customer-messages/events/delivered', { on: false });
  await report(off.taskIds, 'completed');
  await admin.patch('/api/admin/customer-messages/events/delivered', { on: true });
  expect(await messagesOf(off.taskIds[0])).toEqual([]);
});

test('when accounts have one name, the address decides whose contacts get the message; otherwise none do', async () => {
  const street = { city: 'Lenexa', state: 'KS', zipCode: '66215' };
  const twin = { name: 'Twin Garage', ...street };
  await contactOf({ ...twin, address: '1 North St' }, { email: 'north@shop.example' });
  await contactOf({ ...twin, address: '1 South St' }, { email: 'south@shop.example' });
  const toldAt = async (address: string) => {
    const task = await make(dispatcher, delivery({ location: 'twin garage', address }));
    await report([task.id], 'completed');
    return (await messagesOf(task.id)).map(({ recipient }) => recipient);
  };
  expect(await toldAt('1 South St, Lenexa, KS 66215')).toEqual(['south@shop.example']);
  expect(await toldAt('1 Elsewhere, Lenexa, KS 66215')).toEqual([]);
});

test('a completion undone before its message was sent gives no message, and gives one when it happens again', async () => {
  const { email, taskIds } = await stop();
  mailbox.behave({ recipient: (to) => (to === email ? '451 Later' : '250 OK') });
  await report(taskIds, 'completed');
  await vi.waitFor(async () => {
    expect((await messagesOf(taskIds[0]))[0]?.error).toMatch(/451/);
  });
  await dispatcher.patch(`/api/tasks/${String(taskIds[0])}`, { status: 'pending' });
  // The message has no tasks any more, so the test finds it by its recipient.
  await vi.waitFor(async () => {
    const all = (await dispatcher.get<Message[]>('/api/messages?state=skipped')).body;
    expect(all.filter(({ recipient }) => recipient === email)).toHaveLength(1);
  });
  mailbox.behave({});
  await report(taskIds, 'completed');
  await mailbox.until(email, 1);
});

test('a task that is changed to another customer before the message gives the first one none', async () => {
  const { email, taskIds } = await stop();
  mailbox.behave({ recipient: (to) => (to === email ? '451 Later' : '250 OK') });
  await report(taskIds, 'going');
  await vi.waitFor(async () => {
    expect((await messagesOf(taskIds[0]))[0]?.error).toMatch(/451/);
  });
  // The mailbox still refuses, because a try that is under way during the change may end with a mail.
  const other = { location: 'Garage of somebody else', address: '99 Secret St, Lenexa, KS' };
  expect((await dispatcher.patch(`/api/tasks/${String(taskIds[0])}`, other)).status).toBe(200);
  await vi.waitFor(async () => {
    const all = (await dispatcher.get<Message[]>('/api/messages')).body;
    expect(all.find(({ recipient }) => recipient === email)?.state).toBe('skipped');
  });
  mailbox.behave({});
  expect(mailbox.mails.filter(({ to }) => to === email)).toEqual([]);
});

test('a server that is busy for a while gets the same message once', async () => {
  const { email, taskIds } = await stop();
  let refusals = 0;
  mailbox.behave({ mail: ({ to }) => (to === email && (refusals += 1) <= 3 ? '451 Later' : '250 OK') });
  await report(taskIds, 'completed');
  await mailbox.until(email, 1);
  const [message] = await settled(taskIds[0], ['sent']);
  expect(message?.attempts).toBe(4);
  expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
});

test('a broken address is one clear failure, and can be sent again by hand', async () => {
  const { email, taskIds } = await stop();
  mailbox.behave({ recipient: (to) => (to === email ? '550 No such mailbox' : '250 OK') });
  await report(taskIds, 'completed');
  const [failed] = await settled(taskIds[0], ['failed']);
  expect(failed).toMatchObject({ attempts: 1, nextTryAt: null });
  expect(failed?.error).toContain('No such mailbox');
  mailbox.behave({});
  const again = await dispatcher.post<Message>(`/api/messages/${failed?.id ?? ''}/resend`);
  expect(again.status).toBe(200);
  const [mail] = await mailbox.until(email, 1);
  expect(mail?.id).toContain(failed?.id);
  // A colleague whose page still shows the message as failed sends it again.
  await settled(taskIds[0], ['sent']);
  expect((await admin.post(`/api/messages/${failed?.id ?? ''}/resend`)).status).toBe(409);
  expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
});

test('a stop that will be late is told once, with the time that is expected now, and not when it is on time again @long', async () => {
  const { email, taskIds } = await stop({}, 2);
  const [first, second] = taskIds;
  await network.database.rows('update tasks set latitude = 39.5, longitude = -94.6 where id = any($1)', [
    taskIds,
  ]);
  const due = async (taskId: number | undefined, deliver_by: string | null) => {
    expect((await dispatcher.patch(`/api/tasks/${String(taskId)}`, { deliver_by })).status).toBe(200);
  };
  const now = () => new Date().toISOString();
  mailbox.behave({ recipient: (to) => (to === email ? '451 Later' : '250 OK') });
  await due(first, now());
  await admin.patch('/api/admin/customer-messages/events/late', { on: true });
  await vi.waitFor(async () => {
    const [message] = await messagesOf(first);
    expect(message?.event).toBe('late');
    expect(message?.error).toMatch(/451/);
  });
  await due(first, null);
  await vi.waitFor(async () => {
    const skipped = (await dispatcher.get<Message[]>('/api/messages?state=skipped')).body;
    expect(skipped.filter(({ recipient }) => recipient === email)).toHaveLength(1);
  });
  mailbox.behave({});
  await due(first, now());
  const [mail] = await mailbox.until(email, 1);
  expect(mail?.text).toContain('will be later than planned.');
  expect(mail?.text).toMatch(/Expected: \d+:\d\d [AP]M to \d+:\d\d [AP]M\r\n/);
  const [message] = await settled(first, ['sent']);
  await due(second, now());
  const [joined] = await settled(second, ['sent']);
  expect(joined).toMatchObject({ id: message?.id, taskIds });
  await admin.patch('/api/admin/customer-messages/events/late', { on: false });
  expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
});

test('nobody is written to in quiet hours', async () => {
  const clock = (hours: number) =>
    network.database.rows<{ at: string }>(
      `select to_char((now() + interval '${String(hours)} hours') at time zone 'America/Chicago', 'HH24:MI') as at`,
    );
  const [[from], [to]] = await Promise.all([clock(-1), clock(1)]);
  await quietHours(from?.at ?? '', to?.at ?? '');
  const { email, taskIds } = await stop();
  await report(taskIds, 'completed');
  await vi.waitFor(async () => {
    const [held] = await messagesOf(taskIds[0]);
    const seconds = (Date.parse(held?.nextTryAt ?? '') - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(3_400);
    expect(seconds).toBeLessThan(3_700);
    expect(held).toMatchObject({ state: 'waiting', attempts: 0 });
  });
  expect(mailbox.mails.filter((mail) => mail.to === email)).toEqual([]);
  await quietHours('', '');
});

test('text messages go out in the form of the provider; STOP ends them, and HELP tells who sends them', async () => {
  const phone = '+18162345678';
  const { contact, taskIds } = await stop({ phone, channels: ['sms'] });
  await report(taskIds, 'completed');
  const [call] = await provider.until('/sms', 1);
  const fields = new URLSearchParams(call?.body);
  expect([fields.get('To'), fields.get('From')]).toEqual([phone, '+18165550000']);
  expect(fields.get('Body')).toMatch(/Delivered to Garage [\s\S]*Reply STOP to end\.$/);
  expect(call?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`);

  const reply = async (body: string, secret = 'secret') => {
    const form = new URLSearchParams({ From: phone, Body: body });
    const text = [...form].sort().reduce((all, [name, value]) => all + name + value, `${PUBLIC}/sms/replies`);
    const signature = createHmac('sha1', secret).update(text).digest('base64');
    const answer = await dispatcher.post<string>('/sms/replies', form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    });
    return [answer.status, answer.body] as const;
  };
  expect((await reply('STOP', 'guessed'))[0]).toBe(403);
  expect((await reply('help'))[1]).toContain('Reply STOP to end.');
  expect((await reply('We are at the end of Oak St. \u0007'))[1]).not.toContain('START');
  // Wrong guesses from the provider's address, such as that of a proxy, do not block a genuine reply.
  const guessed = await Promise.all(Array.from({ length: 40 }, () => reply('STOP', 'guessed')));
  expect(new Set(guessed.map(([status]) => status))).toEqual(new Set([403, 429]));
  expect((await reply(' Stop '))[1]).toContain('reply START and ask us to turn them on');
  const stopped = await dispatcher.get<Contact>(`/api/account-contacts/${String(contact.id)}`);
  expect(stopped.body.channels).toEqual([]);
  // The office can read every reply.
  type Reply = { phone: string; body: string; contacts: { contactName: string }[] };
  const { body: replies } = await dispatcher.get<Reply[]>('/api/messages/replies');
  expect(replies.map(({ body }) => body)).toEqual(['Stop', 'We are at the end of Oak St.', 'help']);
  expect(replies[0]).toMatchObject({ phone, contacts: [{ contactName: contact.name }] });
  const { body: page } = await dispatcher.get<string>('/accounts/messages', { accept: 'text/html' });
  expect(page).toContain('We are at the end of Oak St.');
  // STOP also holds for a new contact with the same number.
  const other = await stop({ phone, channels: ['sms'] });
  await report(other.taskIds, 'completed');
  expect(await messagesOf(other.taskIds[0])).toEqual([]);

  // START allows messages again. The office still chooses the contact's messages, because it asks for consent.
  await reply('start');
  const texted = await stop({ phone, channels: ['sms'] });
  await report(texted.taskIds, 'completed');
  expect(await messagesOf(texted.taskIds[0])).toHaveLength(1);
  expect(
    (await dispatcher.get<Contact>(`/api/account-contacts/${String(contact.id)}`)).body.channels,
  ).toEqual([]);
});

test.each(['please stop', 'STOP texting me!', 'Un-subscribe? no: unsubscribe', 'pls CANCEL'])(
  '%s ends the messages',
  async (text) => {
    const phone = `+1816234${String(1_000 + text.length)}`;
    await stop({ phone, channels: ['sms'] });
    const form = new URLSearchParams({ From: phone, Body: text, MessageSid: `SM${text.length}` });
    const sorted = [...form].sort(([one], [other]) => (one < other ? -1 : 1));
    const signed = sorted.reduce((all, [name, value]) => all + name + value, `${PUBLIC}/sms/replies`);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', 'secret').update(signed).digest('base64'),
    };
    // The provider sends a reply again when it gets no answer.
    for (let times = 0; times < 2; times += 1) {
      const { body } = await dispatcher.post<string>('/sms/replies', form.toString(), headers);
      expect(body).toContain('You will get no more messages');
    }
    const found = await network.database.rows('select body from customer_replies where phone = $1', [phone]);
    expect(found).toEqual([{ body: text }]);
  },
);

test('words in braces that nothing stands for are refused', async () => {
  const path = '/api/admin/customer-messages/events/delivered';
  expect((await admin.patch(path, { text: 'Call {driver}' })).status).toBe(422);
  expect((await admin.patch(path, { subject: 'For {account}' })).status).toBe(200);
  const { email, taskIds } = await stop();
  await report(taskIds, 'completed');
  expect((await mailbox.until(email, 1))[0]?.text).toMatch(/Subject: For Garage \d+/);
});

test('what a run promises is told once, when its order is known, and only if an admin has turned it on', async () => {
  const schedule = await addSchedule(network.database, { name: 'North' });
  const run = await addRun(network.database, schedule, { cutoff: 30 });
  const [silent, told] = [await stop(), await stop()];
  const close = async ({ taskIds }: { taskIds: number[] }, into: number) => {
    await dispatcher.patch(`/api/tasks/${String(taskIds[0])}`, { run_id: into });
    await dispatcher.post(`/api/runs/${String(into)}/close`);
  };
  await close(silent, run);
  await admin.patch('/api/admin/customer-messages/events/promised', { on: true });
  const next = await addRun(network.database, schedule, { cutoff: 60 });
  await close(told, next);
  await vi.waitFor(() => {
    expect(mailbox.mails.filter(({ to }) => to === told.email)).toHaveLength(1);
  });
  expect(mailbox.mails.find(({ to }) => to === told.email)?.text).toMatch(/\d+:\d\d [AP]M to \d+:\d\d [AP]M/);
  expect(mailbox.mails.filter(({ to }) => to === silent.email)).toHaveLength(0);
});

test('a test message shows whether the settings are right, and why one was not taken', async () => {
  const send = (recipient: string, by = admin) => by.post('/api/admin/customer-messages/test', { recipient });
  expect(await send('boss@network.example')).toMatchObject({ status: 200, body: { channel: 'email' } });
  const mails = mailbox.mails.filter(({ to }) => to === 'boss@network.example');
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('This is a test message')]);
  const texts = () =>
    provider.calls.filter(({ path }) => path === '/sms').map(({ body }) => new URLSearchParams(body));
  const before = texts().length;
  expect(await send('816-555-0100')).toMatchObject({ status: 200, body: { channel: 'sms' } });
  expect(
    texts()
      .slice(before)
      .map((text) => text.get('To')),
  ).toEqual(['+18165550100']);
  expect(
    await network.database.rows(
      "select target_id, target_name from admin_events where act = 'customer-messages.tested' order by id",
    ),
  ).toEqual([
    { target_id: 'email', target_name: 'boss@network.example' },
    { target_id: 'sms', target_name: '+18165550100' },
  ]);
  mailbox.behave({ recipient: () => '550 No such user' });
  expect(await send('nobody@network.example')).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(/^The message was not sent: .*550 No such user/) as string },
  });
  expect(await send('boss')).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('Enter a phone number') as string },
  });
  expect((await send('boss@network.example', dispatcher)).status).toBe(403);
  const page = await admin.get<string>('/settings/customer-messages');
  expect(page.body).toContain('Send Test Message');
  const form = await submitForm(admin, '/settings/customer-messages', {
    intent: 'sendTestMessage',
    recipient: 'nobody@network.example',
  });
  expect(form.body).toContain('550 No such user');
});

test('the first message to a contact tells the page of all deliveries, which ends with the contact', async () => {
  const { email, contact, taskIds } = await stop();
  const other = await make(
    dispatcher,
    delivery({ driver_id: network.ids.driver2, account_id: contact.accountId }),
  );
  const pageIn = (text = '') =>
    /All your deliveries, at any time: http:\/\/dispatch\.example(\/p\/[\w-]{43})/.exec(
      text.replaceAll('=\r\n', ''),
    )?.[1];
  await report(taskIds, 'completed');
  const [first] = await mailbox.until(email, 1);
  const page = pageIn(first?.text) ?? '';
  await settled(taskIds[0], ['sent']);
  const look = () => dispatcher.get<string>(page);
  expect((await look()).body).toContain('Deliveries');
  await report([other.id], 'completed');
  const [, second] = await mailbox.until(email, 2);
  expect(second?.text).toContain('Proof of delivery');
  expect(pageIn(second?.text)).toBeUndefined();
  const dialog = await dispatcher.get<string>(`/accounts/${String(contact.accountId)}/links`);
  expect(dialog.body).toContain('a message to Pat Lee');
  // The stored message does not contain the secret.
  const stored = await network.database.rows('select 1 from messages where body like $1', [
    `%${page.slice(3)}%`,
  ]);
  expect(stored).toEqual([]);
  await dispatcher.del(`/api/account-contacts/${String(contact.id)}`);
  expect((await look()).status).toBe(404);
});

const askByText = async (phone: string, body: string) => {
  const form = new URLSearchParams({ From: phone, Body: body, MessageSid: `SM${String((count += 1))}` });
  const text = [...form].sort().reduce((all, [name, value]) => all + name + value, `${PUBLIC}/sms/replies`);
  const signature = createHmac('sha1', 'secret').update(text).digest('base64');
  const answer = await dispatcher.post<string>('/sms/replies', form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signature,
  });
  expect(answer.status).toBe(200);
  return /<Message>(.*)<\/Message>/s.exec(answer.body)?.[1] ?? null;
};

test('WHERE and an invoice number are answered by text with the sentence, for the sender’s accounts only', async () => {
  const phone = '+18165557701';
  const { taskIds, contact } = await stop({ phone, channels: ['sms'] }, 2);
  const foreign = await stop({ phone: '+18165557702', channels: ['sms'] });
  const sentence = async (id = 0) =>
    (await dispatcher.get<{ sentence: string }>(`/api/tasks/${String(id)}/where`)).body.sentence.replaceAll(
      '–',
      '-',
    );
  const lines = await Promise.all(
    taskIds.map(async (id, index) => `INV-${String(count - 1)}-${String(index + 1)}: ${await sentence(id)}`),
  );
  for (const question of ['Where', 'WHERE?', 'where is my part', "Where's my order please"])
    expect(await askByText(phone, question)).toBe(lines.join('\n'));
  await dispatcher.patch(`/api/tasks/${String(taskIds[1])}`, { invoice_number: '48213, 48214' });
  for (const question of ['48214', 'is 48214 on the truck?', 'Inv 48214'])
    expect(await askByText(phone, question)).toBe(`48213: ${await sentence(taskIds[1])}`);
  expect((await askByText(phone, 'Dónde está mi pieza?'))?.split('\n')[0]).toMatch(
    /(parada|Siguiente parada)/,
  );
  expect((await askByText(phone, 'WHERE'))?.length).toBeLessThanOrEqual(160);

  // Nothing for others, for what is no question, and after STOP, which goes first.
  expect(await askByText('+18165557702', '48214')).toBeNull();
  expect(await askByText('+18165557703', 'WHERE')).toBeNull();
  expect(await askByText(phone, 'Where the fence is, behind the shop')).toBeNull();
  expect(await askByText(phone, 'gate code 99999')).toBeNull();
  await report([...taskIds, ...foreign.taskIds], 'completed');
  expect(await askByText(phone, 'WHERE')).toBe('No open deliveries.');
  expect(await askByText(phone, '48213')).toMatch(/^48213: Delivered /);
  expect(await askByText(phone, 'STOP, where is 48213?')).toContain('You will get no more messages');
  expect(await askByText(phone, 'WHERE')).toBeNull();
  expect(contact.phone).toBe(phone);
});

test('twenty questions a day and number are answered', async () => {
  const phone = '+18165557710';
  await stop({ phone, channels: ['sms'] });
  const answers = [];
  for (let question = 0; question < 22; question += 1) answers.push(await askByText(phone, 'WHERE'));
  expect(answers.filter((answer) => answer !== null)).toHaveLength(20);
  expect(answers.slice(20)).toEqual([null, null]);
});
