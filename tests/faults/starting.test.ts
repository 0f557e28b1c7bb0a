/** An instance that is not ready yet behind nginx: nobody's write is given to it. */
import { spawn } from 'node:child_process';
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
let waiting: ReturnType<typeof spawn>;
let front: Awaited<ReturnType<typeof startNginx>>;

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
  waiting = spawn(process.execPath, ['build/index.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: nowhere,
      SESSION_SECRET: 'for tests only, and of sufficient length',
      ...env(ports[2]),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    waiting.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('trying again')) resolve();
    });
  });
  front = await startNginx(nginx, ports);
}, 120_000);
afterAll(async () => {
  if (!nginx) return;
  await front.stop();
  const ended = new Promise((resolve) => waiting.once('exit', resolve));
  waiting.kill('SIGTERM');
  await ended;
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
