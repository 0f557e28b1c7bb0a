/** The table of statuses answers in code and in SQL, and no other file names a status. */
import { Linter } from 'eslint';
import ts from 'typescript-eslint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, rows } from 'db/connection';
import { hasFailed, isMovable, isOnMap, isWaiting } from '~/domain/tasks/model/office-statuses';
import { FAILED, routeOrder, statusesThat, statusIs } from '~/domain/tasks/model/status-sql.server';
import { edgeTone, isAhead, isInRoute, isOnTab, isOpen, TABS, toneOf } from '~/domain/tasks/model/statuses';
import { TASK_STATUSES } from '~/domain/tasks/model/task';
import { createDatabase } from '../support/database';

let home: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  home = await createDatabase();
  connect(home.url);
});
afterAll(async () => {
  await disconnect();
  await home.drop();
});

test('a question has the same answer in code and in SQL', async () => {
  for (const question of [isInRoute, isAhead, isOpen, isMovable, isWaiting, isOnMap]) {
    const found = await rows<{ status: string }>(
      `select status from unnest($statuses::text[]) with ordinality as t(status, n) where ${statusIs(question)} order by n`,
      { statuses: TASK_STATUSES },
    );
    expect(found.map(({ status }) => status)).toEqual(statusesThat(question));
  }
});

test('tasks that could not be completed, and the order of a route, are the same in code and in SQL', async () => {
  const tasks = TASK_STATUSES.flatMap((status, n) =>
    [null, 'closed'].map((failure_reason, m) => ({ id: 10 * n + m, status, failure_reason, order_index: n })),
  );
  const found = await rows<{ id: number; failed: boolean }>(
    `select t.id, ${FAILED} as failed from jsonb_to_recordset($tasks::jsonb)
       as t(id integer, status text, failure_reason text, order_index integer) order by ${routeOrder()}`,
    { tasks: JSON.stringify(tasks) },
  );
  expect(found.slice(0, 2).map(({ id }) => id)).toEqual(
    tasks.filter(({ status }) => status === 'going').map(({ id }) => id),
  );
  for (const { id, failed } of found)
    expect(failed).toBe(tasks.some((task) => task.id === id && hasFailed(task)));
});

test('every status is on one tab of a list and has a tone; one that a page does not know is open and has none', () => {
  for (const status of TASK_STATUSES) {
    expect(TABS.filter((tab) => isOnTab(tab)({ status }))).toHaveLength(1);
    expect(toneOf(status)).toBeTruthy();
  }
  const unknown = 'of a newer version' as (typeof TASK_STATUSES)[number];
  expect([toneOf(unknown), edgeTone(unknown), isOpen({ status: unknown })]).toEqual([undefined, null, true]);
});

const RULE = new URL('../../scripts/status-words.mjs', import.meta.url).href;
const { STATUS_WORDS } = (await import(RULE)) as { STATUS_WORDS: { selector: string; message: string }[] };

const refusals = (code: string) =>
  new Linter()
    .verify(
      code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: ts.parser },
          rules: { 'no-restricted-syntax': ['error', ...STATUS_WORDS] },
        },
      ],
      'x.ts',
    )
    .map(({ ruleId }) => ruleId);

test.each([
  "if (task.status === 'going') go();",
  "const isOver = status !== 'completed';",
  'if (task.status === STATUS.hold) wait();',
  "task.set({ status: 'pending' });",
  "task.set({ status: isOut ? 'pending' : 'hold' });",
  "const where = { status: ['hold'] };",
  "const active = ['pending', 'going'];",
  "become('hold');",
  "task.status = 'hold';",
  'const sql = "t.status = \'going\'";',
  "const sql = `select 1 from tasks where status not in ('hold', 'completed') and ${more}`;",
  "const sql = `e.action = 'going'`;",
  "const sql = `e.changes ->> 'status' <> 'completed'`;",
])('lint refuses a status by its name: %s', (code) => {
  expect(refusals(code)).toContain('no-restricted-syntax');
});

test.each([
  "const tone = shares ? 'going' : 'inactive';",
  "const TONES = { waiting: 'pending', done: 'completed' };",
  "if (lookup === 'pending') wait();",
  "const states = z.enum(['done', 'going', 'expected']);",
  "const sql = `select 'completed', count(*) from jobs where state = 'waiting'`;",
  'if (isUnderWay(task)) task.set({ status: STATUS.pending });',
  'const sql = `where ${statusIs(isOpen)}`;',
])('lint takes the same words of other things: %s', (code) => {
  expect(refusals(code)).toEqual([]);
});
