/** The effects of documents: runs, amendments, voids and returns, and the accounts that customer numbers mean. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as z from 'zod/v4';
import type { NumberAnswer, StoredDocument, TriedAnswer } from '~/domain/intake/inbox/schema';
import type { Task } from '~/domain/tasks/model/task';
import { delivery } from '../support/factories';
import { deliveryFaults } from '../support/deliveries';
import { type Made, SHOP, shopInvoice as invoice, ticket } from '../support/invoice-layouts';
import { addRun, addSchedule } from '../support/runs';
import { listenTo } from '../support/sockets';
import { addTickets } from '../support/tickets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const office = network.client('dispatcher2');
const driver = network.client('driver');
const admin = network.client('admin');

let sourceId: number;
let layoutId: number;
let accountId: number;

const { customer: CUSTOMER, name: NAME } = SHOP;
const NOTHING = { qty: 1, part: '', desc: 'CLIP', price: '1.00' };
const VOIDED = 'VOIDED TICKET';
const CREDIT = 'CREDIT TICKET';

const documentPath = (id: number) => `/api/intake/documents/${String(id)}`;
const documentOf = async (id: number) => (await office.get<StoredDocument>(documentPath(id))).body;
const decide = (id: number, body: object) =>
  office.post<StoredDocument>(`${documentPath(id)}/decision`, body);

/** Sends a document and waits until it is made, ignored or waits. */
async function settled(made: Made, mark = '', from = sourceId): Promise<StoredDocument> {
  const marked = ticket(made).toString('latin1').replace('\r\n\r\nCUST NO', `\r\n${mark}\r\nCUST NO`);
  const { body } = await office.post<{ id: number }>(`/api/intake/sources/${String(from)}/documents`, {
    document: Buffer.from(marked, 'latin1').toString('base64'),
  });
  await expect.poll(() => openJobs(body.id)).toEqual([]);
  return documentOf(body.id);
}
const openJobs = (id: number) =>
  network.database.rows("select id from jobs where kind = 'intake' and subject = $1 and run_at is not null", [
    String(id),
  ]);

const taskPath = (id: number | null) => `/api/tasks/${String(id)}`;
const taskOf = async ({ taskId }: { taskId: number | null }) =>
  (await office.get<Task>(taskPath(taskId))).body;
const tasksOf = (reference: string) =>
  network.database.rows<{ id: number }>('select id from tasks where invoice_number = $1 order by id', [
    reference,
  ]);
const actionsOf = async ({ taskId }: { taskId: number | null }) =>
  (
    await network.database.rows<{ action: string }>(
      'select action from task_events where task_id = $1 order by id',
      [taskId],
    )
  ).map(({ action }) => action);
const fewer = (made: Made): Made => ({ ...made, lines: made.lines.slice(0, 1) });
const partsOf = ({ lines }: Made) => lines.map(({ qty, part }) => `${String(qty)} x ${part}`).join(', ');

async function give(task: { taskId: number | null }): Promise<void> {
  await office.patch(taskPath(task.taskId), { driver_id: network.ids.driver, status: 'pending' });
}

beforeAll(async () => {
  const account = await office.post<{ id: number }>('/api/accounts', {
    name: 'Brookside Auto Repair',
    address: '6300 Brookside Plaza',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64113',
  });
  accountId = account.body.id;
  ({ sourceId, layoutId } = await addTickets(network.database, network.ids.dispatcher2, {
    voidWhen: [VOIDED],
    returnWhen: [CREDIT],
  }));
  await office.post(`/api/accounts/${String(accountId)}/numbers`, { sourceId, number: CUSTOMER });
});

beforeEach(async () => {
  for (const table of ['tasks', 'runs', 'run_schedules']) await network.database.rows(`delete from ${table}`);
});

test('the printed ship via is a field of the order, and chooses its run', async () => {
  const schedule = await addSchedule(network.database, { name: 'North', shipVia: ['NORTH'] });
  const run = await addRun(network.database, schedule, { cutoff: 30 });
  expect(await taskOf(await settled(invoice({ via: 'NORTH' })))).toMatchObject({
    ship_via: 'NORTH',
    run_id: run,
    run_rule: 'ship-via',
    status: 'next-route',
  });
});

