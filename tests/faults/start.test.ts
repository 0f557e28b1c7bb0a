/** Starts under difficult conditions, and terminals that close after a successful start. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { pickup } from '../support/factories';
import { addPeople } from '../support/people';
import { freePort } from '../support/raw';
import { smallDisk, unmount } from '../support/small-disk';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createDatabase();
  await addPeople(database.url);
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-start-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const embedded = (dataDir: string) => ({ DATA_DIR: dataDir, DEMO_DATA: 'off' });

function run(words: string[], dataDir: string): string {
  return execFileSync(process.execPath, ['build/index.js', ...words], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ENV_FILE: '',
      LOG_LEVEL: 'warn',
      ...embedded(dataDir),
    },
    encoding: 'utf8',
  });
}

describe('the embedded database is of another major version', () => {
  test('the start says how to move it, changes nothing, and what it says works', async () => {
    const dataDir = join(folder, 'older');
    const cluster = join(dataDir, 'postgres');
    const backup = join(folder, 'older.backup');
    const before = await startApp({ env: embedded(dataDir) });
    const someone = client(before.origin);
    await someone.post('/api/register', {
      username: 'kept',
      name: 'Kept One',
      password: 'a long enough one',
    });
    await before.stop();
    run(['backup', backup], dataDir);
    const file = join(cluster, 'PG_VERSION');
    const major = readFileSync(file, 'utf8').trim();
    writeFileSync(file, '17\n');

    const sentence = `the database in ${cluster} was created by PostgreSQL 17, but this build includes PostgreSQL ${major}`;
    await expect(startApp({ env: embedded(dataDir) })).rejects.toThrow(sentence);
    await expect(startApp({ env: embedded(dataDir) })).rejects.toThrow('npm run restore -- FILE');
    expect(() => run(['backup', join(folder, 'none.backup')], dataDir)).toThrow(sentence);
    expect(readFileSync(file, 'utf8')).toBe('17\n');

    renameSync(cluster, `${cluster}-17`);
    expect(run(['restore', backup], dataDir)).toContain('restored from');
    const after = await startApp({ env: embedded(dataDir) });
    try {
      await client(after.origin).signIn('kept', 'a long enough one');
    } finally {
      await after.stop();
    }
  });
});

/** Writes until the disk has no byte left. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let bytes = 1 << 20; bytes >= 1; bytes >>= 1) {
      for (let isFull = false; !isFull;) {
        try {
          isFull = writeSync(file, Buffer.alloc(bytes)) < bytes;
        } catch {
          isFull = true;
        }
      }
    }
  } finally {
    closeSync(file);
  }
}

describe('the disk is full at the start', () => {
  const [small, large] = [smallDisk(16), smallDisk(300)];
  afterAll(() => {
    unmount(small);
    unmount(large);
  });
  const skipped = small && large ? '' : ' (SKIPPED: this machine lets nobody mount a small one)';

  test.skipIf(!small)(`an empty folder is named${skipped}`, async () => {
    const start = startApp({ env: embedded(small ?? '') });
    await expect(start).rejects.toThrow(`the disk of ${small ?? ''} is full (`);
  });

  test.skipIf(!large)(`that of a database is named; with room again it starts${skipped}`, async () => {
    const dataDir = large ?? '';
    await (await startApp({ env: embedded(dataDir) })).stop();
    const ballast = join(dataDir, 'ballast');
    fill(ballast);
    await expect(startApp({ env: embedded(dataDir) })).rejects.toThrow(
      `the disk of ${dataDir} is full (0.0 MB free)`,
    );
    await rm(ballast);
    const again = await startApp({ env: embedded(dataDir) });
    expect((await client(again.origin).get('/readyz')).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });
});

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
const isUp = async (port: number) =>
  (await fetch(`http://localhost:${String(port)}/readyz`).catch(() => null))?.status ?? 0;
const settings = (port: number) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production' as const,
  ENV_FILE: '',
  PORT: String(port),
  DATABASE_URL: database.url,
  SESSION_SECRET: 'for tests only, and of sufficient length',
});

test.skipIf(process.platform !== 'linux')('a log on a full disk loses lines and nothing else', async () => {
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['build/index.js'], {
    env: settings(port),
    stdio: ['ignore', full, full],
  });
  closeSync(full);
  const end = ended(child);
  await expect.poll(() => isUp(port)).toBe(200);
  const desk = client(`http://localhost:${String(port)}`);
  await desk.signIn('dispatcher');
  expect((await desk.post('/api/tasks', pickup())).status).toBe(201);
  child.kill('SIGTERM');
  expect(await end).toBe(0);
});

describe('npm start', () => {
  /** Starts in a process group of its own, as an interactive shell does. */
  async function start(program: string, words: string[]) {
    const port = await freePort();
    const output = openSync(join(folder, `output-${String(port)}`), 'w+');
    const child: ChildProcess = spawn(program, words, {
      env: settings(port),
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    const group = -(child.pid ?? NaN);
    await expect.poll(() => isUp(port)).toBe(200);
    return { port, group, end: ended(child) };
  }

  test('under nohup goes on when its terminal closes (SIGHUP to all of it), and is stopped by SIGTERM', async () => {
    const { port, group, end } = await start('nohup', ['npm', 'start']);
    process.kill(group, 'SIGHUP');
    await end; // npm does not survive it
    const desk = client(`http://localhost:${String(port)}`);
    await desk.signIn('dispatcher');
    expect((await desk.post('/api/tasks', pickup())).status).toBe(201);
    // The checks last longer than the application needs to notice that npm has ended.
    for (let looks = 0; looks < 10; looks += 1) {
      expect(await isUp(port)).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    process.kill(group, 'SIGTERM');
    await expect.poll(() => isUp(port)).toBe(0);
  });

  test('in a terminal stops in order when that closes', async () => {
    const { port, group } = await start('script', ['--quiet', '--command', 'npm start', '/dev/null']);
    process.kill(group, 'SIGKILL'); // the terminal closes
    await expect.poll(() => isUp(port)).toBe(0);
  });

  test('ends with npm, when that is killed without a word', async () => {
    const { port, group, end } = await start('npm', ['start']);
    process.kill(-group, 'SIGKILL');
    await end;
    await expect.poll(() => isUp(port)).toBe(0);
  });
});
