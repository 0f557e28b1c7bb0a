/** Files of accounts and shifts that try to fill the memory are sent to a server that has little of it. */
import { expect, test } from 'vitest';
import type { ImportJob } from '~/domain/network/accounts/schema';
import { holdLocks } from '../../support/database';
import { useNetwork } from '../../support/use-network';

const network = useNetwork({ NODE_OPTIONS: '--max-old-space-size=256' });
const dispatcher = network.client('dispatcher');

const HEADER = 'Company Name,Address\n';
const MEGABYTES_10 = 10_000_000;
const filled = (line: string) => line.repeat(Math.floor(MEGABYTES_10 / line.length));

const COLUMNS = 'A row has at most 1,000 columns';
const UNCLOSED = 'is too long. It may have a quotation mark that is never closed';
const FILES: [what: string, csv: string, refusal: string][] = [
  ['a first line of commas', `Company Name,Address${filled(',')}\nAcme,1 Elm St\n`, COLUMNS],
  ['a line of commas', `${HEADER}Acme,1 Elm St${filled(',')}\n`, 'The row after line 1 is too long'],
  ['many lines of commas', HEADER + filled(`x${','.repeat(40_000)}\n`), `${COLUMNS}. Line 2 has more`],
  [
    'a row of many lines of commas',
    HEADER + filled(`"\n",${','.repeat(900)}`),
    'The row after line 1 is too long',
  ],
  ['a value without end', `${HEADER}Acme,"${filled('x')}`, UNCLOSED],
];

/** Uploads the file as the page does. */
async function upload(csv: string): Promise<{ status: number; message: string }> {
  const form = new FormData();
  form.set('intent', 'importCsv');
  form.set('file', new File([csv], 'accounts.csv', { type: 'text/csv' }));
  const response = await fetch(`${dispatcher.origin}/accounts/import`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { cookie: dispatcher.cookie(), origin: dispatcher.origin },
  });
  const html = await response.text();
  const id = /\?result=(\d+)$/.exec(response.headers.get('location') ?? '')?.[1];
  if (id === undefined) return { status: response.status, message: html };
  for (;;) {
    const { body } = await dispatcher.get<ImportJob>(`/api/accounts/imports/${id}`);
    if (body.state === 'done') throw new Error('It was imported');
    if (body.state === 'failed') return { status: 422, message: body.error ?? '' };
  }
}

test.each(FILES)('%s is refused, by call and page, and the server goes on', async (_, csv, refusal) => {
  const byCall = await dispatcher.post<{ error: string }>('/api/accounts/import-csv', { csvData: csv });
  expect([byCall.status, byCall.body.error]).toEqual([422, expect.stringContaining(refusal)]);
  expect(await upload(csv)).toEqual({ status: 422, message: expect.stringContaining(refusal) as string });
  expect([network.app.hasEnded(), (await dispatcher.get('/api/accounts?limit=1')).status]).toEqual([
    false,
    200,
  ]);
});

test('blank rows, as spreadsheets leave them behind, are passed over however many there are', async () => {
  const csv = `${HEADER}${',,,,\n'.repeat(1_600_000)}"Acme","1 Elm St, Olathe, KS 66062"\n`;
  const { status, body } = await dispatcher.post('/api/accounts/import-csv', { csvData: csv });
  expect([status, body]).toEqual([200, { imported: 1, skipped: 0, rejected: [] }]);
});

test('a file of shifts with a line of commas is refused as well', async () => {
  const admin = await network.as('admin');
  const csvData = `Driver,Date,Start,End${','.repeat(30_000)}\ndriver,2026-11-23,8:00,16:00\n`;
  const { status, body } = await admin.post('/api/shifts/import-csv', { csvData });
  expect([status, body.error]).toEqual([422, expect.stringContaining(COLUMNS)]);
});

test('a file that can’t be read is refused before it waits for another import', async () => {
  const release = await holdLocks(network.database.url, 'select pg_advisory_xact_lock(7206113)');
  try {
    const sent = await dispatcher.post('/api/accounts/import-csv', { csvData: `${HEADER}"Acme,1 Elm St\n` });
    expect([sent.status, sent.body.error]).toEqual([
      422,
      'A quotation mark opened after line 1 is never closed',
    ]);
  } finally {
    await release();
  }
});