test('a document is held only when a value is missing that decides something', async () => {
  for (const left of [{ via: '' }, { name: '' }])
    expect(await taskOf(await settled(invoice(left)))).toMatchObject({
      account_id: accountId,
      ship_via: left.via ?? 'NORTH',
    });
  const needed: [Partial<Made>, unknown][] = [
    [{ ref: '' }, 'The invoice number is missing'],
    [{ cust: '' }, 'The customer number is missing'],
    [{ addr: '', city: '' }, expect.stringContaining('The street looks different than it should')],
    [{ lines: [NOTHING] }, expect.stringContaining('There are no lines with part numbers')],
  ];
  for (const [left, reason] of needed)
    expect(await settled(invoice(left))).toMatchObject({ state: 'waiting', reason });
  // Parts, name and address say nothing about an order that is deleted.
  const order = invoice();
  const { taskId } = await settled(order);
  const voided = await settled({ ...order, name: '', addr: '', city: '', via: '', lines: [NOTHING] }, VOIDED);
  expect(voided).toMatchObject({ state: 'made', kind: 'void', taskId });
  expect(await tasksOf(order.ref)).toEqual([]);
});

test('where a dealership has no schedules, an order has no driver; where no rule fits, neither', async () => {
  expect(await taskOf(await settled(invoice()))).toMatchObject({ driver_id: null, status: 'pending' });
  await addSchedule(network.database, { name: 'South', shipVia: ['SOUTH'] });
  expect(await taskOf(await settled(invoice()))).toMatchObject({ driver_id: null, run_id: null });
});

test('a printed order that comes later than its run promised is in the list of late ones', async () => {
  const schedule = await addSchedule(network.database, {
    name: 'North',
    shipVia: ['NORTH'],
    driverId: network.ids.driver ?? null,
  });
  const run = await addRun(network.database, schedule, { cutoff: 30 });
  const task = await taskOf(await settled(invoice({ via: 'NORTH' })));
  expect(task).toMatchObject({ deliver_by: null, promised_to: expect.any(String) as string });
  await network.database.rows("update tasks set latitude = '39.1', longitude = '-94.58' where id = $1", [
    task.id,
  ]);
  for (const act of ['close', 'out']) await office.post(`/api/runs/${String(run)}/${act}`, {});
  const late = async () => {
    const path = '/dispatcher/attention?kind=late';
    const { body } = await office.get<string>(path, { accept: 'text/html' });
    return body.slice(body.indexOf('<dialog'), body.indexOf('</dialog>'));
  };
  expect(await late()).not.toContain(task.location);
  await network.database.rows(
    "update tasks set promised_from = now() - interval '2 hours', promised_to = now() - interval '1 hour' where id = $1",
    [task.id],
  );
  await network.database.rows('update task_lists set version = version + 1');
  expect(await late()).toContain(task.location);
});

test('an order that its driver has not seen is amended at once, and goes to the run of its new ship via', async () => {
  for (const name of ['North', 'South'])
    await addRun(
      network.database,
      await addSchedule(network.database, { name, shipVia: [name.toUpperCase()] }),
      { cutoff: 30 },
    );
  const first = invoice({ via: 'NORTH' });
  const made = await settled(first);
  const before = await taskOf(made);
  await office.patch(taskPath(made.taskId), { notes: `${before.notes}\nRing twice`, priority: 'urgent' });
  const second = await settled(fewer({ ...first, via: 'SOUTH' }));
  expect(second).toMatchObject({ state: 'made', taskId: made.taskId });
  const after = await taskOf(made);
  expect(after).toMatchObject({
    ship_via: 'SOUTH',
    run_rule: 'ship-via',
    priority: 'urgent',
    notes: `${partsOf(fewer(first))}\nRing twice`,
  });
  expect(after.run_id).not.toBe(before.run_id);
  expect(await actionsOf(made)).toEqual(['created', 'updated', `amended by invoice ${first.ref}`]);
  const page = await office.get<string>(`/dispatcher/tasks/${String(made.taskId)}`);
  expect(page.body).toContain(`Amended by invoice ${first.ref}`);
});

