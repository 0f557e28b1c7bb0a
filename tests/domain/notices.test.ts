/** Notices are stored with every change, so that must not become slower with the notices that are there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STORE_NOTICES } from '~/domain/tasks/events/notices.server';
import { createDatabase, type TestDatabase } from '../support/database';
import { addPeople } from '../support/people';

let database: TestDatabase;
let driver = 0;

beforeAll(async () => {
  database = await createDatabase();
  driver = (await addPeople(database.url)).driver ?? 0;
});
afterAll(() => database.drop());

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

/** The pages that PostgreSQL looks at to decide that a notice is not needed. */
async function pagesRead(): Promise<number> {
  const notice = { driver, taskId: 999_999, kind: 'new', underWay: false, location: 'A', onlyBehind: true };
  const sql = STORE_NOTICES.replace('$actor', 'null').replace('$notices', `'${JSON.stringify([notice])}'`);
  const [found] = await database.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${sql}`,
  );
  const plan = found?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
}

test('a change looks at as few pages when its driver has thousands of notices', async () => {
  await database.rows(
    `insert into driver_notices (driver_id, kind, under_way, location, fields, task_id, change)
     select $1, 'changed', false, 'Stop', '{}', n, '{}' from generate_series(1, 5000) n`,
    [driver],
  );
  await database.rows('analyze driver_notices');
  expect(await pagesRead()).toBeLessThan(10);
});
