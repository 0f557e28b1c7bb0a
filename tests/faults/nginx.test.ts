/** docs/nginx.conf is used with two instances, one of which freezes or is not ready. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { pickup } from '../support/factories';
import { findNginx, startNginx } from '../support/nginx';
import { addPeople, sessionOf } from '../support/people';
import { freePort } from '../support/raw';
import { startWire } from '../support/wire';

const nginx = findNginx();
const SKIPPED = nginx ? '' : ' (SKIPPED: nginx is not installed)';
/** This is far longer than the 15 s of docs/nginx.conf, even on a slow machine, and shorter than the timeout of sockets. */
const BEFORE_SOCKETS_MS = 60_000;

let database: TestDatabase;
let session: string;
let apps: App[];
let ports: number[];
let front: Awaited<ReturnType<typeof startNginx>>;
let desk: Client;

const startOn = (port: number) =>
  startApp({ databaseUrl: database.url, env: { PORT: String(port), TRUST_PROXY: 'on' } });

beforeAll(async () => {
  if (!nginx) return;
  database = await createDatabase();
  await addPeople(database.url);
  session = await sessionOf(database, 'dispatcher');
  ports = [await freePort(), await freePort()];
  apps = await Promise.all(ports.map((port) => startOn(port)));
  front = await startNginx(nginx, ports);
  desk = client(front.origin, session);
});
afterAll(async () => {
  if (!nginx) return;
  await front.stop();
  await Promise.all(apps.map((app) => app.stop()));
  await database.drop();
});

/** Sends each write under its own key and repeats it after a 503, as docs/api.md says. */
async function write(location: string, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const headers = { 'idempotency-key': randomUUID() };
      for (let tries = 1; ; tries += 1) {
        const answer = await desk.post('/api/tasks', pickup({ location }), headers);
        if (answer.status !== 503) return { status: answer.status, tries };
      }
    }),
  );
  const [stored] = await database.rows<{ n: number }>(
    'select count(*)::integer as n from tasks where location = $1',
    [location],
  );
  return { answers, stored: stored?.n };
}

/** Expects that each write succeeds at the first try. */
async function writeMany(location: string) {
  const { answers, stored } = await write(location, 60);
  expect(answers).toEqual(answers.map(() => ({ status: 201, tries: 1 })));
  expect(stored).toBe(60);
}

describe.skipIf(!nginx)(`docs/nginx.conf${SKIPPED}`, () => {
  test('an instance that is starting, or has never reached its database, takes no write: 60 of 60 succeed', async () => {
    const [, second] = apps;
    await second?.stop();
    const waiting = spawn(process.execPath, ['build/index.js'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        ENV_FILE: '',
        PORT: String(ports[1]),
        TRUST_PROXY: 'on',
        DATABASE_URL: `postgres://nobody@127.0.0.1:${String(await freePort())}/nothing`,
        SESSION_SECRET: 'for tests only, and of sufficient length',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => waiting.once('exit', resolve));
    let said = '';
    waiting.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    try {
      await expect.poll(() => said).toContain('the database does not answer');
      await writeMany('Starting');
      expect(waiting.exitCode).toBe(null);
    } finally {
      waiting.kill('SIGTERM');
      await ended;
    }
    apps[1] = await startOn(ports[1] ?? 0);
    await writeMany('Started');
  });

  test('an instance that has lost its database says 503: whoever repeats that with the key has written once', async () => {
    const [, second] = apps;
    await second?.stop();
    const wire = await startWire(new URL(database.url));
    const cut = await startApp({
      databaseUrl: Object.assign(new URL(database.url), { port: String(wire.port) }).href,
      env: { PORT: String(ports[1]), TRUST_PROXY: 'on' },
    });
    try {
      await wire.close();
      expect((await client(cut.origin, session).post('/api/tasks', pickup())).status).toBe(503);
      const { answers, stored } = await write('Cut off', 60);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(stored).toBe(60);
    } finally {
      await cut.stop();
    }
    apps[1] = await startOn(ports[1] ?? 0);
  });

  test('a socket stays open while nobody says anything but ping', async () => {
    const socket = new WebSocket(`${front.origin.replace('http', 'ws')}/ws`, {
      headers: { cookie: session },
    });
    let pings = 0;
    let isClosed = false;
    socket.on('ping', () => (pings += 1)).on('close', () => (isClosed = true));
    await expect.poll(() => isClosed || pings === 2, { timeout: 90_000 }).toBe(true);
    expect({ isClosed, pings }).toEqual({ isClosed: false, pings: 2 });
    socket.close();
  });

  test('an instance that freezes (SIGSTOP) costs a reader 15 s and no error; a write goes through with its key', async () => {
    const [frozen] = apps;
    if (!frozen) throw new Error('There is none');
    process.kill(frozen.pid, 'SIGSTOP');
    try {
      const reads = Array.from({ length: 8 }, () =>
        desk.call('GET', '/api/tasks', { signal: AbortSignal.timeout(BEFORE_SOCKETS_MS) }),
      );
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
      const writes = Array.from({ length: 4 }, async (_, n) => {
        const headers = { 'idempotency-key': randomUUID() };
        const body = pickup({ location: `Frozen ${String(n)}` });
        for (;;) {
          const answer = await desk.call('POST', '/api/tasks', {
            body,
            headers,
            signal: AbortSignal.timeout(BEFORE_SOCKETS_MS),
          });
          if (answer.status !== 504 && answer.status !== 502) return answer.status;
        }
      });
      expect(await Promise.all(writes)).toEqual(writes.map(() => 201));
    } finally {
      process.kill(frozen.pid, 'SIGCONT');
    }
    const stored = () =>
      database.rows<{ n: number }>(
        "select count(*)::integer as n from tasks where location like 'Frozen %' group by location",
      );
    await expect.poll(async () => (await stored()).map(({ n }) => n)).toEqual([1, 1, 1, 1]);
  });
});
