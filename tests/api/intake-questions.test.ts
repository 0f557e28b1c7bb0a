/** Print jobs of several orders, texts that are new on a layout, and what a person says that a document is. */
import { beforeAll, expect, test, vi } from 'vitest';
import type { StoredDocument } from '~/domain/intake/inbox/schema';
import { submitForm } from '../support/forms';
import { type Made, SHOP, shopInvoice as invoice, ticket } from '../support/invoice-layouts';
import { addTickets } from '../support/tickets';
import { useNetwork } from '../support/use-network';

const network = useNetwork();
const office = network.client('dispatcher2');
let sourceId: number;
let accountId: number;

const pathOf = (id: number) => `/api/intake/documents/${String(id)}`;
const documentOf = async (id: number) => (await office.get<StoredDocument>(pathOf(id))).body;
const openJobs = () =>
  network.database.rows("select id from jobs where kind = 'intake' and run_at is not null");

/** Before the tests begin, too. */
const allRead = () => vi.waitFor(async () => expect(await openJobs()).toEqual([]));

/** Returns the document of the bytes when all documents are read. */
async function settled(bytes: Buffer, from = sourceId): Promise<StoredDocument> {
  const { body } = await office.post<{ id: number }>(`/api/intake/sources/${String(from)}/documents`, {
    document: bytes.toString('base64'),
  });
  await allRead();
  return documentOf(body.id);
}
const marked = (made: Made, mark: string) =>
  Buffer.from(ticket(made).toString('latin1').replace('\r\n\r\nCUST NO', `\r\n${mark}\r\nCUST NO`), 'latin1');
const tasksOf = (reference: string) =>
  network.database.rows<{ id: number; notes: string; type: string }>(
    'select id, notes, type from tasks where external_ref = $1 and not archived order by id',
    [reference],
  );
const notesOf = ({ lines }: Made) => lines.map(({ qty, part }) => `${String(qty)} x ${part}`).join(', ');
const documentsOf = (from: number) =>
  network.database.rows<{ reference: string; state: string; task_id: number; pages: number }>(
    'select reference, state, task_id, pages from intake_documents where source_id = $1 order by id',
    [from],
  );

beforeAll(async () => {
  const account = await office.post<{ id: number }>('/api/accounts', {
    name: 'Brookside Auto Repair',
    address: '6300 Brookside Plaza',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64113',
  });
  accountId = account.body.id;
  ({ sourceId } = await taught());
});

/** A source with a layout, whose customer is known. */
async function taught() {
  const made = await addTickets(network.database, network.ids.dispatcher2);
  const first = await settled(ticket(invoice()), made.sourceId);
  await office.post(`${pathOf(first.id)}/decision`, { decision: 'make', accountId });
  return made;
}

test('a print job of several orders becomes a document and a task of each, once', async () => {
  const { sourceId: own } = await taught();
  const orders = [invoice(), invoice(), invoice()];
  const long = {
    ...invoice(),
    lines: Array.from({ length: 25 }, (_, index) => ({
      qty: 1,
      part: `${String(40_000 + index)}-0C123`,
      desc: 'CLIP',
      price: '1.00',
    })),
  };
  const job = Buffer.concat([...orders, long].map(ticket));
  await settled(job, own);
  expect((await documentsOf(own)).slice(1)).toMatchObject(
    [...orders, long].map((made) => ({ reference: made.ref, state: 'made', pages: made === long ? 2 : 1 })),
  );
  for (const made of orders) expect(await tasksOf(made.ref)).toMatchObject([{ notes: notesOf(made) }]);
  expect(await tasksOf(long.ref)).toHaveLength(1);
  // The same bytes again, and the orders by themselves, are copies.
  await settled(job, own);
  expect(await documentsOf(own)).toHaveLength(5);
  for (const made of orders) await settled(Buffer.concat([ticket(made), Buffer.from('\r\n')]), own);
  for (const made of [...orders, long]) expect(await tasksOf(made.ref)).toHaveLength(1);
});

