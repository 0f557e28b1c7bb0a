/** Who waits, who is told at once, and who comes first. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns, type Turns } from '~/http/turns.server';

let turns: Turns;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  turns = createTurns();
});
afterEach(() => vi.useRealTimers());

const person = (n: number) => ({ key: `person ${String(n)}`, isScript: false });
const script = (n: number) => ({ key: `script ${String(n)}`, isScript: true });
const work = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, 'done'));

/** So many ask at the same moment; each answer takes `ms`. */
async function crowd(askers: ReturnType<typeof person>[], ms: number) {
  const order: string[] = [];
  const answers = askers.map(async (asker) => {
    const answer = await turns.take(asker, work(ms));
    if (answer) order.push(asker.key);
    return answer;
  });
  await vi.runAllTimersAsync();
  return { answers: await Promise.all(answers), order };
}

const many = (count: number, of: (n: number) => ReturnType<typeof person>) =>
  Array.from({ length: count }, (_, n) => of(n));

test('as long as there is room, nobody waits', async () => {
  const { answers } = await crowd(many(32, person), 4_900);
  expect(answers).toEqual(answers.map(() => 'done'));
});

test('who would wait longer than 5 s is told so, and everybody else is answered', async () => {
  await crowd(many(200, person), 100);
  const { answers } = await crowd(many(3_000, person), 100);
  const answered = answers.filter(Boolean).length;
  // 320 a second, for five seconds and those who did not wait.
  expect(answered).toBeGreaterThan(1_000);
  expect(answered).toBeLessThan(2_000);
});

test('one of whom many wait has no more than one of whom one waits', async () => {
  const crowdOfOne = many(100, () => person(1));
  const { order } = await crowd([...crowdOfOne, person(2)], 100);
  expect(order.indexOf('person 2')).toBeLessThan(10);
});

test('people come before scripts', async () => {
  await crowd(many(200, person), 100);
  const { answers, order } = await crowd([...many(2_000, script), ...many(500, person)], 100);
  expect(answers.slice(2_000)).toEqual(many(500, person).map(() => 'done'));
  expect(answers.slice(0, 2_000).filter((answer) => answer === null).length).toBeGreaterThan(500);
  expect(order.slice(40, 500).every((key) => key.startsWith('person'))).toBe(true);
});

test('after a rush nobody is turned away', async () => {
  await crowd(many(3_000, person), 1_000);
  expect(turns.isTooLong(person(1))).toBe(false);
  const { answers } = await crowd(many(100, person), 10);
  expect(answers).toEqual(answers.map(() => 'done'));
});
