/** docs/nginx.conf in front of two instances of which one freezes or is not ready, and what it writes down. */
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

const nginx = findNginx();
const SKIPPED = nginx ? '' : ' (SKIPPED: nginx is not installed)';
/** Far more than the 15 s of docs/nginx.conf on a slow machine, and less than the time of a socket. */
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
  session = await sessionOf(database, (await addPeople(database.url)).dispatcher ?? 0);
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

describe.skipIf(!nginx)(`docs/nginx.conf${SKIPPED}`, () => {
  test('names no link of a customer in any log, also when nobody answers', async () => {
    const stranger = client(front.origin);
    const token = 'T'.repeat(43);
    const paths = [
      `/p/${token}`,
      `/p/${token}/signature`,
      `//p/${token}`,
      `/%70/${token}`,
      `/x/../p/${token}`,
    ];
    for (const path of paths) await stranger.get(path);
    await stranger.get('/auth?logged');
    await expect.poll(() => front.logged()).toContain('GET /auth?logged');
    expect(front.logged()).not.toContain(token);

    const alone = await startNginx(nginx ?? '', [await freePort()]);
    try {
      for (const path of paths) expect((await client(alone.origin).get(path)).status).toBe(502);
      expect((await client(alone.origin).get('/auth?nobody')).status).toBe(502);
      await expect.poll(() => alone.logged()).toMatch(/connect\(\) failed.*auth\?nobody/);
      expect(alone.logged()).not.toContain(token);
    } finally {
      await alone.stop();
    }
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
