/** `db/connection.ts` makes these promises about statements that share round trips, and about prepared statements. */
import {
  connect,
  disconnect,
  execute,
  row,
  rows,
  send,
  sqlState,
  together,
  transaction,
} from 'db/connection';
import { prepared } from 'db/statement';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  connect(database.url);
  await execute('create table kept (n integer primary key check (n > 0))');
});
beforeEach(() => execute('truncate kept'));
afterAll(async () => {
  await disconnect();
  await database.drop();
});

const KEEP = prepared('insert into kept (n) values ($n)');
const COUNT = prepared('select count(*)::integer as n from kept');
const kept = async () =>
  (await database.rows<{ n: number }>('select n from kept order by n')).map(({ n }) => n);
/** Cancels the statement that sleeps, as a limit does. */
const CANCEL = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where datname = current_database() and state = 'active' and query like 'select pg\\_sleep%'`;
const failure = async (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => sqlState(error),
  );

test('a write that nobody waited for ends the transaction with its own error', async () => {
  const later = transaction(async () => {
    await execute(KEEP, { n: 1 });
    await send(KEEP, { n: 0 });
    await send(KEEP, { n: 2 });
  });
  expect(await failure(later)).toBe('23514');
  const noticed = transaction(async () => {
    await execute(KEEP, { n: 1 });
    await send(KEEP, { n: 1 });
    await rows(COUNT);
  });
  expect(await failure(noticed)).toBe('23505');
  expect(await kept()).toEqual([]);
});

test('a first statement that fails leaves no transaction behind, and an empty one is none', async () => {
  expect(await failure(transaction(() => execute(KEEP, { n: 0 })))).toBe('23514');
  expect(await failure(transaction(() => send(KEEP, { n: 0 })))).toBe('23514');
  expect(await transaction(() => Promise.resolve('nothing'))).toBe('nothing');
  await execute(KEEP, { n: 1 });
  expect(await kept()).toEqual([1]);
});

test('the answer is read with the commit, and sees what was written', async () => {
  const answer = await transaction(
    async () => {
      await together(row(COUNT), row(COUNT));
      await send(KEEP, { n: 3 });
      return 3;
    },
    async (n) => ({ n, count: (await row<{ n: number }>(COUNT))?.n }),
  );
  expect(answer).toEqual({ n: 3, count: 1 });
  const refused = transaction(
    () => execute(KEEP, { n: 4 }),
    () => execute(KEEP, { n: 4 }),
  );
  expect(await failure(refused)).toBe('23505');
  expect(await kept()).toEqual([3]);
});

test('a refusal takes back what was sent before it', async () => {
  const refused = transaction(async () => {
    await row(COUNT);
    await send(KEEP, { n: 5 });
    throw new Error('No');
  });
  await expect(refused).rejects.toThrow('No');
  expect(await kept()).toEqual([]);
});

test('prepared statements that are gone are prepared again', async () => {
  await rows(COUNT);
  await execute('discard all');
  expect(await rows(COUNT)).toEqual([{ n: 0 }]);
  await execute('deallocate all');
  await transaction(() => execute(KEEP, { n: 6 }));
  await rows(COUNT);
  const failed = failure(rows(prepared('select pg_sleep($seconds)'), { seconds: 3_600 }));
  await expect.poll(() => database.rows(CANCEL)).toHaveLength(1);
  expect(await failed).toBe('57014');
  expect(await rows(prepared('select pg_sleep($seconds)'), { seconds: 0 })).toHaveLength(1);
  expect(await kept()).toEqual([6]);
});
