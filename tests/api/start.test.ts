/** Starting and stopping, also under difficult conditions. tests/api/trouble.test.ts tests the time between. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../support/app';
import { client } from '../support/client';
import { addPeople } from '../support/people';
import { createDatabase } from '../support/database';
import { freePort, talk } from '../support/raw';

let database: Awaited<ReturnType<typeof createDatabase>>;
let folder: string;

beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parts-dispatch-start-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const embedded = (name: string) => ({ DATA_DIR: join(folder, name), DEMO_DATA: 'off' });
const hasStopped = (name: string) => !existsSync(join(folder, name, 'postgres', 'postmaster.pid'));

/** Opens this port later and forwards it to the database. */
function forward(port: number): Promise<Server> {
  const target = new URL(database.url);
  const server = createServer((inward: Socket) => {
    const outward = connect(Number(target.port), target.hostname);
    inward.pipe(outward).pipe(inward);
    for (const socket of [inward, outward]) socket.on('error', () => socket.destroy());
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

test('the database comes later than the app: until then nobody is let in, then it serves', async () => {
  const [port, databasePort] = [await freePort(), await freePort()];
  const requested = new Promise<void>((resolve) => {
    const refusing = createServer((socket) => {
      socket.destroy();
      refusing.close();
      resolve();
    }).listen(databasePort, '127.0.0.1');
  });
  const url = Object.assign(new URL(database.url), { port: String(databasePort) }).href;
  const starting = startApp({ databaseUrl: url, env: { PORT: String(port) } });
  const early = client(`http://localhost:${String(port)}`);
  await requested;
  for (const path of ['/healthz', '/readyz', '/api/tasks'])
    await expect(early.get(path)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  const server = await forward(databasePort);
  const app = await starting;
  expect((await early.get('/readyz')).status).toBe(200);
  expect(await app.stop()).toBe(0);
  server.close();
});

test('a database that refuses us is not waited for', async () => {
  const wrong = Object.assign(new URL(database.url), { password: 'wrong' }).href;
  await expect(startApp({ databaseUrl: wrong })).rejects.toThrow(
    "can't start: password authentication failed",
  );
});

test('a request under way is finished before the end; new ones are not taken', async () => {
  const app = await startApp({ databaseUrl: database.url });
  const body = JSON.stringify({ username: 'nobody', password: 'no-such-password' });
  const slow = talk(app.origin);
  slow.send(
    [
      'POST /api/login HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${String(body.length)}`,
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  );
  await slow.until('100 Continue');
  const idle = talk(app.origin); // browsers keep such a connection open
  const exit = app.stop();
  await vi.waitFor(() => expect(fetch(`${app.origin}/healthz`)).rejects.toThrow(), 50_000);
  slow.send(body);
  expect(await slow.rest).toContain('Invalid username or password');
  expect(await exit).toBe(0);
  await idle.rest;
});

test('a stop in the middle of the start leaves nothing behind', async () => {
  for (const reached of ['postgres', 'postgres.log', 'owner.pid']) {
    const name = `stopped-at-${reached}`;
    const child = spawn(process.execPath, ['build/index.js'], {
      env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...embedded(name) },
      stdio: 'ignore',
    });
    const exit = new Promise((resolve) => child.once('exit', resolve));
    await vi.waitFor(
      () => {
        expect(existsSync(join(folder, name, reached))).toBe(true);
      },
      { interval: 5 },
    );
    child.kill('SIGTERM');
    expect([reached, await exit]).toEqual([reached, 0]);
    expect(hasStopped(name)).toBe(true);
  }
});

test('two at once on the same empty folder: one makes the database, both use it', async () => {
  const [first, second] = await Promise.all([
    startApp({ env: embedded('both') }),
    startApp({ env: embedded('both') }),
  ]);
  for (const app of [first, second]) {
    expect((await client(app.origin).get('/readyz')).status).toBe(200);
  }
  expect((await Promise.all([first.stop(), second.stop()])).sort()).toEqual([0, 0]);
  expect(hasStopped('both')).toBe(true);
});

test('a folder that no database was ever finished in is begun anew, and put aside', async () => {
  const cluster = join(folder, 'half', 'postgres');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), '18\n');
  const app = await startApp({ env: embedded('half') });
  expect(await app.stop()).toBe(0);
  expect((await readdir(join(folder, 'half'))).some((name) => name.startsWith('postgres.incomplete-'))).toBe(
    true,
  );
});

test("a note of a server that is long gone, whose number another process has, is nobody's obstacle", async () => {
  const name = 'stale';
  await (await startApp({ env: embedded(name) })).stop();
  const cluster = join(folder, name, 'postgres');
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${String(process.pid)}\n${cluster}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
  );
  const app = await startApp({ env: embedded(name) });
  expect((await client(app.origin).get('/readyz')).status).toBe(200);
  expect(await app.stop()).toBe(0);
});

test('secret files are readable by their owner only, and stay the same', async () => {
  const name = 'secrets';
  const read = () =>
    Promise.all(
      ['postgres-password', 'session-secret'].map(async (file) => {
        const path = join(folder, name, file);
        expect((await stat(path)).mode & 0o077).toBe(0);
        return readFile(path, 'utf8');
      }),
    );
  await (await startApp({ env: embedded(name) })).stop();
  const before = await read();
  await (await startApp({ env: embedded(name) })).stop();
  expect(await read()).toEqual(before);
});

test('the last lines of a start are the sign-ins and the address', async () => {
  const app = await startApp({ env: { DATA_DIR: join(folder, 'demo'), LOG_LEVEL: 'info' } });
  expect(await app.stop()).toBe(0);
  const lines = app.output().trimEnd().split('\n');
  const last = lines.findIndex((line) => line.startsWith('Parts Dispatch is ready at http://localhost:'));
  expect(lines.slice(last - 5, last)).toEqual([
    'Demo sign-ins (this database only):',
    '  admin / dispatch-demo',
    '  dispatcher / dispatch-demo',
    '  driver / dispatch-demo',
    '',
  ]);
  expect(lines.slice(last + 1).filter((line) => !line.includes('"msg":"stopping"'))).toEqual([]);
  expect(lines.find((line) => line.includes('"msg":"migrated"'))?.length).toBeLessThan(200);
});

test('the sign-in page of the demo offers a person of each role, until the password changes', async () => {
  const app = await startApp({ env: { DATA_DIR: join(folder, 'demo') } });
  const visitor = client(app.origin);
  const offered = async () => {
    const { body } = await visitor.get<string>('/auth', { accept: 'text/html' });
    return [...body.matchAll(/name="username" value="(\w+)"/g)].map(([, username]) => username);
  };
  expect(await offered()).toEqual(['dispatcher', 'driver', 'admin']);
  const admin = client(app.origin);
  await admin.signIn('admin', 'dispatch-demo');
  const { body: users } = await admin.get<{ id: number; username: string }[]>('/api/admin/users');
  const { id } = users.find(({ username }) => username === 'driver') ?? {};
  const { status } = await admin.post(`/api/admin/users/${String(id)}/password`, {});
  expect(status).toBeLessThan(300);
  expect(await offered()).toEqual(['dispatcher', 'admin']);
  expect(await app.stop()).toBe(0);
});

test('an operator’s database offers nobody', async () => {
  const own = await createDatabase();
  await addPeople(own.url);
  const app = await startApp({ databaseUrl: own.url });
  const { body } = await client(app.origin).get<string>('/auth', { accept: 'text/html' });
  expect(body).toContain('Sign in to your account');
  expect(body).not.toContain('Try the demo as');
  expect(await app.stop()).toBe(0);
  await own.drop();
});

test('settings come from a file and secrets from files; what the environment has counts', async () => {
  const write = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const url = await write('url', `${database.url}\n`);
  const secret = await write('secret', 'for tests only, and of sufficient length\n');
  const file = await write(
    'settings',
    `# a comment\nDATABASE_URL_FILE=${url}\nSESSION_SECRET_FILE="${secret}"\nMETRICS_TOKEN=of-the-file-of-settings\nLOG_LEVEL=nonsense\n`,
  );
  const env = { ENV_FILE: file, DATA_DIR: join(folder, 'of-files') };
  const app = await startApp({ env });
  const metrics = await fetch(`${app.origin}/metrics`, {
    headers: { authorization: 'Bearer of-the-file-of-settings' },
  });
  expect(metrics.status).toBe(200);
  expect(existsSync(join(folder, 'of-files', 'postgres'))).toBe(false);
  expect(await app.stop()).toBe(0);
  for (const [wrong, sentence] of [
    [
      { SESSION_SECRET: 'a secret of thirty-two characters' },
      'SESSION_SECRET and SESSION_SECRET_FILE must not be set together',
    ],
    [{ SESSION_SECRET_FILE: join(folder, 'none') }, "SESSION_SECRET_FILE can't be read: ENOENT"],
    [{ SESSION_SECRET_FILE: await write('empty', '\n') }, 'SESSION_SECRET_FILE is empty'],
  ] as const)
    await expect(startApp({ env: { ...env, ...wrong } })).rejects.toThrow(
      `ended with 78:\nParts Dispatch can't start: ${sentence}`,
    );
});

test('a taken port is named, and no database is left running', async () => {
  const app = await startApp({ databaseUrl: database.url });
  const { port } = new URL(app.origin);
  const second = startApp({ env: { ...embedded('taken'), PORT: port } });
  await expect(second).rejects.toThrow(`can't start: Port ${port} is already in use`);
  expect(hasStopped('taken')).toBe(true);
  await app.stop();
});

test('too few open files: one sentence, and no database is left running', async () => {
  const starting = startApp({ env: embedded('few'), openFiles: 150 });
  await expect(starting).rejects.toThrow(
    "can't start: the system allows 150 open files, but 256 are needed. Raise the limit, for example with ulimit -n 1024",
  );
  expect(existsSync(join(folder, 'few', 'postgres'))).toBe(false);
});

test("the log says what was asked for, and nothing that is nobody else's business", async () => {
  const app = await startApp({ databaseUrl: database.url, env: { LOG_LEVEL: 'info' } });
  const caller = client(app.origin);
  await caller.post(
    '/api/login?token=query-secret',
    { username: 'nobody', password: 'body-secret' },
    { cookie: 'session=cookie-secret-cookie-secret', authorization: 'Bearer header-secret-header-secret' },
  );
  expect(await app.stop()).toBe(0);
  const lines = app
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  expect(lines).toHaveLength(1);
  const entry = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect(entry).toMatchObject({ method: 'POST', path: '/api/login', status: 401 });
  expect(typeof entry.requestId).toBe('string');
  expect(app.output()).not.toMatch(/(query|body|cookie|header)-secret/);
  expect(app.output().match(/Parts Dispatch is ready at/g)).toHaveLength(1);
});
