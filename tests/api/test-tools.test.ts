/** The requirements of `npm test` on a bare machine, and the clean-up between test files. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { LONG_BROWSER, longFiles } from '../long';
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

/** Calls a function of the scripts, which are not compiled. Its result is the last line of the output. */
const call = (file: string, name: string, argument = '', env: Record<string, string> = {}) =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { ${name} } = await import('./scripts/${file}'); console.log(JSON.stringify(await ${name}(process.argv[1])))`,
      argument,
    ],
    { env: { ...process.env, ...env } },
  );
const find = (env: Record<string, string>) => call('chromium.mjs', 'findChromium', '', env);

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
  const files = [...longFiles, ...LONG_BROWSER.map((name) => `tests/browser/${name}.spec.ts`)];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('a run whose time is over names what it has not run, and fails unless it is the rest', async () => {
  const late = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/test.mjs', ...args], {
      env: { ...process.env, TEST_UNTIL: '1' },
    });
  await expect(late('own', 'tests/api/tasks.test.ts')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /Not run, because the time was over: own: all of it\n\n0 passed, 0 failed, 1 not run\n$/,
    ) as string,
  });
  const { stdout } = await late('--long');
  expect(stdout).toMatch(/1 passed, 0 failed, 4 not run\n$/);
});

test('results that are written while tests run say what failed, what ran last, and what is left', async () => {
  const lines = [
    { planned: 'a' },
    { planned: 'b' },
    { application: 'http://localhost:1' },
    { started: 'a › one' },
    { name: 'a › one', state: 'failed', why: 'because' },
    { started: 'a › two' },
    { name: 'a › two', state: 'passed' },
    { name: 'a › three', state: 'skipped' },
    { ended: 'a' },
    { started: 'b › one' },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { stdout } = await call('test-results.mjs', 'count', text);
  expect(JSON.parse(stdout)).toEqual({
    passed: 1,
    applications: 1,
    failures: [{ name: 'a › one', why: 'because' }],
    skipped: ['a › three'],
    running: ['b › one'],
    left: ['b'],
  });
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
  await vi.waitFor(async () => expect(await waitingLocks()).not.toEqual([]), { interval: 5 });
  const [, rest] = await Promise.all([
    lock(tables[0]?.name).then(() => application.query('commit')),
    emptied,
  ]);
  expect(rest).toEqual([]);
  await application.end();
  await database.drop();
});

test('the index of tests/support names all of its files, and no others', () => {
  const index = readFileSync('tests/support/README.md', 'utf8');
  const there = readdirSync('tests/support').map((name) => name.replace(/\.ts$/, ''));
  const lines = index.split('\n').map((line) => /^- ((?:`[a-z0-9-]+`(?:, )?)+):/.exec(line)?.[1] ?? '');
  const named = lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const others = ['README.md', 'fonts.conf'];
  expect(named.sort()).toEqual(there.filter((name) => !others.includes(name)).sort());
});