test('a job that was waiting for its layout is split when it is read again, and no order is doubled', async () => {
  const { sourceId: own, layoutId } = await taught();
  const orders = [invoice(), invoice()];
  await network.database.rows('update intake_layouts set layout = layout - $2 where id = $1', [
    layoutId,
    'texts',
  ]);
  const whole = await settled(Buffer.concat(orders.map(ticket)), own);
  expect(whole).toMatchObject({ state: 'waiting', reason: 'New layout', pages: 2 });
  await network.database.rows('delete from intake_layouts where id = $1', [layoutId]);
  const again = await addTickets(network.database, network.ids.dispatcher2);
  await network.database.rows('update intake_layouts set source_id = $1 where id = $2', [
    own,
    again.layoutId,
  ]);
  for (let time = 0; time < 2; time += 1) {
    await network.database.rows(
      "insert into jobs (kind, subject, lane) values ('intake', $1, $2) on conflict do nothing",
      [String(whole.id), String(own)],
    );
    await allRead();
  }
  for (const made of orders) expect(await tasksOf(made.ref)).toMatchObject([{ notes: notesOf(made) }]);
  expect(await documentsOf(own)).toHaveLength(3);
});

test('twice the same order in one job, and the same number for another customer, are questions', async () => {
  const made = invoice();
  const twice = await settled(Buffer.concat([ticket(made), ticket(made)]));
  expect(twice).toMatchObject({ state: 'waiting' });
  expect(twice.reason).toContain('The lines end twice');
  const other = invoice();
  await settled(ticket(other));
  const [task] = await tasksOf(other.ref);
  const foreign = await settled(ticket({ ...other, cust: '99017' }));
  expect(foreign).toMatchObject({
    state: 'waiting',
    taskId: task?.id,
    reason: `Order ${other.ref} was for customer ${SHOP.customer}, and is for 99017 here`,
  });
});

test('a new text is asked once, and its meaning is remembered for the layout', async () => {
  const made = invoice();
  await settled(ticket(made));
  const asked = await settled(marked(made, 'CR MEMO'));
  expect(asked).toMatchObject({
    state: 'waiting',
    newText: 'CR MEMO',
    reason: 'New on this layout: CR MEMO',
  });
  const waiting = await settled(marked(invoice(), 'CR MEMO'));
  expect((await office.patch(pathOf(asked.id), { means: 'maybe' })).status).toBe(422);
  const page = `/dispatcher/inbox/${String(asked.id)}`;
  expect((await office.get<string>(page)).body).toContain('What does “CR MEMO” mean?');
  expect((await submitForm(office, page, { intent: 'text', means: 'void' })).status).toBe(302);
  await allRead();
  expect(await documentOf(asked.id)).toMatchObject({ state: 'made', kind: 'void' });
  expect(await tasksOf(made.ref)).toEqual([]);
  // The others with the text are read again.
  expect((await documentOf(waiting.id)).reason).toContain('that could be voided');
  const second = invoice();
  await settled(ticket(second));
  expect(await settled(marked(second, 'CR MEMO'))).toMatchObject({ state: 'made', kind: 'void' });
});

test.each([
  ['nothing', 'RUSH ORDER', 'made', 'order'],
  ['return', 'GOODS BACK', 'made', 'return'],
  ['ignore', 'QUOTATION', 'ignored', 'ignored'],
])('a text that means %s', async (means, text, state, kind) => {
  const asked = await settled(marked(invoice(), text));
  expect(asked.newText).toBe(text);
  expect((await office.patch(pathOf(asked.id), { means })).status).toBe(200);
  await allRead();
  expect(await documentOf(asked.id)).toMatchObject({ state, kind, newText: null });
  expect(await settled(marked(invoice(), text))).toMatchObject({ state, kind });
});

