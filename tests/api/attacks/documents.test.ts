/** Documents that are made to do harm cost the process of pages and calls no more than storing them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { LIMITS } from '~/domain/intake/reading/words';
import { nameOf } from '../../support/documents';
import { HOSTILE_DOCUMENTS } from '../../support/hostile-documents';
import { processorMs } from '../../support/processor-time';
import { slowed } from '../../support/slowness';
import { addTickets, TICKETS } from '../../support/tickets';
import { useNetwork } from '../../support/use-network';

const network = useNetwork();
const admin = network.client('admin');
const dispatcher = network.client('dispatcher');
const linux = process.platform === 'linux';
const WAIT = { interval: 50 };

/** The most for a document, beyond storing another one of its size. */
const MOST_CPU_MS = slowed(300);
const MOST_BYTES = 120_000_000;
const LARGEST_PAGE = 300_000;

let sourceId: number;

const processFile = (name: string) => `/proc/${String(network.app.pid)}/${name}`;

/** The processor time of the process of pages and calls, in milliseconds. */
const cpuNow = () => processorMs(network.app.pid);
const memory = (name: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(processFile('status'), 'utf8'))?.[1]) * 1_024;

/** Returns what work costs: processor time, and the most memory beyond that of before. */
async function costOf(work: () => Promise<unknown>): Promise<{ cpu: number; bytes: number }> {
  // Forgets the most memory so far.
  writeFileSync(processFile('clear_refs'), '5');
  const before = { cpu: cpuNow(), bytes: memory('VmRSS') };
  await work();
  return { cpu: cpuNow() - before.cpu, bytes: memory('VmHWM') - before.bytes };
}

const OPEN = `
  select j.attempts from intake_documents d left join jobs j on j.kind = 'intake' and j.subject = d.id::text
  where d.id = $1 and d.state = 'new' and (j.attempts is null or j.attempts = 0 or j.state = 'running')`;

/** Stores a document, and waits until it was read, or is tried again later. Asks the database only. */
async function settle(bytes: Buffer): Promise<number> {
  const { status, body } = await dispatcher.post<{ id: number }>(
    `/api/intake/sources/${String(sourceId)}/documents`,
    bytes,
    { 'content-type': 'application/octet-stream' },
  );
  expect(status).toBe(201);
  await vi.waitFor(async () => {
    expect(await network.database.rows(OPEN, [body.id])).toEqual([]);
  }, WAIT);
  return body.id;
}

let harmless = 0;
/** A document of this size in which nothing is to be read. */
const plain = (length: number) => {
  harmless += 1;
  return Buffer.alloc(Math.max(100, length), `${'x'.repeat(99)}${String(harmless)}\r`);
};

beforeAll(async () => {
  if (!linux) return;
  ({ sourceId } = await addTickets(network.database, network.ids.dispatcher));
  await network.database.rows('update intake_sources set is_on = true where id = $1', [sourceId]);
  // Starts the reader, and compiles what storing needs.
  for (let n = 0; n < 5; n += 1) await settle(plain(1_000_000));
});

test('the list has at least 40 kinds', () => {
  expect(HOSTILE_DOCUMENTS.length).toBeGreaterThanOrEqual(40);
});

test.skipIf(!linux).each(HOSTILE_DOCUMENTS)('%s', async (_, make) => {
  const bytes = make();
  expect(bytes.length).toBeLessThanOrEqual(LIMITS.bytes);
  const floor = await costOf(() => settle(plain(bytes.length)));
  let id = 0;
  const cost = await costOf(async () => {
    id = await settle(bytes);
  });
  expect(cost.cpu).toBeLessThan(2 * floor.cpu + MOST_CPU_MS);
  expect(cost.bytes).toBeLessThan(floor.bytes + MOST_BYTES);
  for (const page of ['', '/teach']) {
    const shown = await dispatcher.get<string>(`/dispatcher/inbox/${String(id)}${page}`);
    expect(shown.status).toBe(200);
    expect(Buffer.byteLength(shown.body)).toBeLessThan(LARGEST_PAGE);
  }
  // It is not tried again while others are measured.
  await network.database.rows("delete from jobs where kind = 'intake' and subject = $1", [String(id)]);
});

test.skipIf(!linux)(
  'teaching by the largest documents costs the process of pages and calls nothing',
  async () => {
    await network.database.rows("update intake_documents set state = 'ignored' where source_id = $1", [
      sourceId,
    ]);
    await network.database.rows('delete from intake_layouts where source_id = $1', [sourceId]);
    const [ticket] = TICKETS;
    const ids: number[] = [];
    for (let document = 0; document < 5; document += 1) {
      const labels = Array.from({ length: LIMITS.words - 500 }, (_, n) => `${nameOf(n)}:`).join('\r\n');
      ids.push(
        await settle(
          Buffer.concat([
            ticket?.bytes ?? Buffer.alloc(0),
            Buffer.from(`\r\n${String(document)}\r\n${labels}`),
          ]),
        ),
      );
    }
    const path = `/api/intake/documents/${String(ids[0])}/layout`;
    const teach = (fields: object) => dispatcher.post(path, { name: 'Hostile', fields });
    const refused = () => teach({ reference: { words: [0], value: 'not in the word' } });
    await refused();
    const floor = await costOf(refused);
    const cost = await costOf(async () => expect((await teach({})).status).toBe(200));
    expect(cost.cpu).toBeLessThan(2 * floor.cpu + MOST_CPU_MS);
    expect(cost.bytes).toBeLessThan(floor.bytes + MOST_BYTES);
  },
);

const table = (cells: number, rows: number) =>
  Buffer.from(
    Array.from({ length: rows }, (_, row) =>
      Array(cells)
        .fill(`v${String(row)}`)
        .join(','),
    ).join('\n'),
  );

test.skipIf(!linux)(
  'a table of ten megabytes costs the process of pages and calls nothing but storing',
  async () => {
    const send = (bytes: Buffer) =>
      admin.post('/api/move-ins', { kind: 'accounts', document: bytes.toString('base64') });
    await send(table(3, 10));
    // It is refused by its first bytes.
    const floor = await costOf(async () => expect((await send(Buffer.alloc(9_900_000))).status).toBe(422));
    const large = table(80, 18_000).subarray(0, 9_900_000);
    const many = await costOf(async () => expect((await send(large)).status).toBe(422));
    const rest = table(45, 20_000).subarray(0, 6_000_000);
    const stored = await costOf(async () => expect((await send(rest)).status).toBe(201));
    expect(many.cpu).toBeLessThan(2 * floor.cpu + MOST_CPU_MS);
    expect(stored.cpu).toBeLessThan(2 * floor.cpu + 2 * MOST_CPU_MS);
  },
);
