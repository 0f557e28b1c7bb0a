/** A process is killed between its commit and its message: open pages at other instances are right within 2 s. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Task } from '~/domain/tasks/model/task';
import { startApp, type App } from '../support/app';
import { client, type Client } from '../support/client';
import { createDatabase, type TestDatabase } from '../support/database';
import { make, pickup } from '../support/factories';
import { followList, type ListFollower } from '../support/list-follower';
import { addPeople, NETWORK, sessionOf } from '../support/people';
import { rounds, tell } from './installation';

const RIGHT_WITHIN_MS = 2_000;
const KILLS = rounds(4, 40);
const WRITERS = 8;

let database: TestDatabase;
let ids: Record<string, number>;
let reader: App;
let page: ListFollower;
let driverPage: ListFollower;

const as = async ({ origin }: App, username: string): Promise<Client> =>
  client(origin, await sessionOf(database, username));

beforeAll(async () => {
  database = await createDatabase();
  ids = await addPeople(database.url, NETWORK);
  reader = await startApp({ databaseUrl: database.url });
  page = followList(await as(reader, 'dispatcher'));
  driverPage = followList(await as(reader, 'driver'));
});
afterAll(async () => {
  page.close();
  driverPage.close();
  await reader.stop();
  await database.drop();
});

const notes = (tasks: Pick<Task, 'id' | 'notes'>[]): [number, string | null][] =>
  tasks.map(({ id, notes }): [number, string | null] => [id, notes]).sort(([a], [b]) => a - b);
const stored = async () =>
  notes(await database.rows<Pick<Task, 'id' | 'notes'>>('select id, notes from tasks'));

test('a change without a message, in the list of a driver and in the unassigned list', async () => {
  const dispatcher = await as(reader, 'dispatcher');
  const own = await make(dispatcher, pickup({ driver_id: ids.driver }));
  const unassigned = await make(dispatcher, pickup());
  for (const [task, owner] of [
    [own, ids.driver],
    [unassigned, 0],
  ] as const) {
    await vi.waitFor(async () => {
      expect(notes(page.tasks())).toEqual(await stored());
    }, 5_000);
    // A killed process leaves just this: what it committed.
    await database.quietly(
      `with changed as (update tasks set notes = 'Left behind', version = version + 1 where id = $1)
       update task_lists set version = version + 1 where owner_id = $2`,
      [task.id, owner],
    );
    await vi.waitFor(async () => {
      expect(notes(page.tasks())).toEqual(await stored());
      expect(driverPage.tasks().find(({ id }) => id === task.id)?.notes).toBe(
        task === own ? 'Left behind' : undefined,
      );
    }, RIGHT_WITHIN_MS);
  }
  await vi.waitFor(() => {
    expect(reader.output().match(/changes that no message has told/g)).toHaveLength(2);
  });
});

test(`kill -9 at ${String(KILLS)} moments of writing`, async () => {
  const dispatcher = await as(reader, 'dispatcher');
  const tasks = await Promise.all(Array.from({ length: WRITERS }, () => make(dispatcher, pickup())));
  let writes = 0;
  let slowest = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writer = await startApp({ databaseUrl: database.url });
    const desk = await as(writer, 'dispatcher');
    const working = Promise.allSettled(
      tasks.map(async ({ id }) => {
        // The kill ends it.
        for (let n = 0; ; n += 1) {
          await desk.patch(`/api/tasks/${String(id)}`, { notes: `${String(kill)}/${String(n)}` });
          writes += 1;
        }
      }),
    );
    const until = writes + WRITERS + Math.floor(Math.random() * 50);
    await vi.waitFor(() => {
      expect(writes).toBeGreaterThan(until);
    }, 20_000);
    await writer.kill();
    const killedAt = performance.now();
    await working;
    await vi.waitFor(async () => {
      expect(notes(page.tasks())).toEqual(await stored());
    }, RIGHT_WITHIN_MS);
    slowest = Math.max(slowest, performance.now() - killedAt);
  }
  tell(
    `killed ${String(KILLS)} times after ${String(writes)} writes; open pages were right after ${slowest.toFixed(0)} ms at the latest`,
  );
});

test('without a kill, every message comes with its versions, and none is told twice', async () => {
  const dispatcher = await as(reader, 'dispatcher');
  const warnings = () => reader.output().match(/changes that no message has told/g)?.length ?? 0;
  const before = warnings();
  const tasks = await Promise.all(
    Array.from({ length: 6 }, (_, n) => make(dispatcher, pickup(n % 2 ? { driver_id: ids.driver } : {}))),
  );
  // The writes go on for more than two looks.
  const end = performance.now() + 3_000;
  await Promise.all(
    tasks.map(async ({ id }) => {
      for (let n = 0; performance.now() < end; n += 1)
        expect((await dispatcher.patch(`/api/tasks/${String(id)}`, { notes: String(n) })).status).toBe(200);
    }),
  );
  await vi.waitFor(async () => {
    expect(notes(page.tasks())).toEqual(await stored());
  }, RIGHT_WITHIN_MS);
  expect(warnings()).toBe(before);
});
