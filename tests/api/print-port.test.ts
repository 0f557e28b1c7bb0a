/** Other systems print to the port, and each document is stored, and copied to the real printer, in order. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Source, SourceWithSettings } from '~/domain/intake/inbox/schema';
import { LOCK_TIMEOUT_MS } from '~/lib/time-limits';
import { holdLocks } from '../support/database';
import { keepOpen, keepSending, printTo, startPrinter, type Printer } from '../support/printing';
import { slowed, waitLimit } from '../support/slowness';
import { useNetwork } from '../support/use-network';

/** This machine's addresses, which are those of this process alone: another run may be under way. */
const NET = `127.${String(1 + (process.pid % 250))}.${String(1 + (Math.floor(process.pid / 250) % 250))}`;
const PORT = 9109;
const HOST = `${NET}.77`;
const TOKEN = 'a token of the metrics';
const ENV = {
  METRICS_TOKEN: TOKEN,
  METRICS_PORT: '0',
  INTAKE_PRINT_PORT: String(PORT),
  INTAKE_PRINT_HOST: HOST,
  // A sender that is still busy must not seem to have ended.
  INTAKE_PRINT_IDLE_SECONDS: String(waitLimit(0.5)),
  INTAKE_PRINT_RETRY_SECONDS: '0.002',
};
const WAIT = { interval: 50 };

const network = useNetwork(ENV);
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
const printers: Printer[] = [];

let made = 0;
/** Each document of these tests has other bytes. */
const invoice = (lines = 1) => {
  made += 1;
  return Buffer.from(`INVOICE ${String(made)}\r\n${'12 CLIP 4711\r\n'.repeat(lines)}\f`);
};

type PortSource = { senders: string[]; forward?: string | null; on?: boolean };
const pathOf = (id: number) => `/api/intake/sources/${String(id)}`;
const sourceOf = async (id: number) => (await admin.get<SourceWithSettings>(pathOf(id))).body;

async function createSource({ senders, forward = null, on = true }: PortSource): Promise<number> {
  made += 1;
  const { status, body } = await admin.post<Source>('/api/intake/sources', {
    name: `Printing ${String(made)}`,
    on,
    settings: { kind: 'port', senders, forward },
  });
  expect(status).toBe(201);
  return body.id;
}

const print = (bytes: Buffer, from: string, more: object = {}) =>
  printTo(bytes, { host: HOST, port: PORT, from, ...more });

const stored = (sourceId: number) =>
  network.database.rows<{ bytes: Buffer }>(
    `select c.bytes from intake_documents d join intake_contents c on c.document_id = d.id
     where d.source_id = $1 order by d.id`,
    [sourceId],
  );
const copies = (sourceId: number) =>
  network.database.rows("select id from jobs where kind = 'print' and lane = $1 and run_at is not null", [
    String(sourceId),
  ]);

async function start(...given: Parameters<typeof startPrinter>): Promise<Printer> {
  const printer = await startPrinter(...given);
  printers.push(printer);
  return printer;
}
afterEach(async () => {
  await Promise.all(printers.splice(0).map((printer) => printer.close()));
});

/** Creates a source, and waits until it takes documents. */
async function open(from: string, forward: string | null = null): Promise<number> {
  const id = await createSource({ senders: [from], forward });
  await vi.waitFor(async () => {
    expect((await print(Buffer.alloc(0), from)).outcome).toBe('closed');
  }, WAIT);
  return id;
}

let first: number;
beforeAll(async () => {
  expect((await print(invoice(), `${NET}.1`)).outcome).toBe('refused');
  first = await open(`${NET}.1`);
});

test('a document is stored when the connection is closed; the same bytes again are the same document', async () => {
  const bytes = invoice();
  expect((await print(bytes, `${NET}.1`)).outcome).toBe('closed');
  expect((await stored(first)).map((each) => each.bytes)).toEqual([bytes]);
  expect((await print(bytes, `${NET}.1`)).outcome).toBe('closed');
  expect(await stored(first)).toHaveLength(1);
  expect((await sourceOf(first)).lastAt).not.toBeNull();
});

test('a document without an end of the connection ends after a pause', async () => {
  const before = (await stored(first)).length;
  expect((await print(invoice(), `${NET}.1`, { then: 'wait' })).outcome).toBe('closed');
  expect(await stored(first)).toHaveLength(before + 1);
});

test('a question of a driver is answered and is no document; a job behind the answer is one', async () => {
  const before = (await stored(first)).length;
  const question = Buffer.from('\x1b%-12345X@PJL INFO STATUS\r\n');
  const asked = await print(question, `${NET}.1`, { then: 'wait' });
  expect([asked.outcome, asked.answered]).toEqual([
    'closed',
    '@PJL INFO STATUS\r\nCODE=10001\r\nDISPLAY="Ready"\r\nONLINE=TRUE\r\n\f',
  ]);
  expect(await stored(first)).toHaveLength(before);
  const job = invoice();
  expect((await print(question, `${NET}.1`, { afterAnswer: job })).outcome).toBe('closed');
  expect((await stored(first)).at(-1)?.bytes).toEqual(Buffer.concat([question, job]));
});