test('what its driver has seen is a question that says what differs; the answer changes it, and the driver is told', async () => {
  const first = invoice();
  const made = await settled(first);
  await give(made);
  await driver.post('/api/tasks/batch/seen', { taskIds: [made.taskId] });
  const [kept, gone] = first.lines;
  const changed = { ...first, lines: [{ ...first.lines[0], qty: 5 }] } as Made;
  const asked = await settled(changed);
  expect(asked).toMatchObject({
    state: 'waiting',
    taskId: made.taskId,
    reason: `Changed after the driver has seen it: ${kept?.part ?? ''} 2 → 5, ${gone?.part ?? ''} is gone`,
  });
  await driver.patch(taskPath(made.taskId), { status: 'going' });
  const other = await settled({ ...changed, via: 'RT 2' });
  expect(other.reason).toContain('Changed after it left: ship via NORTH → RT 2');
  expect((await decide(asked.id, { decision: 'make' })).body.state).toBe('made');
  expect(await taskOf(made)).toMatchObject({ status: 'going', notes: partsOf(changed) });
  const notices = await network.database.rows('select id from driver_notices where task_id = $1', [
    made.taskId,
  ]);
  expect(notices.length).toBeGreaterThan(0);
  expect((await decide(other.id, { decision: 'ignore' })).body.state).toBe('ignored');
});

test('a person may make another task beside that of the order; a reprint then changes neither', async () => {
  const first = invoice();
  const made = await settled(first);
  await give(made);
  await driver.patch(taskPath(made.taskId), { status: 'going' });
  const more = { ...first, lines: [...first.lines, { qty: 9, part: '11111111', desc: 'X', price: '1' }] };
  const asked = await settled(more);
  expect(asked.reason).toBe('Changed after it left: 9 x 11111111 is new');
  const apart = await decide(asked.id, { decision: 'new' });
  expect(apart.body.taskId).not.toBe(made.taskId);
  expect(await taskOf(apart.body)).toMatchObject({ external_ref: null, invoice_number: first.ref });
  const again = await settled({ ...more, lines: [...more.lines].reverse() });
  expect(again).toMatchObject({ state: 'made', taskId: apart.body.taskId });
  expect(await tasksOf(first.ref)).toHaveLength(2);
});

test('the same order from another source of the dealership changes nothing; a different one is a question', async () => {
  const other = await addTickets(network.database, network.ids.dispatcher2);
  const first = invoice();
  const { taskId } = await settled(first);
  expect(await settled(first, '', other.sourceId)).toMatchObject({ state: 'made', taskId });
  await office.post(`/api/accounts/${String(accountId)}/numbers`, {
    sourceId: other.sourceId,
    number: CUSTOMER,
  });
  const second = invoice();
  const made = await settled(second);
  expect(await settled({ ...second, via: 'RT 2' }, '', other.sourceId)).toMatchObject({
    state: 'waiting',
    taskId: made.taskId,
    reason: 'Another source has sent it otherwise: ship via NORTH → RT 2',
  });
});

test('a completed order is not changed', async () => {
  const first = invoice();
  const made = await settled(first);
  await office.patch(taskPath(made.taskId), { driver_id: network.ids.driver, status: 'completed' });
  const asked = await settled(fewer(first));
  expect(asked.reason).toContain('Changed after it was completed');
  expect((await decide(asked.id, { decision: 'make' })).status).toBe(409);
});

