/** Migrations, backups and the demo exclude each other: who comes later waits as long as it takes, and says for whom. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { backUp } from 'db/backup';
import { migrate } from 'db/migrate';
import { migrations } from 'db/migrations';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { connect, disconnect } from 'db/connection';
import { seedDemo } from 'db/demo/seed';
import { DEMO_LOCK } from 'db/turns';
import { createDatabase, type TestDatabase } from '../support/database';
import { makeSchemaBefore } from '../support/earlier-schema';

/** The pending migrations of these tests. This one locks readers of the tasks out. */
const LOCKING = '0073-one-index-of-addresses';
const PENDING = migrations.map(({ name }) => name).filter((name) => name >= '0072');

let home: TestDatabase;
let folder: string;
let told: string[];
let steps: string[];
const tell = (text: string) => void told.push(text);
const onStep = (text: string) => void steps.push(text);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-turns-'));
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  told = [];
  steps = [];
  home = await createDatabase({ empty: true });
  await makeSchemaBefore(home.url, '0072');
});
afterEach(() => home.drop());

/** Opens a transaction with this statement, as another program does. @returns ends it. */
async function holds(name: string, sql: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: home.url, application_name: name });
  holder.on('error', () => undefined); // the database is dropped after a failure
  await holder.connect();
  await holder.query('begin');
  await holder.query(sql);
  return () => holder.end();
}

const untilTold = (text: RegExp) => expect.poll(() => told.join('\n')).toMatch(text);

test('a migration waits for who reads its table, and names the reader; each step is told @long', async () => {
  const release = await holds('pg_dump', 'lock table tasks in access share mode');
  const migrating = migrate(home.url, { tell, onStep });
  await untilTold(
    /^migration 0073-one-index-of-addresses waits for pg_dump \(process \d+ of the role \w+, since [-\d]+T[:\d]+Z\)$/,
  );
  expect(steps).toEqual([
    `migration ${PENDING[0] ?? ''} begins`,
    `migration ${PENDING[0] ?? ''} is done`,
    `migration ${LOCKING} begins`,
  ]);
  await release();
  expect(await migrating).toEqual(PENDING);
  expect(steps).toEqual(PENDING.flatMap((name) => [`migration ${name} begins`, `migration ${name} is done`]));
  await migrate(home.url, { tell, onStep });
  expect(steps).toHaveLength(2 * PENDING.length);
});

test('migrations begin when the backup under way is done, and nobody finds half of them', async () => {
  // The backup waits for this, and has the lock of the schema meanwhile.
  const release = await holds('anything', 'lock table users in access exclusive mode');
  const shares: number[] = [];
  const backup = backUp(home.url, join(folder, 'before.backup'), {
    onProgress: (share) => shares.push(share),
  });
  await expect.poll(() => shares).toEqual([0]);
  const migrating = migrate(home.url, { tell, onStep });
  await untilTold(/^A migration waits for parts-dispatch backup \(process \d+ /);
  expect(steps).toEqual([]);
  await release();
  await backup;
  expect(await migrating).toEqual(PENDING);
});

test('a backup begins when the migrations under way are done, and two backups do not wait for each other @long', async () => {
  const release = await holds('pg_dump', 'lock table tasks in access share mode');
  const migrating = migrate(home.url, { tell, onStep });
  await untilTold(/waits for pg_dump/);
  const back = (name: string) =>
    backUp(home.url, join(folder, name), { onWait: tell }).then(({ schema_migrations }) => schema_migrations);
  const backups = [back('one.backup'), back('two.backup')];
  await untilTold(/(?:^The backup waits for parts-dispatch migration \(process .*\n?){2}/m);
  await release();
  await migrating;
  expect(await Promise.all(backups)).toEqual([migrations.length, migrations.length]);
});

test('a stop ends the wait for a reader, and for a backup @long', async () => {
  for (const held of [
    'lock table tasks in access share mode',
    'select pg_advisory_xact_lock_shared(7206112)',
  ]) {
    told = [];
    let isStopped = false;
    const release = await holds('pg_dump', held);
    const outcome = migrate(home.url, { tell, isStopped: () => isStopped }).catch(String);
    await untilTold(/waits for pg_dump/);
    isStopped = true;
    expect(await outcome).toMatch(/was stopped$/);
    await release();
  }
});

test('an instance that starts while another one writes the demo waits for it, without a limit @long', async () => {
  await migrate(home.url);
  const release = await holds('parts-dispatch', `select pg_advisory_xact_lock(${String(DEMO_LOCK)})`);
  connect(home.url);
  try {
    const seeding = seedDemo('America/Chicago', 'on', { tell });
    await untilTold(/^The demo waits for parts-dispatch \(process \d+ /);
    // A statement that waits for a lock would be canceled.
    expect(await home.rows('select from pg_locks where not granted')).toEqual([]);
    await release();
    expect(await seeding).toBe(true);
  } finally {
    await disconnect();
  }
});
