/** A fresh demo has a source with documents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from '../support/app';
import { createDatabase } from '../support/database';

type Row = {
  state: string;
  kind: string;
  reason: string | null;
  reference: string | null;
  has_task: boolean;
};

test('one layout of the demo is taught and has made orders, and one waits to be taught', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-demo-documents-'));
  const database = await createDatabase();
  const app = await startApp({ databaseUrl: database.url, env: { DEMO_DATA: 'on', DATA_DIR: folder } });
  try {
    const documents = await database.rows<Row>(
      `select d.state, d.kind, d.reason, d.reference, t.id is not null as has_task
       from intake_documents d left join tasks t on t.id = d.task_id order by d.id`,
    );
    const unknown = documents.filter(({ reason }) => reason === 'New layout');
    const waiting = documents.filter(({ state }) => state === 'waiting');
    expect(unknown).toHaveLength(6);
    expect(waiting.map(({ reason }) => reason)).toContain('Customer 10533 is new: Fallow Creek Auto');
    expect(waiting).toHaveLength(7);
    const made = documents.filter(({ state }) => state === 'made');
    expect(made.filter(({ kind }) => kind === 'void')).toHaveLength(1);
    expect(made.filter(({ reference }) => reference === '58214')).toHaveLength(2);
    const orders = await database.rows<{ external_ref: string; ship_via: string; address: string }>(
      'select external_ref, ship_via, address from tasks where external_ref is not null order by external_ref',
    );
    expect(orders.map(({ external_ref }) => external_ref)).toEqual(['58213', '58214', '58217']);
    expect(orders.at(-1)?.address).toContain('9900 Woodend Rd');
  } finally {
    await app.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});