test('a voided order is deleted; under way a person decides; printed again, a void does nothing', async () => {
  const first = invoice();
  const made = await settled(first);
  expect(await settled(first, VOIDED)).toMatchObject({ state: 'made', kind: 'void', taskId: made.taskId });
  expect(await tasksOf(first.ref)).toEqual([]);
  expect((await settled({ ...first, lines: [...first.lines].reverse() }, VOIDED)).state).toBe('made');
  expect((await settled(fewer(first))).reason).toBe('This order was voided before');
  expect((await settled(invoice(), VOIDED)).reason).toContain('that could be voided');

  const second = invoice();
  const going = await settled(second);
  await give(going);
  await driver.patch(taskPath(going.taskId), { status: 'going' });
  const asked = await settled(second, VOIDED);
  expect(asked).toMatchObject({ reason: 'It is voided, but under way', taskId: going.taskId });
  expect((await decide(asked.id, { decision: 'make' })).body.state).toBe('made');
  expect(await tasksOf(second.ref)).toEqual([]);
});

test('a document voids only what documents of its source or its customer have made, and nobody has in hand', async () => {
  const other = await addTickets(network.database, network.ids.dispatcher2, { voidWhen: [VOIDED] });
  const held = async (made: Made, from = sourceId) => {
    const { state, reason } = await settled(made, VOIDED, from);
    return `${state}: ${String(reason)}`;
  };
  const byCall = invoice();
  await office.put(`/api/orders/${byCall.ref}`, { ...delivery(), invoice_number: byCall.ref });
  expect(await held(byCall)).toBe('waiting: It is voided, but another system has made the order');
  const foreign = invoice();
  await settled(foreign);
  expect(await held({ ...foreign, cust: '99999' }, other.sourceId)).toBe(
    'waiting: It is voided, but another source has sent the order',
  );
  const seen = invoice();
  const seenTask = await settled(seen);
  await give(seenTask);
  await driver.post('/api/tasks/batch/seen', { taskIds: [seenTask.taskId] });
  expect(await held(seen)).toBe('waiting: It is voided, but its driver has seen it');
  for (const { ref } of [byCall, foreign, seen]) expect(await tasksOf(ref)).toHaveLength(1);
  expect((await settled(foreign, VOIDED, other.sourceId)).state).toBe('made');
  expect(await tasksOf(foreign.ref)).toEqual([]);

  const schedule = await addSchedule(network.database, {
    name: 'Left',
    isDefault: true,
    driverId: network.ids.driver ?? null,
  });
  const run = await addRun(network.database, schedule, { cutoff: 30 });
  const [left, changed] = [invoice(), invoice()];
  for (const made of [left, changed]) await settled(made);
  await office.post(`/api/runs/${String(run)}/out`, {});
  expect(await held(left)).toBe('waiting: It is voided, but its run has left');
  expect((await settled(fewer(changed))).reason).toContain('Changed after its run left');
});

test('activities, notices and webhooks name the source that made, amended or voided, or the person who decided', async () => {
  await admin.post('/api/admin/webhooks', { url: 'https://example.com/voided', events: ['task.deleted'] });
  const first = invoice();
  const made = await settled(first);
  await network.database.rows(
    "update intake_sources set kind = 'api', name = 'Parts counter' where id = $1",
    [sourceId],
  );
  await settled(fewer(first));
  const activity = await network.database.rows<{
    action: string;
    actor_id: number | null;
    source: string | null;
  }>(
    "select action, actor_id, changes #>> '{source,1}' as source from task_events where task_id = $1 order by id",
    [made.taskId],
  );
  expect(activity.filter(({ action }) => action !== 'located')).toEqual([
    { action: 'created', actor_id: null, source: expect.any(String) as string },
    { action: `amended by invoice ${first.ref}`, actor_id: null, source: 'Source: Parts counter' },
  ]);
  const { body: page } = await office.get<string>(`/dispatcher/tasks/${String(made.taskId)}`);
  expect(page).toContain('Source: Parts counter');
  expect(await taskOf(made)).toMatchObject({ created_by: null, last_modifier_id: null });
  await give(made);
  await network.database.rows('update tasks set seen_at = null where id = $1', [made.taskId]);
  await network.database.rows('delete from driver_notices');
  await settled(first, VOIDED);
  const { body: notices } = await driver.get<string>('/driver');
  expect(notices).toContain('Removed from your route by Source: Parts counter');
  const told = await network.database.rows<{ body: string }>(
    "select payload ->> 'body' as body from jobs where kind = 'webhook' and payload ->> 'event' = 'task.deleted'",
  );
  expect(told.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { event: 'task.deleted', actor: null, task: { id: made.taskId, invoice_number: first.ref } },
  ]);

  const second = invoice();
  const going = await settled(second);
  await give(going);
  await driver.patch(taskPath(going.taskId), { status: 'going' });
  const asked = await settled(second, VOIDED);
  await admin.post(`${documentPath(asked.id)}/decision`, { decision: 'make' });
  const [deleted] = await network.database.rows(
    "select actor_id, changes -> 'source' as source from task_events where task_id = $1 and action = 'deleted'",
    [going.taskId],
  );
  expect(deleted).toEqual({ actor_id: network.ids.admin, source: null });
});

