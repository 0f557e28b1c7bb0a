/** What writes leave on the disk, table by table, with keys and one webhook. `npm run bench -- --disk` */
import { afterAll, beforeAll, test } from 'vitest';
import { delivery, make } from '../support/factories';
import { makeBed, type Bed } from './bed';
import { report } from './report';

const TASKS = 400;
const PATCHES = 4;

let bed: Bed;

beforeAll(async () => {
  bed = await makeBed({ drivers: 30, tasks: 300 });
  // Nobody listens there: the deliveries stay, and weigh what they weigh.
  await bed.database.rows(
    `insert into webhooks (url, secret, events) values ('https://192.0.2.1/hook', 'none', '{task.created,task.updated,task.completed}')`,
  );
});
afterAll(() => bed.close());

const TABLES = ['tasks', 'task_events', 'idempotency_keys', 'webhook_deliveries'];

async function sizes(): Promise<Map<string, { rows: number; bytes: number }>> {
  const found = new Map<string, { rows: number; bytes: number }>();
  for (const table of TABLES) {
    await bed.database.rows(`vacuum full ${table}`);
    const [size] = await bed.database.rows<{ rows: number; bytes: number }>(
      `select count(*)::integer as rows, pg_total_relation_size('${table}')::float as bytes from ${table}`,
    );
    if (size) found.set(table, size);
  }
  return found;
}

test('tables after a task is created and changed four times, the changes with an Idempotency-Key', async () => {
  const before = await sizes();
  for (let n = 0; n < TASKS; n += 1) {
    const { id } = await make(bed.dispatcher, delivery({ invoice_number: `INV-${String(n)}` }));
    for (let step = 0; step < PATCHES; step += 1) {
      const key = { 'idempotency-key': `disk-${String(n)}-${String(step)}` };
      await bed.dispatcher.patch(`/api/tasks/${String(id)}`, { notes: `note ${String(step)}` }, key);
    }
  }
  for (const [table, { rows, bytes }] of await sizes()) {
    const earlier = before.get(table);
    const added = rows - (earlier?.rows ?? 0);
    report(`on the disk, with indexes: ${table}`, {
      'bytes a row': (bytes - (earlier?.bytes ?? 0)) / added,
      'rows a task': added / TASKS,
    });
  }
});
