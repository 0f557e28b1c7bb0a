/** These tests check how soon and how often a page loads its data again after messages about changes. */
import { expect, test } from 'vitest';
import { createPace } from '~/live/pace';

/** Returns the times at which a page loads its data, which takes 30 ms. Changes arrive each `every` ms for a while. */
function looksOf(every: number, forMs: number): number[] {
  const pace = createPace();
  const looks: number[] = [];
  let freeAt = 0;
  for (let changedAt = 0; changedAt < forMs; changedAt += every) {
    const from = Math.max(changedAt, freeAt);
    if (looks.some((at) => at > changedAt)) continue; // that load shows the change
    const at = from + pace.wait(from);
    pace.begin(at);
    looks.push(at);
    freeAt = at + 30;
  }
  return looks;
}

test('a change is looked at at once, and one soon after it is not late', () => {
  expect(looksOf(5_000, 5_000)).toEqual([10]);
  const [first = 0, second = 0] = looksOf(60, 120);
  expect([first, second - first]).toEqual([10, 120]);
});

test('changes without end are looked at every 350 ms, after some that are followed closely', () => {
  const looks = looksOf(10, 60_000);
  expect(looks.length).toBeLessThanOrEqual(24 + Math.ceil(60_000 / 350));
  const late = looks.filter((at) => at > 50_000);
  expect(late.length).toBeLessThanOrEqual(30);
  expect(looks.every((at, index) => index === 0 || at - (looks[index - 1] ?? 0) >= 120)).toBe(true);
});