test('a sender on no list is reset, and admins see its address', async () => {
  expect((await print(invoice(), `${NET}.9`)).outcome).toBe('reset');
  await expect
    .poll(async () => (await admin.get<string>(`/settings/sources/${String(first)}`)).body, WAIT)
    .toContain(`${NET}.9 was refused, because no source allows it`);
});

test('a document of more than 2 MB and one that is cut off are refused, and admins are told', async () => {
  const source = await open(`${NET}.2`);
  expect((await print(Buffer.alloc(2_000_001, 'x'), `${NET}.2`)).outcome).toBe('reset');
  await expect
    .poll(async () => (await sourceOf(source)).lastError, WAIT)
    .toBe('A document of more than 2 MB was refused');
  await print(Buffer.from('@PJL INFO ID\r\nINVOICE'), `${NET}.2`, { then: 'cut' });
  await expect
    .poll(async () => (await sourceOf(source)).lastError, WAIT)
    .toBe('A sender cut the connection within a document');
  expect(await stored(source)).toEqual([]);
  expect((await print(Buffer.alloc(2_000_000, 'x'), `${NET}.2`)).outcome).toBe('closed');
  expect(await stored(source)).toHaveLength(1);
});

const pageOf = async (id: number) => (await admin.get<string>(`/settings/sources/${String(id)}`)).body;
const WAITED = 'Had to wait for their turn so far: ';

