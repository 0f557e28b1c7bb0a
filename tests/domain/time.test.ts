import { expect, test } from 'vitest';
import { hourLabel, suggestedHour, wallClock } from '~/domain/time';

const CHICAGO = 'America/Chicago';

test.each([
  ['2026-03-08T07:59:00Z', '2026-03-08', 1],
  ['2026-03-08T08:00:00Z', '2026-03-08', 3],
  ['2026-11-01T06:30:00Z', '2026-11-01', 1],
  ['2026-11-01T07:30:00Z', '2026-11-01', 1],
  ['2026-01-16T01:30:00Z', '2026-01-15', 19],
])('business clocks at %s show %s, %i h', (iso, date, hour) => {
  expect(wallClock(new Date(iso), CHICAGO)).toEqual({ date, hour });
});

test('choosing a day suggests the next full hour, at most the last of the day', () => {
  expect(suggestedHour(new Date('2026-06-01T15:20:00Z'), CHICAGO)).toBe(11);
  expect(suggestedHour(new Date('2026-06-02T04:50:00Z'), CHICAGO)).toBe(23);
});

test('hours have 12-hour labels', () => {
  expect([0, 9, 12, 23].map(hourLabel)).toEqual(['12 AM', '9 AM', '12 PM', '11 PM']);
});
