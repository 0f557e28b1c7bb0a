/** Counts how often a call waits for the database, which matters when it is far away, and checks prepared statements. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bound } from 'db/statement';
import { TELL } from '~/domain/platform/sync/tell.server';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { signature } from '../support/factories';
import { addPeople, sessionOf } from '../support/people';
import { startWire, type Wire } from '../support/wire';

const PREPARED = 'pd_';

let database: TestDatabase;
let ids: Record<string, number>;
let wire: Wire;
let app: App;
let hasPrepared = false;
/** The statements of calls that were planned for one answer only. */
let unprepared: string[] = [];

/** After a change, when its call has been answered. */
const telling = bound(TELL, { changes: [], versions: [], work: [] }).name ?? '';
/** Statements that the application sends by itself, once a second or after a change. No call waits for them. */
const own = new Set<string>([telling]);
let isLearning = false;
let piecesWithoutNews = 0;
/** The number of statements in about 12 seconds: everything that runs by itself has run once. */
const PIECES_ENOUGH = 18;
/** Returns the names of prepared statements and the texts of others. */
const statementsOf = (piece: Buffer) =>
  piece.toString('latin1').match(/pd_\w+|\b(?:begin|commit|select|insert|update|delete|with)\b[^\0]*/gi) ??
  [];

/** They have no plan, begin a connection, or are sent once a minute. */
const NOT_PLANNED = /^(?:begin|commit|select set_config|update "sessions")/i;

/** These statements always count as those of a call, so that a call that repeats one is found. */
const ALWAYS_COUNTS = /^(?:pd_|select 1$|begin|commit)/i;

function isOfCall(piece: Buffer): boolean {
  const statements = statementsOf(piece);
  const news = statements.filter((each) => !own.has(each));
  if (isLearning) {
    const learned = news.filter((each) => !ALWAYS_COUNTS.test(each));
    piecesWithoutNews = learned.length > 0 ? 0 : piecesWithoutNews + 1;
    for (const each of learned) own.add(each);
  }
  return statements.length === 0 || news.length > 0;
}

/** Learns the application's own statements. Call it while there are no requests. */
async function learnOwn(): Promise<void> {
  [isLearning, piecesWithoutNews] = [true, 0];
  await vi.waitFor(() => expect(piecesWithoutNews).toBeGreaterThan(PIECES_ENOUGH), { timeout: 60_000 });
  isLearning = false;
}

const start = (env: Record<string, string> = {}) =>
  startApp({ databaseUrl: Object.assign(new URL(database.url), { port: String(wire.port) }).href, env });
const as = async (username: string) => client(app.origin, await sessionOf(database, username));

beforeAll(async () => {
  database = await createDatabase();
  ids = await addPeople(database.url);
  const look = (piece: Buffer) => {
    hasPrepared ||= piece.includes(PREPARED);
    // The first time on a connection, a statement that is prepared comes with its text.
    const alone = Buffer.from(piece.toString('latin1').replaceAll(/pd_\w+\0[^\0]*/g, ''), 'latin1');
    unprepared.push(...statementsOf(alone).filter((each) => !own.has(each) && !NOT_PLANNED.test(each)));
    return 'none' as const;
  };
  wire = await startWire(new URL(database.url), look, isOfCall);
  app = await start();
});
afterAll(async () => {
  await app.stop();
  await wire.close();
  await database.drop();
});

const DELAY_MS = 20;
const ATTEMPTS = 20;

/** Returns the smallest count of several attempts, because some of the application's own statements are rare. */
async function fewestTurns(enough: number, call: () => Promise<{ status: number }>): Promise<number> {
  let fewest = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && fewest > enough; attempt += 1) {
    const before = wire.turns();
    expect((await call()).status).toBeLessThan(300);
    fewest = Math.min(fewest, wire.turns() - before);
  }
  return fewest;
}

const task = () => ({
  type: 'delivery',
  location: 'Far Away',
  address: '100 Main Street, Kansas City, MO 64105',
  invoice_number: 'FAR-1',
  driver_id: ids.driver,
});
const create = (dispatcher: Client) => dispatcher.post<{ id: number }>('/api/tasks', task());
const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