/** How many connections of this port have had to wait, as the metrics say. */
async function waitedByMetrics(): Promise<number> {
  const answer = await fetch(`${network.app.origin}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const [, count = '0'] =
    /intake_documents_total\{kind="port",outcome="had to wait"\} (\d+)/.exec(await answer.text()) ?? [];
  return Number(count);
}

test('a document that is cut off with its last bytes is no whole one', async () => {
  const source = await open(`${NET}.15`);
  const sending = connect({ host: HOST, port: PORT, localAddress: `${NET}.15` });
  sending.write('\x1b%-12345X@PJL INFO STATUS\r\n');
  await once(sending, 'data');
  // The bytes and the reset wait together.
  process.kill(network.app.pid, 'SIGSTOP');
  await new Promise((resolve) => sending.write(invoice(), resolve));
  sending.resetAndDestroy();
  await once(sending, 'close');
  process.kill(network.app.pid, 'SIGCONT');
  await vi.waitFor(async () => {
    expect((await sourceOf(source)).lastError).toBe('A sender cut the connection within a document');
  }, WAIT);
  expect(await stored(source)).toEqual([]);
});

test('of 200 parallel documents of an address none is reset or lost, also behind senders that never end', async () => {
  const source = await open(`${NET}.4`);
  const before = await waitedByMetrics();
  const busy = Array.from({ length: 8 }, () => keepSending({ host: HOST, port: PORT, from: `${NET}.4` }));
  await Promise.all(busy.map(({ settled }) => settled));
  const sent = Array.from({ length: 200 }, () => invoice());
  const startedAt = performance.now();
  const printing = Promise.all(sent.map((bytes) => print(bytes, `${NET}.4`)));
  await expect.poll(() => pageOf(source), WAIT).toContain(`${WAITED}200<`);
  expect(await waitedByMetrics()).toBe(before + 200);
  expect(await stored(source)).toEqual([]);
  expect((await print(invoice(), `${NET}.1`)).outcome).toBe('closed');
  for (const { stop } of busy) stop();
  expect(new Set((await printing).map(({ outcome }) => outcome))).toEqual(new Set(['closed']));
  expect(performance.now() - startedAt).toBeLessThan(slowed(120_000));
  const found = (await stored(source)).map(({ bytes }) => bytes.toString());
  expect(found.sort()).toEqual(sent.map(String).sort());
});

test('200 documents one after another do not wait; more than 200 a minute wait for their turn', async () => {
  const source = await open(`${NET}.3`);
  const from = Date.now();
  for (let count = 0; count < 200; count += 1)
    expect((await print(invoice(), `${NET}.3`)).outcome).toBe('closed');
  expect(await pageOf(source)).not.toContain(WAITED);
  const rest = await Promise.all(Array.from({ length: 30 }, () => print(invoice(), `${NET}.3`)));
  expect(new Set(rest.map(({ outcome }) => outcome))).toEqual(new Set(['closed']));
  const found = await network.database.rows<{ received_at: Date }>(
    'select received_at from intake_documents where source_id = $1 order by id',
    [source],
  );
  expect(found).toHaveLength(230);
  for (const [index, { received_at: at }] of found.entries())
    expect(at.getTime() - from).toBeGreaterThanOrEqual(300 * (index - 199));
});

test('connections that are held open without a byte end after the pause, and others follow', async () => {
  const source = await open(`${NET}.6`);
  const held = Array.from({ length: 20 }, () => print(Buffer.alloc(0), `${NET}.6`, { then: 'wait' }));
  const sent = await Promise.all(Array.from({ length: 4 }, () => print(invoice(), `${NET}.6`)));
  expect(new Set(sent.map(({ outcome }) => outcome))).toEqual(new Set(['closed']));
  expect(await stored(source)).toHaveLength(4);
  await Promise.all(held);
});

test.each([
  ['GET / HTTP/1.1\r\nHost: printer\r\n\r\n', 6],
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 7],
  ['SSH-2.0-OpenSSH_9.2\r\n', 8],
])('%j is no document: it is reset at once, and admins are told', async (opening, at) => {
  const source = await open(`${NET}.${String(at + 100)}`);
  const sent = await print(Buffer.from(opening, 'latin1'), `${NET}.${String(at + 100)}`, { then: 'wait' });
  expect(sent.outcome).toBe('reset');
  await expect
    .poll(async () => (await sourceOf(source)).lastError, WAIT)
    .toBe('A browser or another program that prints nothing has connected');
  expect(await stored(source)).toEqual([]);
});

test('senders of one source, who never end, leave places for another source', async () => {
  await createSource({ senders: [`${NET}.192/28`] });
  // The port knows both when the second one may print.
  const source = await open(`${NET}.120`);
  const busy = Array.from({ length: 48 }, (_, index) =>
    keepSending({ host: HOST, port: PORT, from: `${NET}.${String(192 + Math.floor(index / 8))}` }),
  );
  await Promise.all(busy.map(({ settled }) => settled));
  expect((await print(invoice(), `${NET}.120`)).outcome).toBe('closed');
  expect(await stored(source)).toHaveLength(1);
  for (const { stop } of busy) stop();
});

test('an address that opens connection after connection leaves the port open for others', async () => {
  const flooding = await open(`${NET}.121`);
  const source = await open(`${NET}.122`);
  const many = Array.from({ length: 1_010 }, () => keepOpen({ host: HOST, port: PORT, from: `${NET}.121` }));
  await Promise.all(many.map(({ settled }) => settled));
  await expect
    .poll(async () => (await sourceOf(flooding)).lastError, WAIT)
    .toMatch(/^More than 1,000 connections of an address/);
  expect((await print(invoice(), `${NET}.122`)).outcome).toBe('closed');
  expect(await stored(source)).toHaveLength(1);
  for (const { stop } of many) stop();
});

test('while the database does not take it, the sender is refused and does not wait for it', async () => {
  const source = await open(`${NET}.5`);
  const bytes = invoice();
  const release = await holdLocks(network.database.url, 'lock table intake_contents in exclusive mode');
  const sent = await print(bytes, `${NET}.5`);
  expect(sent.outcome).toBe('reset');
  expect(sent.ms).toBeLessThan(LOCK_TIMEOUT_MS);
  await release();
  // Also those who do not wait for the end lose nothing.
  await expect.poll(async () => (await stored(source)).length, WAIT).toBe(1);
  expect((await print(bytes, `${NET}.5`)).outcome).toBe('closed');
  expect(await stored(source)).toHaveLength(1);
});

test('the printer gets all bytes of each document in order, also of those that nobody can read', async () => {
  const printer = await start(`${NET}.81`);
  const source = await open(`${NET}.10`, `${NET}.81`);
  const sent = [invoice(), Buffer.from([0x25, 0x21, 0, 1, 2, 255]), invoice(9_000)];
  // A reprint is the same document, and paper again.
  for (const bytes of [...sent, sent[0] ?? Buffer.alloc(0)])
    expect((await print(bytes, `${NET}.10`)).outcome).toBe('closed');
  await expect.poll(() => printer.printed.length, WAIT).toBe(4);
  expect(printer.printed).toEqual([...sent, sent[0]]);
  expect(await stored(source)).toHaveLength(3);
  await expect.poll(() => copies(source), WAIT).toEqual([]);
  expect(await network.database.rows('select id from intake_copies')).toEqual([]);
});

test('a printer that is slow or cuts connections keeps nobody waiting, and gets each document whole', async () => {
  let resume: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (resume = resolve));
  const printer = await start(`${NET}.82`, 9101, { cuts: 2, until });
  await open(`${NET}.11`, `${NET}.82:9101`);
  const sent = [invoice(60_000), invoice(), invoice()];
  for (const bytes of sent) {
    expect((await print(bytes, `${NET}.11`)).outcome).toBe('closed');
  }
  expect(printer.printed).toEqual([]);
  resume();
  await expect.poll(() => printer.printed.length, WAIT).toBe(3);
  expect(printer.printed.map((bytes, index) => bytes.equals(sent[index] ?? Buffer.alloc(0)))).toEqual([
    true,
    true,
    true,
  ]);
});

const notPrinted = (count: number) =>
  `Printer ${NET}.83 does not answer: ${count === 1 ? '1 invoice was' : `${String(count)} invoices were`} not printed`;

test('a printer that stays off needs attention, and gets everything in order when it answers', async () => {
  const source = await open(`${NET}.12`, `${NET}.83`);
  const sent = [invoice(), invoice(), invoice()];
  for (const bytes of sent) expect((await print(bytes, `${NET}.12`)).outcome).toBe('closed');
  for (const page of ['/dispatcher/inbox', '/dispatcher/attention'])
    await expect.poll(async () => (await dispatcher.get<string>(page)).body, WAIT).toContain(notPrinted(3));
  const { body } = await admin.get<{ kind: string; error: string | null }[]>('/api/admin/jobs?kind=print');
  expect(body.map(({ error }) => error)).toContain('It refuses the connection');
  const printer = await start(`${NET}.83`);
  await expect.poll(() => printer.printed.length, WAIT).toBe(3);
  expect(printer.printed).toEqual(sent);
  await expect.poll(() => copies(source), WAIT).toEqual([]);
  expect((await dispatcher.get<string>('/dispatcher/inbox')).body).not.toContain('does not answer');
});

test('without its printer, a source forgets what was not printed', async () => {
  const source = await open(`${NET}.13`, `${NET}.84`);
  await print(invoice(), `${NET}.13`);
  expect(await copies(source)).toHaveLength(1);
  await admin.patch(pathOf(source), { settings: { kind: 'port', senders: [`${NET}.13`], forward: null } });
  await expect.poll(() => copies(source), WAIT).toEqual([]);
});

test('copies never go to our own port', async () => {
  // Copies come from the second address. A sender on no list would be reset before the printer is recognized.
  const senders = [`${NET}.14`, '127.0.0.1'];
  const source = await createSource({ senders, forward: `${HOST}:${String(PORT)}` });
  await expect.poll(async () => (await print(Buffer.alloc(0), `${NET}.14`)).outcome, WAIT).toBe('closed');
  await print(invoice(), `${NET}.14`);
  await expect
    .poll(
      () =>
        network.database.rows("select error from jobs where kind = 'print' and lane = $1", [String(source)]),
      WAIT,
    )
    .toEqual([{ error: 'This is the port of Parts Dispatch itself' }]);
  await admin.patch(pathOf(source), { on: false });
});

test('an address belongs to one source, and its printer has a port for printers', async () => {
  const create = (settings: object) =>
    admin.post<{ fields: Record<string, string[]> }>('/api/intake/sources', { name: 'Second', settings });
  const shared = await create({ kind: 'port', senders: ['10.1.1.1', '127.0.0.0/8'] });
  expect(shared.status).toBe(422);
  expect(shared.body.fields.senders?.[0]).toMatch(/^127\.0\.0\.0\/8 belongs to Printing /);
  const elsewhere = await create({ kind: 'port', forward: '10.0.0.1:22' });
  expect(elsewhere.body.fields['settings.forward']?.[0]).toMatch(/^Must be the address of a printer/);
  const { status, body } = await admin.patch<{ fields: object }>(pathOf(first), {
    settings: { kind: 'api' },
  });
  expect([status, body.fields]).toEqual([422, { settings: ['The way in of a source does not change'] }]);
  expect((await dispatcher.get(pathOf(first))).status).toBe(403);
  const sources = await dispatcher.get<object[]>('/api/intake/sources');
  expect(sources.body.some((source) => 'settings' in source)).toBe(false);
});

test('a source that is off closes its addresses; without any the port is closed', async () => {
  const { body } = await admin.get<Source[]>('/api/intake/sources');
  for (const { id, on } of body) if (on) await admin.patch(pathOf(id), { on: false });
  await expect.poll(async () => (await print(invoice(), `${NET}.1`)).outcome, WAIT).toBe('refused');
  const test = await admin.post(`${pathOf(first)}/test`);
  expect(test.status).toBe(409);
  await admin.patch(pathOf(first), { on: true });
  await expect.poll(async () => (await print(Buffer.alloc(0), `${NET}.1`)).outcome, WAIT).toBe('closed');
  const before = (await stored(first)).length;
  expect((await admin.post(`${pathOf(first)}/test`)).status).toBe(201);
  expect(await stored(first)).toHaveLength(before + 1);
});
