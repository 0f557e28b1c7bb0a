/** The database stops or the process is killed. Acknowledged writes remain, and the application works again. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, chmod, rename, rm, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase } from '../support/database';
import { delivery, make } from '../support/factories';

let dataDir: string;
let app: App;

/** Starts the application with its own embedded database, as `npm start` does. */
const start = () => startApp({ env: { DATA_DIR: dataDir } });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parts-dispatch-own-'));
  await chmod(dataDir, 0o755);
  app = await start();
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

async function dispatcherOn(running: App): Promise<Client> {
  const dispatcher = client(running.origin);
  await dispatcher.signIn('dispatcher');
  return dispatcher;
}

test('the first start plants the demo network and says how to sign in', async () => {
  for (const name of ['admin', 'dispatcher', 'driver'])
    expect(app.output()).toContain(`${name} / dispatch-demo`);
  const dispatcher = await dispatcherOn(app);
  const tasks = (await dispatcher.get<Task[]>('/api/tasks')).body;
  expect(new Set(tasks.map(({ status }) => status))).toEqual(
    new Set(['pending', 'going', 'hold', 'next-route', 'completed', 'linked']),
  );
  expect((await dispatcher.get<unknown[]>('/api/users?role=driver')).body).toHaveLength(8);
  expect((await client(app.origin).get('/healthz')).status).toBe(200);
  expect((await client(app.origin).get('/readyz')).status).toBe(200);
});

test('the database restarts in the middle: 503, then it works again without a restart of the app', async () => {
  const dispatcher = await dispatcherOn(app);
  process.kill(await postmasterPid(), 'SIGQUIT'); // "immediate": every connection is cut
  const statuses: number[] = [];
  let made: Task | undefined;
  while (!made) {
    const { status, body, headers } = await dispatcher.post<Task & { error: string }>(
      '/api/tasks',
      delivery(),
      {
        'Idempotency-Key': 'through-the-restart',
      },
    );
    statuses.push(status);
    if (status === 201) made = body;
    else {
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect(body.error).toMatch(/^The service is temporarily unavailable/);
    }
  }
  expect(statuses).toContain(503);
  const { body } = await dispatcher.get<Task[]>('/api/tasks');
  expect(body.filter(({ id }) => id === made.id)).toHaveLength(1);
  const page = await dispatcher.get<string>('/dispatcher');
  expect(page.status).toBe(200);
});

test('kill -9 of everything, then a start: all committed data is there', async () => {
  const made = await make(await dispatcherOn(app), delivery({ location: 'Before the crash' }));
  const database = await postmasterPid();
  await app.kill();
  process.kill(database, 'SIGKILL');
  app = await start();
  const { body } = await (await dispatcherOn(app)).get<Task>(`/api/tasks/${String(made.id)}`);
  expect(body.location).toBe('Before the crash');
});

test('kill -9 of the app alone: the next start takes the database over, and stops it in the end', async () => {
  const made = await make(await dispatcherOn(app), delivery({ location: 'Before the kill' }));
  const database = await postmasterPid();
  await app.kill();
  app = await start();
  expect(await postmasterPid()).toBe(database);
  const { body } = await (await dispatcherOn(app)).get<Task>(`/api/tasks/${String(made.id)}`);
  expect(body.location).toBe('Before the kill');
  expect(await app.stop()).toBe(0);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  app = await start();
});

test('a second instance on the same data uses the running database', async () => {
  const second = await start();
  const made = await make(await dispatcherOn(second), delivery({ location: 'By the second' }));
  expect((await (await dispatcherOn(app)).get(`/api/tasks/${String(made.id)}`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect((await (await dispatcherOn(app)).get('/api/tasks')).status).toBe(200);
});

test('the first instance stops in order, then the second is killed: whoever is left looks after the database', async () => {
  const [second, third] = [await start(), await start()];
  const dispatcher = await dispatcherOn(second);
  const database = await postmasterPid();
  expect(await app.stop()).toBe(0);
  // The database server keeps running without an interruption.
  expect((await dispatcher.get('/api/tasks')).status).toBe(200);
  expect(await postmasterPid()).toBe(database);
  await expect.poll(() => second.output() + third.output()).toContain('taking over');
  process.kill(database, 'SIGKILL');
  await expect.poll(async () => (await client(third.origin).get('/readyz')).status).toBe(503);
  await expect.poll(async () => (await client(third.origin).get('/readyz')).status).toBe(200);
  await second.kill();
  const after = await dispatcherOn(third);
  const made = await make(after, delivery({ location: 'By the third' }));
  expect(await third.stop()).toBe(0);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  app = await start();
  expect((await (await dispatcherOn(app)).get(`/api/tasks/${String(made.id)}`)).status).toBe(200);
});

test('a command that started the database hands it over to an instance that came meanwhile', async () => {
  expect(await app.stop()).toBe(0);
  const holder = execFile(process.execPath, ['build/index.js', 'region', '--remove'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ENV_FILE: '', DATA_DIR: dataDir },
  });
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  await expect.poll(() => existsSync(join(dataDir, 'owner.pid'))).toBe(true);
  app = await start();
  await ended;
  expect((await (await dispatcherOn(app)).get('/api/tasks')).status).toBe(200);
});

test('an instance whose database can not be started again is not healthy, until it can', async () => {
  const cluster = join(dataDir, 'postgres');
  const visitor = client(app.origin);
  const health = async () => (await visitor.get('/healthz')).status;
  const database = await postmasterPid();
  await rename(cluster, `${cluster}-away`);
  process.kill(database, 'SIGKILL');
  expect(await health()).toBe(200);
  await expect.poll(health).toBe(503);
  await rename(`${cluster}-away`, cluster);
  await expect.poll(health).toBe(200);
  await expect.poll(async () => (await visitor.get('/readyz')).status).toBe(200);
});

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ BUSINESS_TIME_ZONE: 'Kansas/Nowhere' }, 'BUSINESS_TIME_ZONE'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://localhost/x', SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
  [{ REGISTRATION: 'maybe' }, 'REGISTRATION'],
])('a wrong setting stops the start with a line that names it: %o', async (env, name) => {
  await expect(startApp({ env: { DATA_DIR: dataDir, ...env } })).rejects.toThrow(`can't start: ${name} `);
});

test('files of the build that a newer one has replaced are not found, and nothing worse', async () => {
  const file = `public/replaced-${String(process.pid)}.txt`;
  await writeFile(file, 'of the build before');
  const database = await createDatabase();
  try {
    // The list of files is read at the start, so the test starts a new application.
    const app = await startApp({ databaseUrl: database.url });
    const visitor = client(app.origin);
    expect((await visitor.get(file.replace('public', ''))).status).toBe(200);
    await rm(file);
    expect((await visitor.get(file.replace('public', ''))).status).toBe(404);
    expect((await visitor.get('/healthz')).status).toBe(200);
    await app.stop();
  } finally {
    await database.drop();
    await rm(file, { force: true });
  }
});