test('writes wait for the database only so often', async () => {
  const dispatcher = await as('dispatcher');
  const driver = await as('driver');
  const image = await signature();
  const { id } = (await create(dispatcher)).body;
  let notes = 0;
  const change = (headers: () => Record<string, string>) => () =>
    dispatcher.patch(`/api/tasks/${String(id)}`, { notes: String((notes += 1)) }, headers());
  const report = (status: string, taskId: number) =>
    driver.post(
      '/api/tasks/batch/status',
      { taskIds: [taskId], status, ...(status === 'completed' && { signature_image: image }) },
      newKey(),
    );
  const going: number[] = [];
  for (let i = 0; i < ATTEMPTS; i += 1) going.push((await create(dispatcher)).body.id);
  for (const each of going) expect((await report('going', each)).status).toBe(200);
  await learnOwn();
  wire.delay(DELAY_MS);
  try {
    expect(
      await fewestTurns(
        3,
        change(() => ({})),
      ),
    ).toBe(3);
    expect(await fewestTurns(5, change(newKey))).toBe(5);
    expect(await fewestTurns(4, () => create(dispatcher))).toBe(4);
    expect(await fewestTurns(6, () => dispatcher.post('/api/tasks', task(), newKey()))).toBe(6);
    expect(await fewestTurns(5, () => report('completed', going.pop() ?? 0))).toBe(5);
  } finally {
    wire.delay(0);
  }
  expect(hasPrepared).toBe(true);
});

test('the most used pages, opened again, send no statement that the database has to plan', async () => {
  const [dispatcher, driver] = await Promise.all(['dispatcher', 'driver'].map(as));
  if (!dispatcher || !driver) throw new Error('Nobody is signed in');
  await create(dispatcher);
  await learnOwn();
  const pages: [Client, string][] = [
    [driver, '/driver'],
    [dispatcher, '/dispatcher'],
    [dispatcher, `/dispatcher/drivers/${String(ids.driver)}`],
  ];
  const found: Record<string, string[]> = {};
  for (const [person, path] of pages) {
    expect((await person.get(path)).status).toBe(200);
    unprepared = [];
    expect((await person.get(path)).status).toBe(200);
    found[path] = [...unprepared];
  }
  expect(found).toEqual(Object.fromEntries(pages.map(([, path]) => [path, []])));
});

test('an answer that is cached takes one question: who asks, and which version', async () => {
  const [dispatcher, driver] = await Promise.all(['dispatcher', 'driver'].map(as));
  if (!dispatcher || !driver) throw new Error('Nobody is signed in');
  const reads = [dispatcher, driver].map((person) => ({ person, path: '/api/tasks' }));
  for (const path of ['/api/board', '/api/board?since=1', '/api/map', '/api/map?since=1'])
    reads.push({ person: dispatcher, path });
  wire.delay(DELAY_MS);
  try {
    for (const { person, path } of reads) {
      const { headers } = await person.get(path);
      const etag = headers.get('etag');
      // The driver's list is not kept as bytes. The server only finds that it is unchanged.
      const isUnchanged = person === driver && etag !== null;
      const known: Record<string, string> = isUnchanged ? { 'If-None-Match': etag } : {};
      const ask = async () => {
        const { status } = await person.get(path, known);
        expect([path, status]).toEqual([path, isUnchanged ? 304 : 200]);
        return { status: 200 };
      };
      expect([path, await fewestTurns(1, ask)]).toEqual([path, 1]);
    }
  } finally {
    wire.delay(0);
  }
});

test('a column that changes its type under running instances costs no answer', async () => {
  const dispatcher = await as('dispatcher');
  const { id } = (await create(dispatcher)).body;
  const change = () => dispatcher.patch(`/api/tasks/${String(id)}`, { notes: String(Math.random()) });
  for (let i = 0; i < 3; i += 1) expect((await change()).status).toBe(200);
  await database.rows('alter table users alter column username type varchar(200)');
  await database.rows('alter table tasks alter column notes type varchar(6000)');
  const answers = await Promise.all(Array.from({ length: 6 }, change));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
});

test('PREPARED_STATEMENTS=off: nothing is prepared', async () => {
  await app.stop();
  hasPrepared = false;
  app = await start({ PREPARED_STATEMENTS: 'off' });
  const dispatcher = await as('dispatcher');
  const { id } = (await create(dispatcher)).body;
  expect((await dispatcher.patch(`/api/tasks/${String(id)}`, { notes: 'Unprepared' })).status).toBe(200);
  expect((await dispatcher.get('/dispatcher')).status).toBe(200);
  expect(hasPrepared).toBe(false);
});
