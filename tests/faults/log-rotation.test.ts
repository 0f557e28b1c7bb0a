/** A shell writes the log with >>, and logrotate rotates it by deploy/logrotate.conf while the application runs. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database';

const LOGROTATE = ['/usr/sbin/logrotate', '/usr/bin/logrotate'].find((path) => existsSync(path));
const SKIPPED = LOGROTATE ? '' : ' (SKIPPED: logrotate is not installed)';

const folder = mkdtempSync(join(tmpdir(), 'parts-dispatch-log-'));
const log = join(folder, 'dispatch.log');
let database: TestDatabase;
let app: ChildProcess;

const text = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');

beforeAll(async () => {
  database = await createDatabase();
  app = spawn('sh', ['-c', 'exec "$0" build/index.js >> "$1" 2>&1', process.execPath, log], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ENV_FILE: '',
      PORT: '0',
      DATA_DIR: '.cache/no-data',
      DATABASE_URL: database.url,
      SESSION_SECRET: 'for tests only, and of sufficient length',
    },
    stdio: 'ignore',
  });
  await vi.waitFor(() => expect(text()).toMatch(/ready at http/), { timeout: 60_000 });
});
afterAll(async () => {
  const ended = once(app, 'exit');
  app.kill('SIGTERM');
  await ended;
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** @returns the ids of the requests, once each has its line. */
async function ask(count: number): Promise<string[]> {
  const origin = /ready at (\S+)/.exec(text() + rotated())?.[1] ?? '';
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await fetch(`${origin}/auth`)).headers.get('x-request-id') ?? '-');
  await expect.poll(() => ids.filter((id) => !text().includes(id))).toEqual([]);
  return ids;
}

const rotated = () =>
  existsSync(`${log}.1.gz`) ? gunzipSync(readFileSync(`${log}.1.gz`)).toString('utf8') : '';

test.skipIf(!LOGROTATE)(`its lines are in the old file or in the new one${SKIPPED}`, async () => {
  const before = await ask(20);
  const config = join(folder, 'logrotate.conf');
  const ours = readFileSync('deploy/logrotate.conf', 'utf8');
  writeFileSync(config, ours.replace('/var/log/parts-dispatch.log', log), { mode: 0o644 });
  execFileSync(LOGROTATE ?? '', ['--force', '--state', join(folder, 'state'), config]);
  expect(text()).toBe('');
  const after = await ask(5);
  for (const id of before) expect(rotated()).toContain(id);
  // Without O_APPEND the new file would begin with as many zeros as the old one had characters.
  expect(text().startsWith('{')).toBe(true);
  for (const id of after) expect(text()).toContain(id);
});
