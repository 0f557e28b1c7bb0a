/** Instances wait for a database that is not there yet. Meanwhile nginx sends them no writes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../support/app';
import { client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { delivery } from '../support/factories';
import { findNginx, startNginx } from '../support/nginx';
import { addPeople, sessionOf } from '../support/people';
import { freePort } from '../support/raw';

const WRITES = 60;

const nginx = findNginx();
const SKIPPED = nginx ? '' : ' (SKIPPED: nginx is not installed)';

let database: TestDatabase;
let apps: App[];
let waiting: ChildProcess;
let front: Awaited<ReturnType<typeof startNginx>>;

/** Starts an application that finds no database and tries again. */
async function startWaiting(env: Record<string, string>): Promise<ChildProcess> {
  const app = spawn(process.execPath, ['build/index.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ENV_FILE: '',
      SESSION_SECRET: 'for tests only, and of sufficient length',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    app.once('exit', (code) => {
      reject(new Error(`It ended with ${String(code)}`));
    });
    app.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('trying again')) resolve();
    });
  });
  return app;
}

async function stop(app: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGTERM');
  await ended;
}

beforeAll(async () => {
  if (!nginx) return;
  database = await createDatabase();
  await addPeople(database.url);
  const ports = await Promise.all(Array.from({ length: 3 }, freePort));
  const env = (port: number | undefined) => ({ PORT: String(port), TRUST_PROXY: 'on' });
  apps = await Promise.all(
    ports.slice(0, 2).map((port) => startApp({ databaseUrl: database.url, env: env(port) })),
  );
  const nowhere = Object.assign(new URL(database.url), { port: String(await freePort()) }).href;
  waiting = await startWaiting({ DATABASE_URL: nowhere, ...env(ports[2]) });
  front = await startNginx(nginx, ports);
}, 120_000);
afterAll(async () => {
  if (!nginx) return;
  await front.stop();
  await stop(waiting);
  await Promise.all(apps.map((app) => app.stop()));
  await database.drop();
});

test.skipIf(!nginx)(
  `one of three instances waits for its database: ${String(WRITES)} of ${String(WRITES)} writes without a key succeed${SKIPPED}`,
  async () => {
    const dispatcher = client(front.origin, await sessionOf(database, 'dispatcher'));
    const statuses: number[] = [];
    for (let i = 0; i < WRITES; i += 1)
      statuses.push((await dispatcher.post('/api/tasks', delivery())).status);
    expect(statuses).toEqual(statuses.map(() => 201));
  },
);

for (const [when, limit] of [
  ['at all', 0],
  ['for a later step of the start', 1],
] as const) {
  test(`a database that has no connection left ${when} is waited for`, async () => {
    const own = await createDatabase({ empty: true });
    const url = new URL(own.url);
    const role = url.pathname.slice(1);
    await own.rows(`create role ${role} login password 'of a test' connection limit ${String(limit)}`);
    await own.rows(`alter database ${role} owner to ${role}`);
    Object.assign(url, { username: role, password: 'of a test' });
    const port = String(await freePort());
    const app = await startWaiting({ DATABASE_URL: url.href, PORT: port });
    await own.rows(`alter role ${role} connection limit -1`);
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    await stop(app);
    await own.drop();
  });
}