test('a return is a pickup with its part numbers; under the number of a delivery it is a question', async () => {
  const credit = invoice();
  const made = await settled(credit, CREDIT);
  expect(await taskOf(made)).toMatchObject({ type: 'pickup', part_numbers: partsOf(credit) });
  const delivery = invoice();
  const { taskId } = await settled(delivery);
  expect(await settled(delivery, CREDIT)).toMatchObject({
    state: 'waiting',
    taskId,
    reason: 'The order of this number is a delivery, and this document a pickup',
  });
});

test('parts of a long return are cut, and say how many are left out', async () => {
  const lines = Array.from({ length: 90 }, (_, index) => ({
    qty: 1,
    part: String(10_000_000 + index),
    desc: 'CLIP',
    price: '1',
  }));
  const { part_numbers: parts } = await taskOf(await settled(invoice({ lines }), CREDIT));
  expect(parts.length).toBeLessThanOrEqual(500);
  expect(parts).toMatch(/^1 x 10000000, .*, and \d+ more$/);
});

test('a printed address that is not known is a question, whose answer is remembered; an address of the account is none', async () => {
  const elsewhere = invoice({ addr: '100 MAIN ST' });
  const printed = '100 MAIN ST, KANSAS CITY, MO 64113';
  const asked = await settled(elsewhere);
  expect(asked.reason).toBe(`Customer ${CUSTOMER} has an address here that is new: ${printed}`);
  await decide(asked.id, { decision: 'make', accountId, address: '100 Main Street, rear dock' });
  const next = await settled(invoice({ addr: '100 MAIN ST' }));
  expect(await taskOf(next)).toMatchObject({ account_id: accountId, address: '100 Main Street, rear dock' });
  await office.post(`/api/accounts/${String(accountId)}/addresses`, {
    name: 'Body shop',
    address: '77 Oak Street, Suite 5',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64113',
  });
  const known = await taskOf(await settled(invoice({ addr: '77 OAK STREET' })));
  // Drivers need what providers of places are not asked.
  expect(known.address).toBe('77 Oak Street, Suite 5, Kansas City, MO 64113');
  expect((await taskOf(await settled(invoice()))).address).toContain('6300 Brookside Plaza');
});

test('the office sees and edits the customer numbers of an account, and its activity has them', async () => {
  const path = `/api/accounts/${String(accountId)}/numbers`;
  const added = await office.post<z.output<typeof NumberAnswer>>(path, { sourceId, number: '55001' });
  expect(added.body).toMatchObject({ number: '55001', name: '', goesTo: '' });
  expect((await office.post(path, { sourceId, number: '55001' })).status).toBe(409);
  const document = await settled(invoice({ cust: '55001', name: 'WESTPORT GARAGE' }));
  expect(document.state).toBe('made');
  const numbers = (await office.get<z.output<typeof NumberAnswer>[]>(path)).body;
  expect(numbers.filter(({ number }) => number === '55001')).toHaveLength(1);
  expect((await office.del(`/api/intake/numbers/${String(added.body.id)}`)).status).toBe(200);
  const asked = await settled(invoice({ cust: '55001', name: 'WESTPORT GARAGE' }));
  expect(asked.reason).toBe('Customer 55001 is new: WESTPORT GARAGE');
  const acts = await network.database.rows<{ action: string }>(
    "select action from account_events where account_id = $1 and changes ->> 'number' like '%55001%' order by id",
    [accountId],
  );
  expect(acts.map(({ action }) => action)).toEqual(['number-added', 'number-removed']);
});

