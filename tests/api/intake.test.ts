/** Documents of other systems become tasks once, and what is not sure is asked. */
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredDocument } from '~/domain/intake/inbox/schema';
import type { Task } from '~/domain/tasks/model/task';
import { type StoredWord, toWord } from '~/domain/intake/reading/words';
import { startApp, type App } from '../support/app';
import type { Client } from '../support/client';
import { contents, pdfOf } from '../support/documents';
import { type Made, SHOP, shopInvoice as invoice, ticket } from '../support/invoice-layouts';
import { clicksOf } from '../support/invoices';
import { addRun, addSchedule } from '../support/runs';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const dispatcher = network.client('dispatcher');
const driver = network.client('driver');
const admin = network.client('admin');
let others: App[];
let sourceId: number;
let accountId: number;

const { customer: CUSTOMER, name: NAME } = SHOP;

const pathOf = (id: number) => `/api/intake/documents/${String(id)}`;
const send = (bytes: Buffer, by: Client = dispatcher) =>
  by.post<{ id: number; state: string; created: boolean }>(
    `/api/intake/sources/${String(sourceId)}/documents`,
    {
      document: bytes.toString('base64'),
    },
  );
const documentOf = async (id: number) => (await dispatcher.get<StoredDocument>(pathOf(id))).body;

/** Sends a document and waits until it is no longer new. */
async function settled(made: Made | Buffer): Promise<StoredDocument> {
  const { body } = await send(Buffer.isBuffer(made) ? made : ticket(made));
  await expect.poll(async () => (await documentOf(body.id)).state).not.toBe('new');
  await expect.poll(() => openJobs(body.id)).toEqual([]);
  return documentOf(body.id);
}
const openJobs = (id: number) =>
  network.database.rows("select id from jobs where kind = 'intake' and subject = $1 and run_at is not null", [
    String(id),
  ]);
const tasksOf = (reference: string) =>
  network.database.rows<{ id: number; notes: string; account_id: number }>(
    'select id, notes, account_id from tasks where external_ref = $1 order by id',
    [reference],
  );

beforeAll(async () => {
  others = await Promise.all([1, 2].map(() => startApp({ databaseUrl: network.database.url })));
  const account = await dispatcher.post<{ id: number }>('/api/accounts', {
    name: 'Brookside Auto Repair',
    address: '6300 Brookside Plaza',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64113',
  });
  accountId = account.body.id;
  const { body } = await admin.post<{ id: number }>('/api/intake/sources', { name: 'Plaza Imports' });
  sourceId = body.id;
  expect((await send(ticket(invoice()))).status).toBe(409);
  await admin.patch(`/api/intake/sources/${String(sourceId)}`, { on: true });
});
afterAll(() => Promise.all(others.map((app) => app.stop())));

test('a layout is taught by one of six documents that wait; what is sure then asks for its customer only', async () => {
  const first = invoice();
  const { id } = await settled(first);
  for (let index = 0; index < 5; index += 1)
    await settled(
      invoice({ name: `SHOP ${'ABCDE'.charAt(index)} GARAGE`, cust: String(2_000 + index), via: 'RT 2' }),
    );
  const { body } = await dispatcher.get<StoredDocument & { words: StoredWord[] }>(pathOf(id));
  expect(body.reason).toBe('New layout');
  const clicks = clicksOf(body.words.map(toWord), first);
  const preview = await dispatcher.post<{ layoutId: null; documents: { id: number; sure: boolean }[] }>(
    `${pathOf(id)}/layout`,
    { name: 'Tickets', ...clicks },
  );
  expect([preview.status, preview.body.layoutId]).toEqual([200, null]);
  expect(preview.body.documents.map(({ sure }) => sure)).toEqual(Array.from({ length: 6 }, () => true));
  expect((await documentOf(id)).reason).toBe('New layout');
  const saved = await dispatcher.post<{ layoutId: number }>(`${pathOf(id)}/layout`, {
    name: 'Tickets',
    ...clicks,
    voidWhen: ['VOIDED TICKET'],
    ignoreWhen: ['WILL CALL'],
    save: true,
  });
  expect(saved.body.layoutId).toBeGreaterThan(0);
  await expect.poll(async () => (await documentOf(id)).reason).toBe(`Customer ${CUSTOMER} is new: ${NAME}`);
  const decided = await dispatcher.post<StoredDocument>(`${pathOf(id)}/decision`, {
    decision: 'make',
    accountId,
  });
  expect([decided.status, decided.body.state]).toEqual([200, 'made']);
});

test('a document of a known layout and customer becomes a task of the account', async () => {
  const made = invoice();
  const document = await settled(made);
  expect(document).toMatchObject({ state: 'made', reason: null });
  const { body } = await dispatcher.get<Task>(`/api/tasks/${String(document.taskId)}`);
  expect(body).toMatchObject({
    type: 'delivery',
    external_ref: made.ref,
    invoice_number: made.ref,
    account_id: accountId,
    location: 'Brookside Auto Repair',
    driver_id: null,
    notes: made.lines.map(({ qty, part }) => `${String(qty)} x ${part}`).join(', '),
  });
  expect(body.address).toContain('6300 Brookside Plaza');
});

