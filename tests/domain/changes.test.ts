import { expect, test } from 'vitest';
import { createSummary } from '~/routes/_app.dispatcher/changes';

const names: Record<number, string> = { 1: 'Sam Ng', 2: 'Alma Reyes' };
const nameOf = (id: number) => names[id];

test('changes within ten seconds are one sentence: the number of tasks and their drivers', () => {
  const { hear, wait, say } = createSummary();
  hear({ taskId: 5, driverId: 1 });
  hear({ taskId: 5, driverId: 1 });
  hear({ taskId: 6, driverId: null });
  const first = wait(0);
  expect(first).toBeLessThan(1_000);
  expect(say(first, nameOf)).toBe('2 tasks changed: Sam Ng, Unassigned');
  hear({ taskId: 7, driverId: 2 });
  expect(wait(first + 1)).toBe(9_999);
  expect(wait(first + 60_000)).toBe(first);
  expect(say(first + 10_000, nameOf)).toBe('1 task changed: Alma Reyes');
});

test('a change of many at once names the driver, and one of places nobody', () => {
  const { hear, say } = createSummary();
  hear({ taskId: null, driverId: 9 });
  hear({ taskId: null, driverId: 2 });
  expect(say(0, nameOf)).toBe('Tasks changed: Alma Reyes, Former driver');
  hear({ taskId: null, driverId: null });
  expect(say(20_000, nameOf)).toBe('Tasks changed');
});