test('numbers of a deleted account are free', async () => {
  const { body } = await office.post<{ id: number }>('/api/accounts', { name: 'Short Lived' });
  await office.post(`/api/accounts/${String(body.id)}/numbers`, { sourceId, number: '66001' });
  await office.del(`/api/accounts/${String(body.id)}`);
  const asked = await settled(invoice({ cust: '66001' }));
  expect(asked.reason).toBe(`Customer 66001 is new: ${NAME}`);
  const path = `/api/accounts/${String(accountId)}/numbers`;
  expect((await office.post(path, { sourceId, number: '66001' })).status).toBe(201);
  await expect.poll(async () => (await documentOf(asked.id)).state).toBe('made');
});

test('a layout says where it finds values, is tried without effect, and its words are changed by admins', async () => {
  const made = invoice();
  await settled(made);
  const path = `/api/intake/layouts/${String(layoutId)}`;
  const { body } = await office.get<{ fields: Record<string, string>; voidWhen: string[] }>(path);
  expect(body.fields.reference).toBe('right of “TICKET”');
  expect(body.voidWhen).toEqual([VOIDED]);
  const tried = async () => (await office.get<z.output<typeof TriedAnswer>[]>(`${path}/trial`)).body;
  expect((await tried())[0]).toMatchObject({ fits: true, sure: true, state: 'made', differs: [] });
  const change = { name: 'Tickets', voidWhen: [VOIDED], returnWhen: [CREDIT], ignoreWhen: ['NORTH'] };
  expect((await office.put(path, change)).status).toBe(403);
  expect((await admin.put(path, change)).status).toBe(200);
  expect((await tried())[0]).toMatchObject({ kind: 'ignored' });
  expect((await settled(invoice())).state).toBe('ignored');
  expect(await tasksOf(made.ref)).toHaveLength(1);
  await admin.put(path, { ...change, ignoreWhen: [] });
});

test('boards and webhooks are told when a document comes to wait', async () => {
  await admin.post('/api/admin/webhooks', { url: 'https://example.com/held', events: ['order.held'] });
  const board = await listenTo(network.app.origin, { cookie: office.cookie() });
  const asked = await settled(invoice({ cust: '88001' }));
  await board.heard(({ type }) => type === 'INBOX');
  board.close();
  // It is read again, and waits as before.
  const layout = { name: 'Tickets', voidWhen: [VOIDED], returnWhen: [CREDIT] };
  await admin.put(`/api/intake/layouts/${String(layoutId)}`, layout);
  await expect.poll(() => openJobs(asked.id)).toEqual([]);
  const [waiting] = await network.database.rows<{ n: number }>(
    "select count(*)::integer as n from intake_documents where state = 'waiting'",
    [],
  );
  const told = await network.database.rows<{ body: string }>(
    "select payload ->> 'body' as body from jobs where kind = 'webhook' and payload ->> 'event' = 'order.held'",
  );
  expect(told.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    {
      event: 'order.held',
      document: { id: asked.id, reason: asked.reason, customer: '88001' },
      waiting: waiting?.n,
    },
  ]);
  expect(
    await deliveryFaults(
      network.app.origin,
      told.map(({ body }) => body),
    ),
  ).toEqual([]);
  await vi.waitFor(async () => {
    const page = await office.get<string>('/dispatcher');
    expect(page.body.replaceAll('<!-- -->', '')).toContain(`${String(waiting?.n)} in the inbox`);
  });
});