test('a document whose sender nobody has confirmed waits for a person, also when it is read again', async () => {
  const made = invoice();
  // As a mailbox without a mail server that confirms senders stores it.
  const [stored] = await network.database.rows<{ id: number }>(
    `with stored as (
       insert into intake_documents (source_id, sha256, is_confirmed) values ($1, sha256($2), false) returning id
     ), contents as (
       insert into intake_contents (document_id, bytes) select id, $2 from stored
     ), asked as (insert into jobs (kind, subject, lane) select 'intake', id::text, $1::text from stored)
     select id from stored`,
    [sourceId, ticket(made)],
  );
  const id = stored?.id ?? 0;
  await expect
    .poll(async () => (await documentOf(id)).reason)
    .toBe('No mail server has confirmed its sender');
  await network.database.rows("insert into jobs (kind, subject, lane) values ('intake', $1, $2)", [
    String(id),
    String(sourceId),
  ]);
  await expect.poll(() => openJobs(id)).toEqual([]);
  expect(await documentOf(id)).toMatchObject({ state: 'waiting', taskId: null });
  expect(await tasksOf(made.ref)).toEqual([]);
  const decided = await dispatcher.post<StoredDocument>(`${pathOf(id)}/decision`, { decision: 'make' });
  expect([decided.status, decided.body.state]).toEqual([200, 'made']);
});

test('the same bytes ten times on three instances are one document and one task', async () => {
  const made = invoice();
  const bytes = ticket(made);
  const through = [dispatcher, ...others.map(({ origin }) => dispatcher.through(origin))];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => send(bytes, through[index % 3] ?? dispatcher)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const id = answers[0]?.body.id ?? 0;
  await expect.poll(async () => (await documentOf(id)).state).toBe('made');
  expect(await tasksOf(made.ref)).toHaveLength(1);
});

test('a reprint changes nothing, also what people have changed; other lines are amended at once', async () => {
  const made = invoice();
  const { taskId } = await settled(made);
  await dispatcher.patch(`/api/tasks/${String(taskId)}`, { notes: 'ring' });
  const reprint = await settled(Buffer.concat([ticket(made), Buffer.from('\r\n')]));
  expect(reprint).toMatchObject({ state: 'made', taskId });
  expect(await tasksOf(made.ref)).toMatchObject([{ notes: 'ring' }]);
  const changed = { ...made, lines: made.lines.slice(0, 1) };
  expect(await settled(changed)).toMatchObject({ state: 'made', taskId });
  const notes = `2 x ${made.lines[0]?.part ?? ''}\nring`;
  expect(await tasksOf(made.ref)).toMatchObject([{ id: taskId, notes }]);
});

test('an order that is under way, or was done, is a question', async () => {
  const made = invoice();
  const { taskId } = await settled(made);
  await dispatcher.patch(`/api/tasks/${String(taskId)}`, { driver_id: network.ids.driver });
  await driver.patch(`/api/tasks/${String(taskId)}`, { status: 'going' });
  const changed = await settled({ ...made, lines: made.lines.slice(0, 1) });
  expect(changed).toMatchObject({ state: 'waiting', taskId });
  await dispatcher.patch(`/api/tasks/${String(taskId)}`, { status: 'completed' });
  await dispatcher.post('/api/tasks/batch/archive', { taskIds: [taskId] });
  const again = await settled(Buffer.concat([ticket(made), Buffer.from('\r\n\r\n')]));
  expect(again.reason).toBe('This order was done before');
  expect(await tasksOf(made.ref)).toHaveLength(1);
  const ignored = await dispatcher.post<StoredDocument>(`${pathOf(again.id)}/decision`, {
    decision: 'ignore',
  });
  expect(ignored.body.state).toBe('ignored');
});

test('an unknown customer and another name under a known number are questions, and an answer is remembered', async () => {
  const unknown = await settled(invoice({ cust: '77001', name: 'WESTPORT GARAGE' }));
  expect(unknown.reason).toBe('Customer 77001 is new: WESTPORT GARAGE');
  const second = await settled(invoice({ cust: '77001', name: 'WESTPORT GARAGE' }));
  await dispatcher.post(`${pathOf(unknown.id)}/decision`, { decision: 'make', accountId });
  await expect.poll(async () => (await documentOf(second.id)).state).toBe('made');
  const other = await settled(invoice({ cust: '77001', name: 'KC FLEET SERVICE' }));
  expect(other.reason).toBe('Customer 77001 was WESTPORT GARAGE before, and is KC FLEET SERVICE here');
});

