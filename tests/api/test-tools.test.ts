/** The requirements of `npm test` on a bare machine, and the clean-up between test files. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { LONG_API } from '../long';
import { createDatabase } from '../support/database';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-tools-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function brokenProgram(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\necho "error while loading shared libraries" >&2\nexit 127\n');
  chmodSync(path, 0o755);
  return path;
}

const find = (env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "const { findChromium } = await import('./scripts/chromium.mjs'); console.log(JSON.stringify(await findChromium()))",
    ],
    { env: { ...process.env, ...env } },
  );

test('a Chromium that is there but does not start is not taken, and the person is told', async () => {
  const broken = brokenProgram('a-chromium');
  const { stdout, stderr } = await find({ CHROMIUM_PATH: broken });
  expect(stdout.trim()).toBe('null');
  expect(stderr).toContain(`${broken} (CHROMIUM_PATH) does not start.`);
});

test('a program that only looks like Chromium is passed over for one that starts', async () => {
  const broken = brokenProgram('chromium-headless-shell');
  const { stdout } = await find({ CHROMIUM_PATH: '', PATH: `${folder}:${process.env.PATH ?? ''}` });
  const found = JSON.parse(stdout.trim().split('\n').pop() ?? '') as string;
  expect(found).toMatch(/chrom/);
  expect(found).not.toBe(broken);
});

test('CI runs npm test and npm run test:long, and nothing else, and ends with the failures of both', async () => {
  const lines = readFileSync('.ci/run', 'utf8').trim().split('\n');
  const commands = lines.filter((line) => line.includes('npm ') && !line.startsWith('printf'));
  expect(commands).toEqual(['npm test 2>&1 | tee "$short" || failed=1', 'npm run test:long || failed=1']);
  expect(lines).toContain('set -uo pipefail');
  expect(lines.at(-1)).toBe('exit "$failed"');

  const npm = join(folder, 'npm');
  const ofTests = "echo 'ok a'; printf '\\nFailed: b\\nwhy\\n\\n1 passed, 1 failed\\n'; exit 1";
  writeFileSync(npm, `#!/bin/sh\nif [ "$1" = test ]; then ${ofTests}; fi\necho '5 passed, 0 failed'\n`);
  chmodSync(npm, 0o755);
  const run = promisify(execFile)('.ci/run', {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}` },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /5 passed, 0 failed\n\nnpm test:\nFailed: b\nwhy\n\n1 passed, 1 failed\n$/,
    ) as string,
  });
});

test('the files that npm test leaves to npm run test:long are there', () => {
  expect(LONG_API.filter((name) => !existsSync(`tests/api/${name}.test.ts`))).toEqual([]);
});

test('a database is emptied while an application has one table and wants another', async () => {
  const database = await createDatabase();
  const application = new pg.Client({ connectionString: database.url });
  await application.connect();
  const tables = await database.rows<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('schema_migrations', 'archive_clock')`,
  );
  const lock = (name = '') => application.query(`lock table ${name} in row exclusive mode`);
  await application.query('begin');
  await lock(tables.at(-1)?.name);
  const emptied = database.empty().then(() => database.rows('select from users'));
  const waitingLocks = () =>
    database.rows(
      'select from pg_locks l join pg_database d on d.oid = l.database where not granted and datname = current_database()',
    );
  await vi.waitFor(async () => expect(await waitingLocks()).not.toEqual([]), {
    timeout: 20_000,
    interval: 5,
  });
  const [, rest] = await Promise.all([
    lock(tables[0]?.name).then(() => application.query('commit')),
    emptied,
  ]);
  expect(rest).toEqual([]);
  await application.end();
  await database.drop();
});
