import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { WebSocket } from 'ws';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase } from '../support/database';
import { addPeople } from '../support/people';
import { compare, percentile, report } from './load';

const DRIVERS = 30;
const TASKS = 300;
const SOCKETS = 1_000;
const SOCKETS_PER_USER = 20;
const WRITES = 100;

let app: App;
let floor: { origin: string; process: ChildProcess };
let dispatcher: Client;
let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  const plainPage = 'tests/bench/plain-page';
  spawnSync('node_modules/.bin/remix', ['build', plainPage], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  database = await createDatabase();
  await addPeople(database.url, [
    { username: 'dispatcher', name: 'Dana Dispatcher', roles: ['dispatcher'] },
    ...Array.from({ length: DRIVERS }, (_, i) => ({
      username: `driver${String(i)}`,
      name: `Driver ${String(i)}`,
      roles: ['driver'],
    })),
  ]);
  await database.rows(
    `insert into tasks (type, location, address, invoice_number, notes, status, driver_id, order_index, created_by, last_modifier_id)
     select 'delivery', 'Account number ' || n, (100 + n) || ' Main Street, Kansas City, MO 64105', 'INV-' || n,
            'Ask for the parts counter.', 'pending', d.id, n / ${String(DRIVERS)}, 1, 1
     from generate_series(0, ${String(TASKS - 1)}) as n
     join (select id, row_number() over (order by id) - 1 as i from users where 'driver' = any(roles)) d on d.i = n % ${String(DRIVERS)}`,
  );
  await database.rows('analyze');
  app = await startApp({ databaseUrl: database.url });
  floor = await startFloor(database.url);
  dispatcher = client(app.origin);
  await dispatcher.signIn('dispatcher');
});
afterAll(async () => {
  floor.process.kill();
  await app.stop();
  await database.drop();
});

async function startFloor(databaseUrl: string): Promise<typeof floor> {
  const child = spawn(process.execPath, ['tests/bench/floor-server.mjs'], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /ready at (\S+)/.exec(line)?.[1];
    if (origin) return { origin, process: child };
  }
  throw new Error('The floor did not start');
}

test('GET /api/tasks, 300 active tasks', async () => {
  const headers = { cookie: dispatcher.cookie() };
  const ours = { url: `${app.origin}/api/tasks`, headers };
  const bare = { url: `${floor.origin}/tasks` };
  const whole = await compare(ours, bare);
  report('GET /api/tasks against node:http + pg', {
    'ours/s': whole.ours,
    'floor/s': whole.floor,
    ratio: `${whole.ratio.toFixed(2)}×`,
  });
  const { headers: answered } = await dispatcher.get('/api/tasks');
  const known = { ...headers, 'if-none-match': answered.get('etag') ?? '' };
  const unchanged = await compare({ ...ours, headers: known, expect: 304 }, bare);
  report('… with the ETag of an unchanged list', {
    'ours/s': unchanged.ours,
    'floor/s': unchanged.floor,
    ratio: `${unchanged.ratio.toFixed(2)}×`,
  });
});

test('the dispatcher page, 30 drivers and 300 tasks', async () => {
  const ours = { url: `${app.origin}/dispatcher`, headers: { cookie: dispatcher.cookie() } };
  const page = await compare(ours, { url: `${floor.origin}/` });
  report('/dispatcher against a plain Remix page, 300 rows', {
    'ours/s': page.ours,
    'floor/s': page.floor,
    ratio: `${page.ratio.toFixed(2)}×`,
  });
});

test('one write to the last of 1,000 sockets', async () => {
  const cookies = await manySessions(SOCKETS / SOCKETS_PER_USER);
  const task = (await dispatcher.get<{ id: number }[]>('/api/tasks?limit=1')).body[0];
  const write = (round: number) =>
    dispatcher.patch(`/api/tasks/${String(task?.id)}`, { notes: `round ${String(round)}` });
  const broadcast = () => fetch(`${floor.origin}/broadcast`);
  const ours = await fanOut(app.origin, (i) => cookies[i % cookies.length] ?? '', write);
  const bare = await fanOut(floor.origin, () => '', broadcast);
  for (const [name, share] of [
    ['median', 0.5],
    ['p99', 0.99],
  ] as const) {
    const [our, its] = [percentile(ours, share), percentile(bare, share)];
    report(`write to the last of 1,000 sockets, ${name}`, {
      'ours ms': our,
      'floor ms': its,
      ratio: `${(our / its).toFixed(2)}×`,
    });
  }
});

/** Signed-in dispatchers, by rows: signing 50 people in takes a while, for good reasons. */
async function manySessions(people: number): Promise<string[]> {
  const tokens = Array.from(
    { length: people },
    (_, i) => `bench-session-token-${String(i).padStart(4, '0')}`,
  );
  await database.rows(
    `with person as (
       insert into users (username, password_hash, roles) select 'bench' || n, '-', '{dispatcher}' from generate_series(1, $1) n returning id
     ), numbered as (select id, row_number() over () as n from person)
     insert into sessions (token_hash, user_id, remember)
     select decode(t.hash, 'hex'), p.id, true from numbered p join unnest($2::text[]) with ordinality as t(hash, n) on t.n = p.n`,
    [people, tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  );
  return tokens.map((token) => `session=${token}`);
}

/** Milliseconds from sending a write to its message at the last socket, for many writes one after the other. */
async function fanOut(
  origin: string,
  cookieOf: (i: number) => string,
  write: (round: number) => Promise<unknown>,
): Promise<number[]> {
  let missing = 0;
  let done: () => void = () => undefined;
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, (_, i) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, {
        headers: { cookie: cookieOf(i) },
      });
      socket.on('message', (data: Buffer) => {
        if (!data.includes('TASK_UPDATED')) return;
        missing -= 1;
        if (missing === 0) done();
      });
      return new Promise<WebSocket>((resolve, reject) => {
        socket.once('open', () => {
          resolve(socket);
        });
        socket.once('error', reject);
      });
    }),
  );
  const times: number[] = [];
  for (let round = -10; round < WRITES; round += 1) {
    missing = SOCKETS;
    const arrived = new Promise<void>((resolve) => {
      done = resolve;
    });
    const startedAt = performance.now();
    await Promise.all([write(round), arrived]);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  for (const socket of sockets) socket.terminate();
  return times;
}

type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
};

const PAGES = {
  'sign-in': 'routes/auth',
  driver: 'routes/_app.driver',
  dispatcher: 'routes/_app.dispatcher',
};

test('gzipped JavaScript by page', async () => {
  const html = (await client(app.origin).get<string>('/auth')).body;
  const path = /\/build\/manifest-\w+\.js/.exec(html)?.[0] ?? '';
  const text = readFileSync(`public${path}`, 'utf8');
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
  const size = (file: string) => gzipSync(readFileSync(`public${file}`)).length;
  for (const [page, id] of Object.entries(PAGES)) {
    const files = new Set([path, manifest.entry.module, ...manifest.entry.imports]);
    for (let route = manifest.routes[id]; route; route = manifest.routes[route.parentId ?? '']) {
      for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
    }
    report(`JavaScript of the ${page} page, gzipped`, {
      kB: [...files].reduce((sum, file) => sum + size(file), 0) / 1_000,
    });
  }
});