test('a copy makes nothing, and one whose original never came is a question', async () => {
  const made = invoice();
  await settled(ticket(made));
  const copy = await settled(marked(made, 'DUPLICATE'));
  expect((await office.patch(pathOf(copy.id), { means: 'copy' })).status).toBe(200);
  await allRead();
  const [task] = await tasksOf(made.ref);
  expect(await documentOf(copy.id)).toMatchObject({ state: 'ignored', kind: 'copy', taskId: task?.id });
  const alone = invoice();
  const lonely = await settled(marked(alone, 'DUPLICATE'));
  expect(lonely).toMatchObject({
    state: 'waiting',
    reason: `There is no order ${alone.ref} of which it could be a copy`,
  });
  const page = `/dispatcher/inbox/${String(lonely.id)}`;
  expect((await submitForm(office, page, { intent: 'make' })).status).toBe(302);
  expect(await tasksOf(alone.ref)).toHaveLength(1);
});

test('a person says that a document voids, returns or copies; its page names the running task', async () => {
  const made = invoice();
  await settled(ticket(made));
  const page = async (more: Partial<Made>) => {
    const held = await settled(marked({ ...made, ...more }, `STRANGE ${String(Math.random()).slice(2, 5)}`));
    return `/dispatcher/inbox/${String(held.id)}`;
  };
  const copy = await page({});
  const [task] = await tasksOf(made.ref);
  const { body } = await office.get<string>(copy);
  expect(body).toContain('This number has a task');
  expect(body).toContain(`/dispatcher/tasks/${String(task?.id)}`);
  expect((await submitForm(office, copy, { intent: 'copy' })).status).toBe(302);
  expect(await tasksOf(made.ref)).toEqual([task]);
  const other = invoice();
  expect((await submitForm(office, await page(other), { intent: 'return' })).status).toBe(302);
  expect(await tasksOf(other.ref)).toMatchObject([{ type: 'pickup' }]);
  expect((await submitForm(office, await page({}), { intent: 'void' })).status).toBe(302);
  expect(await tasksOf(made.ref)).toEqual([]);
});

test('a line that is not clear is shown beside those that were read, and a person corrects them', async () => {
  const made = invoice();
  const [first] = made.lines;
  const torn = ticket({
    ...made,
    lines: [...made.lines, { qty: 3, part: '55555-0C555', desc: 'CLIP', price: '1' }],
  })
    .toString('latin1')
    .replace(/3 {2}CLIP/, '?  CLIP');
  const held = await settled(Buffer.from(torn, 'latin1'));
  expect(held).toMatchObject({
    state: 'waiting',
    lines: made.lines.map(({ qty, part }) => ({ part, quantity: qty })),
  });
  expect(held.doubtful).toContain('55555-0C555');
  const page = `/dispatcher/inbox/${String(held.id)}`;
  const unclear = await submitForm(office, page, { intent: 'make', lines: 'three clips' });
  expect(unclear.status).toBe(422);
  const lines = `${String(first?.qty)} x ${first?.part ?? ''}\r\n3 x 55555-0C555`;
  expect((await submitForm(office, page, { intent: 'make', lines })).status).toBe(302);
  expect(await tasksOf(made.ref)).toMatchObject([{ notes: lines.replace('\r\n', ', ') }]);
  // The clear one that comes later replaces what a person has written.
  await settled(ticket(made));
  expect(await tasksOf(made.ref)).toMatchObject([{ notes: notesOf(made) }]);
});

test('a layout without lines makes orders without them, and a reprint changes nothing', async () => {
  const { sourceId: own, layoutId } = await taught();
  await network.database.rows(
    "update intake_layouts set layout = jsonb_set(layout, '{lines}', 'null') where id = $1",
    [layoutId],
  );
  const made = { ...invoice(), cust: '99018' };
  const held = await settled(ticket(made), own);
  expect(held).toMatchObject({ state: 'waiting', lines: null });
  const page = `/dispatcher/inbox/${String(held.id)}`;
  const account = `${SHOP.name} (#${String(accountId)})`;
  expect((await submitForm(office, page, { intent: 'make', account })).status).toBe(302);
  expect(await documentOf(held.id)).toMatchObject({ state: 'made', lines: null });
  const [task] = await tasksOf(made.ref);
  expect(task?.notes).toBe('');
  await settled(Buffer.concat([ticket(made), Buffer.from('\r\n')]), own);
  expect(await tasksOf(made.ref)).toEqual([task]);
});
