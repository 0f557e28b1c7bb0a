/** Prints the documents of a folder to the port, and waits for their rows. `npm run bench -- --intake FOLDER` */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { readingOf } from '~/domain/intake/reading/reading-of.server';
import type { Layout } from '~/domain/intake/layouts/layout';
import { type Invoice, teachAll, type Truth } from '../support/invoices';
import { printTo } from '../support/printing';
import { makeBed, type BedDatabase } from './bed';
import { percentile } from './load';
import { report, row } from './report';

const folder = process.env.INTAKE_FOLDER;
const [HOST, PORT] = ['127.0.0.76', 9107];
/** Documents of one sender. */
const EACH = 20;
const EVERY_MS = 300;
const LOOK_MS = 20;
const GIVE_UP_MS = 20_000;

type Document = Invoice & { bytes: Buffer };

async function documentsOf(from: string): Promise<Document[]> {
  const truths = JSON.parse(readFileSync(join(from, 'truth.json'), 'utf8')) as (Truth & { file: string })[];
  const documents: Document[] = [];
  for (const { file, ...truth } of truths) {
    const bytes = readFileSync(join(from, file));
    const reading = await readingOf(bytes);
    documents.push({ file, truth, isDamaged: false, bytes, words: 'words' in reading ? reading.words : [] });
  }
  return documents;
}

const senderOf = (index: number) => `127.0.0.${String(100 + Math.floor(index / EACH))}`;

/** Adds a source for each sender, which knows all layouts and customers. */
async function plant(database: BedDatabase, layouts: Layout[], documents: Document[]): Promise<void> {
  const senders = [...new Set(documents.map((_, index) => senderOf(index)))];
  await database.rows(
    `insert into intake_sources (name, user_id, is_on, kind, settings)
     select s, (select id from users where username = 'dispatcher'), true, 'port', jsonb_build_object('senders', array[s])
     from unnest($1::text[]) s`,
    [senders],
  );
  await database.rows(
    `insert into intake_layouts (source_id, name, layout)
     select s.id, 'Layout', l from intake_sources s, jsonb_array_elements($1::jsonb) l`,
    [JSON.stringify(layouts)],
  );
  await database.rows("insert into accounts (name) values ('All')");
  // A document with an address that the account does not have waits for a person.
  await database.rows(
    `insert into account_addresses (account_id, name, address, city, state, zip_code, is_default)
     select a.id, 'Dock', d.addr, d.city, d.state, d.zip, row_number() over () = 1
     from accounts a, jsonb_to_recordset($1::jsonb) as d(addr text, city text, state text, zip text) where a.name = 'All'`,
    [
      JSON.stringify(
        documents.flatMap(({ truth }) => (truth ? [{ addr: truth.addr, ...partsOf(truth.city) }] : [])),
      ),
    ],
  );
  await database.rows(
    `insert into intake_customers (source_id, number, account_id, name)
     select distinct on (s.id, c.cust) s.id, c.cust, a.id, c.name
     from intake_sources s, accounts a, jsonb_to_recordset($1::jsonb) as c(cust text, name text) where a.name = 'All'`,
    [JSON.stringify(documents.map(({ truth }) => ({ cust: truth?.cust, name: truth?.name })))],
  );
}

/** Reads "Kansas City, MO 64113". */
function partsOf(line: string): { city: string; state: string; zip: string } {
  const [city = '', rest = ''] = line.split(', ');
  const [state = '', zip = ''] = rest.split(' ');
  return { city, state, zip };
}

test.skipIf(!folder)('documents that are printed', async () => {
  const all = await documentsOf(folder ?? '');
  const examples = new Map(all.map((each) => [each.truth?.k ?? '', each] as const));
  const layouts = teachAll(all, examples).map(({ layout }) => layout);
  const documents = all.filter((each) => ![...examples.values()].includes(each));
  const bed = await makeBed({ drivers: 13, tasks: 250 }, (database) => plant(database, layouts, documents), {
    INTAKE_PRINT_PORT: String(PORT),
    INTAKE_PRINT_HOST: HOST,
  });
  const print = (bytes: Buffer, from: string) => printTo(bytes, { host: HOST, port: PORT, from });
  while ((await print(Buffer.alloc(0), senderOf(0))).outcome !== 'closed')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));

  /** Until the task is in the list of a dispatcher; null for a document that waits for a person. */
  const untilRow = async ({ bytes, truth }: Document, from: string) => {
    const startedAt = performance.now();
    const { ms, outcome } = await print(bytes, from);
    while (outcome === 'closed' && performance.now() - startedAt < GIVE_UP_MS) {
      const { body } = await bed.dispatcher.get<{ external_ref: string | null }[]>('/api/tasks');
      if (body.some((task) => task.external_ref === truth?.ref))
        return { ms, total: performance.now() - startedAt };
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return { ms, total: null };
  };
  const waiting: ReturnType<typeof untilRow>[] = [];
  for (const [index, document] of documents.entries()) {
    waiting.push(untilRow(document, senderOf(index)));
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  const found = await Promise.all(waiting);
  const totals = found.flatMap(({ total }) => (total === null ? [] : [total]));
  const acknowledged = found.map(({ ms }) => ms);
  const reasons = await bed.database.rows<{ state: string; reason: string | null; count: number }>(
    'select state, reason, count(*)::integer as count from intake_documents group by 1, 2 order by 3 desc',
  );
  await bed.close();
  if (totals.length === 0) throw new Error('No document became a task');
  report('documents that are printed', {
    made: totals.length,
    of: documents.length,
    'acknowledged p95 ms': percentile(acknowledged, 0.95),
    'on the board p50 ms': percentile(totals, 0.5),
    'on the board p95 ms': percentile(totals, 0.95),
  });
  report(
    'printed documents',
    Object.fromEntries(
      reasons.map(({ state, reason, count }) => [[state, reason].filter(Boolean).join(': '), count]),
    ),
  );
  row('from the last byte of a document until the sender is told, p95', {
    unit: 'ms',
    ours: percentile(acknowledged, 0.95),
    goal: '≤ 1000',
  });
  row('from the printer port to the row on the board, p95', {
    unit: 'ms',
    ours: percentile(totals, 0.95),
    goal: '≤ 3000',
  });
});