test('words that were taught void an order or ignore a document; others of that kind are a question', async () => {
  const made = invoice();
  const { taskId } = await settled(made);
  const headed = (text: string, of: Made) =>
    Buffer.from(ticket(of).toString('latin1').replace('\r\n\r\nCUST NO', `\r\n${text}\r\nCUST NO`), 'latin1');
  const voided = await settled(headed('VOIDED TICKET', made));
  expect(voided).toMatchObject({ state: 'made', taskId });
  expect(await tasksOf(made.ref)).toEqual([]);
  expect(await settled(headed('CREDIT MEMO', invoice()))).toMatchObject({
    state: 'waiting',
    reason: 'New on this layout: CREDIT MEMO',
  });
  expect((await settled(invoice({ via: 'WILL CALL' }))).state).toBe('ignored');
});

test('a bomb and a damaged file wait with a reason, and other requests are answered', async () => {
  // A chain of filters unpacks twice.
  const packed = deflateSync(deflateSync(Buffer.alloc(300_000_000, '0 '), { level: 9 }), { level: 9 });
  const bomb = pdfOf([], [contents(packed, '/Filter[/FlateDecode/FlateDecode]')]);
  const { body } = await send(bomb);
  await expect.poll(async () => (await documentOf(body.id)).reason).toBe('Reading it took too long');
  expect((await dispatcher.get('/api/tasks')).status).toBe(200);
  expect((await settled(bomb.subarray(0, 400))).reason).toBe('The file is damaged');
  const made = invoice();
  expect((await settled(made)).state).toBe('made');
});

test('raw bytes and base64 are the same document; more than 2 MB, and other types, are refused', async () => {
  const bytes = ticket(invoice());
  const path = `/api/intake/sources/${String(sourceId)}/documents`;
  const raw = (body: Buffer, type: string) => dispatcher.post(path, body, { 'content-type': type });
  expect((await raw(bytes, 'text/plain; charset=utf-8')).status).toBe(201);
  expect((await raw(bytes, 'application/octet-stream')).status).toBe(200);
  expect((await send(bytes)).body.created).toBe(false);
  expect((await raw(bytes, 'text/html')).status).toBe(415);
  expect((await raw(Buffer.alloc(2_000_001, ' '), 'application/pdf')).status).toBe(413);
});

test('orders are made with the rights of the person whom an admin chooses, who must be of the office', async () => {
  const path = `/api/intake/sources/${String(sourceId)}`;
  const refused = await admin.patch(path, { makerId: network.ids.driver });
  expect(refused.status).toBe(422);
  const chosen = await admin.patch<{ makerId: number; dealership: string }>(path, {
    makerId: network.ids.dispatcher,
  });
  expect(chosen.body.makerId).toBe(network.ids.dispatcher);
  const { taskId } = await settled(invoice());
  const { body } = await dispatcher.get<Task>(`/api/tasks/${String(taskId)}`);
  // The source has made it, and not that person.
  expect(body).toMatchObject({ created_by: null, dealership: null });
});

test('a source has a dealership of its own, whatever the person has: its orders find their order and their run', async () => {
  const path = `/api/intake/sources/${String(sourceId)}`;
  expect((await admin.patch(path, { dealership: 'Nowhere' })).status).toBe(422);
  const { body } = await admin.patch<{ dealership: string; makerId: number }>(path, {
    dealership: 'Jeep',
    makerId: network.ids.admin,
  });
  expect(body.dealership).toBe('Jeep');
  await addRun(
    network.database,
    await addSchedule(network.database, { name: 'Jeep', dealership: 'Jeep', isDefault: true }),
    {
      cutoff: 30,
    },
  );
  const first = invoice();
  const { taskId } = await settled(first);
  const made = (await dispatcher.get<Task>(`/api/tasks/${String(taskId)}`)).body;
  expect(made).toMatchObject({ dealership: 'Jeep', run_rule: 'dealership', status: 'next-route' });
  expect((await settled({ ...first, via: 'SOUTH 10 AM' })).taskId).toBe(taskId);
  const { body: page } = await admin.get<string>('/settings/sources/new');
  expect(page).toContain('Choose a dealership');
  for (const table of ['run_schedules', 'runs']) await network.database.rows(`delete from ${table}`);
  await admin.patch(path, { dealership: null });
});

test('without its layout a document waits again, and only admins delete layouts', async () => {
  const held = await settled(invoice({ cust: '99002' }));
  expect(held.layoutId).not.toBeNull();
  const layout = `/api/intake/layouts/${String(held.layoutId)}`;
  expect((await dispatcher.del(layout)).status).toBe(403);
  expect((await admin.del(layout)).status).toBe(200);
  await expect.poll(async () => (await documentOf(held.id)).reason).toBe('New layout');
  const events = await network.database.rows("select act from admin_events where act = 'intake.forgotten'");
  expect(events).toHaveLength(1);
});

test('while a source is off, nothing is taken and nothing is read', async () => {
  const path = `/api/intake/sources/${String(sourceId)}`;
  const [sent] = await Promise.all([
    send(ticket(invoice({ cust: '99001' }))),
    admin.patch(path, { on: false }),
  ]);
  expect((await send(ticket(invoice()))).status).toBe(409);
  await admin.patch(path, { on: true });
  if (sent.status === 201)
    await expect.poll(async () => (await documentOf(sent.body.id)).state).toBe('waiting');
});
