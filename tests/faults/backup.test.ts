/** `npm run backup` and `npm run restore`: a backup that is complete although people write during it, and its restore. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { backUp, readFrames } from 'db/backup';
import { migrations } from 'db/migrations';
import { restore } from 'db/restore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { createDatabase, type TestDatabase } from '../support/database';
import { makeSchemaBefore } from '../support/earlier-schema';
import { cameraPhoto, signature } from '../support/factories';
import { brokenInvariants } from '../support/invariants';
import { findPostgres } from '../support/own-postgres';
import { rounds, install, tell, wrongWith, type Installation } from './installation';

let installation: Installation;
let folder: string;
const made: TestDatabase[] = [];

beforeAll(async () => {
  installation = await install();
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-backup-'));
});
afterAll(async () => {
  await installation.close();
  for (const database of made) await database.drop();
  await rm(folder, { recursive: true });
});

async function anotherDatabase(): Promise<TestDatabase> {
  const database = await createDatabase({ empty: true });
  made.push(database);
  return database;
}

/** Runs the command of the npm scripts. It starts slowly, so most tests call its functions instead. */
function run(
  where: { url: string } | { dataDir: string },
  ...words: string[]
): Promise<{ code: number | null; said: string }> {
  const database =
    'url' in where
      ? { DATABASE_URL: where.url, SESSION_SECRET: 'for tests only, and of sufficient length' }
      : { DATA_DIR: where.dataDir };
  const child = spawn(process.execPath, ['build/index.js', ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ENV_FILE: '', LOG_LEVEL: 'silent', ...database },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return new Promise((resolve) =>
    child.once('close', (code) => {
      resolve({ code, said });
    }),
  );
}

const restoreInto = (target: TestDatabase, file: string, replace = false) =>
  restore(target.url, file, { replace });

/**
 * Returns the number of rows and a checksum of each table, and the position of each sequence. The push keys are left
 * out, because a restored database makes its own.
 */
async function contents(database: TestDatabase): Promise<Record<string, string>> {
  const tables = await database.rows<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> 'push_keys' order by 1",
  );
  const sequences = await database.rows<{ name: string }>(
    "select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1",
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [found] = await database.rows<{ sum: string }>(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${name} t`,
    );
    sums[name] = found?.sum ?? '';
  }
  for (const { name } of sequences) {
    const [found] = await database.rows<{ at: string }>(
      `select last_value || ' ' || is_called as at from ${name}`,
    );
    sums[name] = found?.at ?? '';
  }
  return sums;
}

/** Returns indexes and constraints. Partitions of positions are left out, because instances create them for each day. */
const shape = (database: TestDatabase) =>
  database.rows(
    `select pg_get_indexdef(indexrelid) as made, indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition
     union all
     select relname || ' ' || conname || ' ' || pg_get_constraintdef(k.oid), convalidated
     from pg_constraint k join pg_class t on t.oid = conrelid
     where connamespace = 'public'::regnamespace and not t.relispartition order by 1`,
  );

test('made in the middle of heavy writes, a backup is one moment: everything before it, nothing by half', async () => {
  const writes = installation.write();
  const target = await anotherDatabase();
  let during = 0;
  for (let round = 1; round <= rounds(1, 10); round += 1) {
    await writes.more(60);
    const file = join(folder, `busy-${String(round)}.backup`);
    const [before] = await installation.database.rows<{ ids: number[] }>(
      "select array_agg(task_id) as ids from task_events where action = 'created'",
    );
    const from = writes.acknowledged();
    await backUp(installation.database.url, file);
    during += writes.acknowledged() - from;
    await restoreInto(target, file, round > 1);
    expect(await brokenInvariants(target)).toEqual([]);
    const [kept] = await target.rows<{ n: number }>(
      `select count(*)::integer as n from task_events where action = 'created' and task_id in (${(before?.ids ?? []).join(', ')})`,
    );
    expect(kept?.n).toBe(before?.ids.length);
  }
  expect(await wrongWith(writes, installation.database)).toEqual([]);
  tell(`backups under load: ${String(during)} writes acknowledged while they were made`);
});

test('restored into an empty database, every table and every sequence is what it was, and the application runs on it', async () => {
  const desk = await installation.as('desk1');
  const { body } = await desk.post<{ id: number }>('/api/tasks', {
    type: 'delivery',
    location: 'Umlaute, "quotes", \\backslash\\ and\ttab',
    invoice_number: 'I-1',
    notes: 'one\ntwo\r\nthree \\N \\. €',
    driver_id: installation.ids.lane1,
  });
  await desk.patch(`/api/tasks/${String(body.id)}`, {
    status: 'completed',
    signature_image: await signature(),
  });
  await desk.post(`/api/tasks/${String(body.id)}/photos`, {
    image: `data:image/jpeg;base64,${(await cameraPhoto()).toString('base64')}`,
  });
  await installation.app().stop();
  const file = join(folder, 'quiet.backup');
  const backup = await run(installation.database, 'backup', file);
  expect(backup).toMatchObject({ code: 0 });
  expect(backup.said).toMatch(/quiet\.backup: \d+ rows of \d+ tables/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const target = await anotherDatabase();
  expect(await run(target, 'restore', file)).toMatchObject({ code: 0 });
  expect(await contents(target)).toEqual(await contents(installation.database));
  expect(await shape(target)).toEqual(await shape(installation.database));
  const app = await startApp({ databaseUrl: target.url });
  const again = desk.through(app.origin);
  expect((await again.get<{ notes: string }>(`/api/tasks/${String(body.id)}`)).body.notes).toContain(
    'three \\N \\. €',
  );
  expect((await again.get(`/api/tasks/${String(body.id)}/signature`)).status).toBe(200);
  expect(
    (await again.post('/api/tasks', { type: 'pickup', location: 'After', part_numbers: 'A' })).status,
  ).toBe(201);

  await expect(restoreInto(target, file, true)).rejects.toThrow(
    'Parts Dispatch is running on this database. Stop it first',
  );
  await app.stop();
  const full = await run(target, 'restore', file);
  expect(full).toEqual({
    code: 1,
    said: 'restore failed: The database is not empty. Add --replace to delete everything in it first\n',
  });
  await restoreInto(target, file, true);
  expect(await contents(target)).toEqual(await contents(installation.database));
  await expect(backUp(installation.database.url, file)).rejects.toThrow(
    'A file with this name already exists',
  );
  await installation.start();
});

test('a file that is cut or altered is refused with a sentence, and nothing of it stays', async () => {
  const file = join(folder, 'good.backup');
  await backUp(installation.database.url, file);
  const good = await readFile(file);
  const target = await anotherDatabase();
  const bad = join(folder, 'bad.backup');
  const flipped = Buffer.from(good);
  flipped[Math.floor(good.length / 2)] = (flipped[Math.floor(good.length / 2)] ?? 0) ^ 0xff;
  for (const [bytes, sentence] of [
    [good.subarray(0, good.length - 40), /^The file is incomplete: /],
    [good.subarray(0, Math.floor(good.length / 2)), /^The file is incomplete: /],
    [good.subarray(0, 0), /^The file is incomplete: /],
    [flipped, /^The file is damaged/],
    [Buffer.from('select 1;'), /^The file is damaged or is not a Parts Dispatch backup/],
  ] as const) {
    await writeFile(bad, bytes);
    await expect(restoreInto(target, bad)).rejects.toThrow(sentence);
    expect(await contents(target)).toEqual({});
  }
  await expect(restoreInto(target, join(folder, 'none.backup'))).rejects.toThrow('There is no file');
});

const programs = findPostgres();
const skipped = programs ? '' : ' (SKIPPED: Debian’s postgresql is not installed)';

test.skipIf(!programs)(`psql loads a backup, and the application runs on it${skipped}`, async () => {
  const file = join(folder, 'for-psql.backup');
  await backUp(installation.database.url, file);
  const target = await anotherDatabase();
  const script = gunzipSync(await readFile(file));
  // The file says how.
  const [, words = ''] = /^-- gunzip -c < FILE \| psql (.+)$/m.exec(script.toString()) ?? [];
  const given = words.replace('DATABASE', target.url).split(' ');
  execFileSync(join(programs ?? '', 'psql'), given, { input: script, maxBuffer: Infinity });
  expect(await contents(target)).toEqual(await contents(installation.database));
  expect(await shape(target)).toEqual(await shape(installation.database));
  const app = await startApp({ databaseUrl: target.url });
  await app.stop();
});

/** Writes the content of a backup as the first format had it. */
async function inFormerFormat(file: string, former: string): Promise<void> {
  const parts: Buffer[] = [];
  const add = (kind: string, bytes: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(kind, 'latin1');
    head.writeUInt32BE(bytes.length, 1);
    parts.push(head, bytes);
  };
  for await (const { kind, bytes } of readFrames(file))
    add(kind, kind === 'H' ? Buffer.from(bytes.toString().replace('backup 2', 'backup 1')) : bytes);
  add('Z', createHash('sha256').update(Buffer.concat(parts)).digest());
  await writeFile(former, gzipSync(Buffer.concat(parts)));
}

test('a backup of the first format is restored, and refused when it is altered', async () => {
  const file = join(folder, 'this-format.backup');
  const former = join(folder, 'former-format.backup');
  await backUp(installation.database.url, file);
  await inFormerFormat(file, former);
  const target = await anotherDatabase();
  await restoreInto(target, former);
  expect(await contents(target)).toEqual(await contents(installation.database));
  const bytes = gunzipSync(await readFile(former));
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(former, gzipSync(bytes));
  await expect(restoreInto(target, former, true)).rejects.toThrow(/^The file is damaged/);
});

test('a backup whose text was altered is refused', async () => {
  const file = join(folder, 'altered.backup');
  await backUp(installation.database.url, file);
  const text = gunzipSync(await readFile(file)).toString('latin1');
  const target = await anotherDatabase();
  for (const altered of [
    text.replace('desk1', 'desk9'),
    text.replace(/^--@ sha256 .*$/m, `--@ sha256 ${'0'.repeat(64)}`),
  ]) {
    expect(altered).not.toBe(text);
    await writeFile(file, gzipSync(Buffer.from(altered, 'latin1')));
    await expect(restoreInto(target, file)).rejects.toThrow(/^The file is damaged/);
  }
  await writeFile(file, gzipSync(Buffer.from(text.replace(/^--@ sha256 .*\n/m, ''), 'latin1')));
  await expect(restoreInto(target, file)).rejects.toThrow(/^The file is incomplete/);
  expect(await contents(target)).toEqual({});
});

test('a backup of an older version is migrated forward; an older version refuses a newer database and its backup', async () => {
  const old = await anotherDatabase();
  await makeSchemaBefore(old.url, '0002');
  await old.rows(`insert into accounts (name) values ('From the first version')`);
  const file = join(folder, 'old.backup');
  await backUp(old.url, file);
  const target = await anotherDatabase();
  await restoreInto(target, file);
  expect(await target.rows('select name from schema_migrations order by 1')).toEqual(
    migrations.map(({ name }) => ({ name })),
  );
  expect(await target.rows('select name, version from accounts')).toEqual([
    { name: 'From the first version', version: 1 },
  ]);

  await target.rows("insert into schema_migrations (name) values ('9999-from-the-future')");
  await expect(startApp({ databaseUrl: target.url })).rejects.toThrow(
    "ended with 78:\nParts Dispatch can't start: The database belongs to a newer version of Parts Dispatch (9999-from-the-future). Start that version",
  );
  const newer = join(folder, 'newer.backup');
  await backUp(target.url, newer);
  await expect(restoreInto(await anotherDatabase(), newer)).rejects.toThrow(
    'The backup belongs to a newer version of Parts Dispatch (9999-from-the-future). Start that version',
  );
});

test('with the embedded database: the same two commands, also while the application runs', async () => {
  const file = join(folder, 'to-embedded.backup');
  await backUp(installation.database.url, file);
  await chmod(folder, 0o755); // when root runs this, the server runs as somebody else
  const dataDir = join(folder, 'data');
  expect(await run({ dataDir }, 'restore', file)).toMatchObject({ code: 0 });
  const app = await startApp({ env: { DATA_DIR: dataDir } });
  expect(app.output()).not.toContain('demo data created');
  const [kept] = await installation.database.rows<{ n: number }>(
    'select count(*)::integer as n from tasks where not archived',
  );
  const desk = (await installation.as('desk1')).through(app.origin);
  expect((await desk.get('/api/tasks')).status).toBe(401); // this session is younger than the backup
  const again = join(folder, 'from-embedded.backup');
  expect(await run({ dataDir }, 'backup', again)).toMatchObject({ code: 0 });
  expect(await app.stop()).toBe(0);
  const back = await anotherDatabase();
  await restoreInto(back, again);
  const [there] = await back.rows('select count(*)::integer as n from tasks where not archived');
  expect(there).toEqual(kept);
});
