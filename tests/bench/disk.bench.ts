/**
 * Measures the disk space of writes: tables with keys and one webhook, positions, photos, and lines of the log. `npm
 * run bench -- --disk`
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, test } from 'vitest';
import { delivery, make, photoUrl } from '../support/factories';
import { makeBed, type Bed } from './bed';
import { report } from './report';

const TASKS = 400;
const PATCHES = 4;
const PHONES = 30;
/** One phone sends these positions. It may send 600 at once. */
const POSITIONS = 500;
const PHOTOS = 12;
const BOARDS = 200;

let bed: Bed;
const tokens = Array.from({ length: PHONES }, (_, i) => `bench-phone-${String(i).padStart(12, '0')}`);
const agent = new Agent({ keepAlive: true, maxSockets: PHONES });

beforeAll(async () => {
  bed = await makeBed(
    { drivers: PHONES, tasks: 300 },
    async (database) => {
      await database.rows("update tasks set created_at = now() - interval '3 hours'");
      const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
      await database.rows(
        `insert into devices (user_id, kind, name, token_hash)
         select d.id, 'owntracks', 'Phone', decode(t.hash, 'hex')
         from unnest($1::text[]) with ordinality as t(hash, n)
         join (select id, row_number() over (order by id) as n from users where 'driver' = any(roles)) d using (n)`,
        [hashes],
      );
      // Nothing listens at this address, so the deliveries stay and are measured.
      await database.rows(
        `insert into webhooks (url, secret, events) values ('https://192.0.2.1/hook', 'none', '{task.created,task.updated,task.completed}')`,
      );
    },
    { LOG_LEVEL: 'info' },
  );
});
afterAll(async () => {
  agent.destroy();
  await bed.close();
});

type Size = { rows: number; bytes: number };

async function sizeOf(table: string, isPacked: boolean): Promise<Size> {
  if (isPacked) await bed.database.rows(`vacuum full ${table}`);
  const [size] = await bed.database.rows<Size>(
    `select (select count(*)::integer from ${table}) as rows, (
       select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size('${table}'))::float
       from pg_partition_tree('${table}') where isleaf) as bytes`,
  );
  if (!size) throw new Error(`${table} has no size`);
  return size;
}

/**
 * Measures how much the tables grow. Packed is right for tables whose rows are written once or twice, because rows
 * that are updated in place leave no holes for long.
 */
async function weigh(
  tables: string[],
  isPacked: boolean,
  work: () => Promise<void>,
): Promise<Map<string, Size>> {
  const before = new Map<string, Size>();
  for (const table of tables) before.set(table, await sizeOf(table, isPacked));
  await work();
  const grown = new Map<string, Size>();
  for (const table of tables) {
    const now = await sizeOf(table, isPacked);
    const then = before.get(table) ?? now;
    grown.set(table, { rows: now.rows - then.rows, bytes: now.bytes - then.bytes });
  }
  return grown;
}

/** Returns how much the log grows. Each request writes one line. */
async function logged(work: () => Promise<void>): Promise<number> {
  const before = bed.app.output().length;
  await work();
  return bed.app.output().length - before;
}

test('tables after a task is created and changed four times, the changes with an Idempotency-Key; the log', async () => {
  const tables = ['tasks', 'task_events', 'idempotency_keys', 'jobs'];
  let bytes = 0;
  const grown = await weigh(tables, true, async () => {
    bytes = await logged(async () => {
      for (let n = 0; n < TASKS; n += 1) {
        const { id } = await make(bed.dispatcher, delivery({ invoice_number: `INV-${String(n)}` }));
        for (let step = 0; step < PATCHES; step += 1) {
          const key = { 'idempotency-key': `disk-${String(n)}-${String(step)}` };
          await bed.dispatcher.patch(`/api/tasks/${String(id)}`, { notes: `note ${String(step)}` }, key);
        }
      }
    });
  });
  for (const [table, size] of grown)
    report(`on the disk, with indexes: ${table}`, {
      'bytes a row': size.bytes / size.rows,
      'rows a task': size.rows / TASKS,
    });
  report('in the log at level info: a write', { bytes: bytes / (TASKS * (1 + PATCHES)) });
});

test('the log of a dispatcher who reads the board', async () => {
  const bytes = await logged(async () => {
    for (let n = 0; n < BOARDS; n += 1) await bed.dispatcher.get('/dispatcher.data');
  });
  report('in the log at level info: a read', { bytes: bytes / BOARDS });
});

const send = (token: string, body: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(`${bed.app.origin}/p/at/${token}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', resolve);
    })
      .once('error', reject)
      .end(body);
  });

test('positions of phones that report every five seconds, and their lines of the log', async () => {
  const begin = Math.floor(Date.now() / 1_000) - POSITIONS * 5;
  let bytes = 0;
  // The positions of each phone are written in sequence and measured unpacked, because packed tables are smaller than
  // in use.
  const grown = await weigh(['positions'], false, async () => {
    bytes = await logged(async () => {
      for (let n = 0; n < POSITIONS; n += 1) {
        const at = {
          _type: 'location',
          lon: -94.6,
          acc: 8,
          batt: 80,
          vel: 36,
          t: 'u',
          tid: 'ab',
          tst: begin + n * 5,
        };
        await Promise.all(
          tokens.map((token, i) => send(token, JSON.stringify({ ...at, lat: 38.8 + i / 100 + n / 2_500 }))),
        );
      }
    });
  });
  const { rows, bytes: stored } = grown.get('positions') ?? { rows: 0, bytes: 0 };
  const day = (40 * 9 * 3_600) / 5;
  report('on the disk, with indexes: a position', { 'bytes a row': stored / rows, rows });
  report('40 phones, every 5 s for 9 hours', {
    'positions, MB a day': (day * stored) / rows / 1e6,
    'log, MB a day': (day * bytes) / rows / 1e6,
  });
});

test('photos of noise, which nothing makes smaller', async () => {
  // A larger photo of noise exceeds the limit of 200 kB.
  const image = await photoUrl();
  const grown = await weigh(['task_photos'], true, async () => {
    for (let n = 0; n < PHOTOS / 3; n += 1) {
      const { id } = await make(bed.dispatcher, delivery());
      for (let photo = 0; photo < 3; photo += 1) {
        const { status } = await bed.dispatcher.post(`/api/tasks/${String(id)}/photos`, { image });
        if (status !== 201) throw new Error(`A photo was refused with ${String(status)}`);
      }
    }
  });
  const { rows, bytes } = grown.get('task_photos') ?? { rows: 0, bytes: 0 };
  report('on the disk, with indexes: a photo of noise', { 'kB a row': bytes / rows / 1_000, rows });
});
