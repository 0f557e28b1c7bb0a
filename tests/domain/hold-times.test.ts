/** The menu Hold until offers these times. */
import { expect, test } from 'vitest';
import { holdTimes } from '~/routes/_app.dispatcher.drivers.$driverId/stop-menu';

const ZONE = { zone: 'America/Chicago', business: 'America/Chicago' };
const at = (local: string) => Date.parse(local);
const timesOf = (now: string, day: string) =>
  holdTimes(at(now), ZONE).days.find(({ label }) => label === day)?.times ?? [];

test('at 8 AM, 2 PM is offered, and every hour of the next days', () => {
  const now = '2026-11-25T08:00:00-06:00';
  const today = timesOf(now, 'Today');
  expect(today[0]).toEqual({ label: '9:00 AM', moment: at('2026-11-25T09:00:00-06:00') });
  expect(today).toContainEqual({ label: '2:00 PM', moment: at('2026-11-25T14:00:00-06:00') });
  expect(today.at(-1)?.label).toBe('11:00 PM');
  expect(timesOf(now, 'Tomorrow')).toHaveLength(24);
  const { days, soon } = holdTimes(at(now), ZONE);
  expect(days).toHaveLength(7);
  expect(soon[0]?.moment).toBe(at('2026-11-25T08:30:00-06:00'));
  expect(soon.at(-1)).toEqual({ label: 'Tomorrow 8:00 AM', moment: at('2026-11-26T08:00:00-06:00') });
});

test('late at night there is nothing left of today; clocks that change skip an hour, or name both of a name', () => {
  expect(holdTimes(at('2026-11-25T23:30:00-06:00'), ZONE).days[0]?.label).toBe('Tomorrow');
  expect(timesOf('2026-03-07T12:00:00-06:00', 'Tomorrow').map(({ label }) => label)).not.toContain('2:00 AM');
  expect(timesOf('2026-10-31T12:00:00-05:00', 'Tomorrow').slice(1, 3)).toEqual([
    { label: '1:00 AM CDT', moment: at('2026-11-01T01:00:00-05:00') },
    { label: '1:00 AM CST', moment: at('2026-11-01T01:00:00-06:00') },
  ]);
});
