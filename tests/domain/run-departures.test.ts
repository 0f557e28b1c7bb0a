/** Departures of runs: times by weekday, exceptions, working days before, and nights when clocks change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockAt, eachDay, momentAt, momentsOf, wallClock } from '~/domain/kernel/time';
import {
  departuresOf,
  plannedOn,
  weekdayOf,
  type Exceptions,
  type Plan,
} from '~/domain/network/runs/departures';
import { apiClock } from '~/domain/network/shifts/hours';

const CHICAGO = 'America/Chicago';
const ZONES = [CHICAGO, 'America/Phoenix', 'America/St_Johns'];
const time = (weekday: number, departs: string, cutoff: string, cutoffDaysBefore = 0) => ({
  weekday,
  departs,
  cutoff,
  cutoffDaysBefore,
});
const plan = (times: Plan['times'], more: Partial<Plan> = {}): Plan => ({
  id: 1,
  driverId: 7,
  validFrom: null,
  validTo: null,
  times,
  ...more,
});
const exception = (more: Partial<Exceptions[number]>): Exceptions[number] => ({
  scheduleId: 1,
  day: '2026-11-23',
  kind: 'skip',
  departs: null,
  movedTo: null,
  cutoff: null,
  driverId: null,
  ...more,
});
const closed = (day: string) => exception({ scheduleId: null, day });
const MONDAY = '2026-11-23';
const WEEKDAYS = [1, 2, 3, 4, 5];

const shownOn = (given: Plan, exceptions: Exceptions = [], day = MONDAY) =>
  plannedOn(given, exceptions, day).map(
    ({ leaves, cutoff, cutoffDay, driverId, change }) =>
      `${leaves} closes ${cutoffDay === day ? '' : `${cutoffDay} `}${cutoff} by ${String(driverId)} ${change ?? ''}`,
  );

describe('exceptions', () => {
  const given = plan([time(1, '10:30', '10:10'), time(1, '13:30', '12:50'), time(2, '09:00', '08:40')]);

  test('without any, a day has the departures of its weekday', () => {
    expect(shownOn(given)).toEqual(['10:30 closes 10:10 by 7 ', '13:30 closes 12:50 by 7 ']);
    expect(shownOn(given, [], '2026-11-25')).toEqual([]);
  });
  test('a skipped departure leaves the other as it is; a skipped day has none', () => {
    expect(departuresOf(given, [exception({ departs: '10:30' })], MONDAY, 1, CHICAGO)).toMatchObject([
      { departs: '13:30' },
    ]);
    expect(departuresOf(given, [exception({})], MONDAY, 1, CHICAGO)).toEqual([]);
    expect(departuresOf(given, [exception({ scheduleId: 2 })], MONDAY, 1, CHICAGO)).toHaveLength(2);
  });
  test('a moved departure keeps the time from its cut-off, unless it has one of its own', () => {
    const moved = exception({ kind: 'move', departs: '10:30', movedTo: '11:15' });
    expect(shownOn(given, [moved])[0]).toBe('11:15 closes 10:55 by 7 move');
    expect(shownOn(given, [{ ...moved, cutoff: '10:00' }])[0]).toBe('11:15 closes 10:00 by 7 move');
  });
  test('an extra departure closes 20 minutes before; one that is planned too is no second', () => {
    expect(shownOn(given, [exception({ kind: 'extra', departs: '16:00' })])).toContain(
      '16:00 closes 15:40 by 7 extra',
    );
    expect(shownOn(given, [exception({ kind: 'extra', departs: '10:30' })])).toHaveLength(2);
  });
  test('another driver of one departure comes before another driver of the day', () => {
    const day = exception({ kind: 'driver', driverId: 8 });
    const one = exception({ kind: 'driver', departs: '13:30', driverId: null });
    expect(shownOn(given, [day, one])).toEqual(['10:30 closes 10:10 by 8 ', '13:30 closes 12:50 by null ']);
  });
  test('a closed day has none, also no extra one', () => {
    const extra = exception({ kind: 'extra', departs: '16:00' });
    expect(departuresOf(given, [closed(MONDAY), extra], MONDAY, 1, CHICAGO)).toEqual([]);
  });
  test('there are none outside of the validity', () => {
    const until = { validFrom: '2026-11-24', validTo: '2026-11-30' };
    const days = departuresOf(plan(given.times, until), [], MONDAY, 15, CHICAGO).map(({ day }) => day);
    expect([...new Set(days)]).toEqual(['2026-11-24', '2026-11-30']);
  });
});

describe('a cut-off on an earlier working day', () => {
  const given = plan(WEEKDAYS.map((weekday) => time(weekday, '07:00', '17:00', 1)));

  test('counts days on which the schedule has departures', () => {
    expect(shownOn(given)[0]).toContain('closes 2026-11-20 17:00');
    expect(shownOn(given, [], '2026-11-24')[0]).toContain('closes 2026-11-23 17:00');
  });
  test('leaves out days that are closed for all', () => {
    expect(shownOn(given, [closed('2026-11-20'), closed('2026-11-19')])[0]).toContain('closes 2026-11-18');
  });
  test('counts further days', () => {
    expect(shownOn(plan([...given.times.slice(1), time(1, '07:00', '17:00', 3)]))[0]).toContain('2026-11-18');
  });
});

describe('clocks that change', () => {
  const at = (zone: string, day: string, departs: string) => {
    const given = plan([1, 2, 3, 4, 5, 6, 7].map((weekday) => time(weekday, departs, departs)));
    return departuresOf(given, [], day, 1, zone).map(({ departsAt }) => new Date(departsAt).toISOString());
  };
  test.each([
    ['America/Chicago', '2026-03-08', '01:59', '2026-03-08T07:59:00.000Z'],
    ['America/Chicago', '2026-03-08', '02:00', '2026-03-08T08:00:00.000Z'],
    ['America/Chicago', '2026-03-08', '02:30', '2026-03-08T08:00:00.000Z'],
    ['America/Chicago', '2026-03-08', '03:00', '2026-03-08T08:00:00.000Z'],
    ['America/Chicago', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
    ['America/Chicago', '2026-11-01', '02:00', '2026-11-01T08:00:00.000Z'],
    ['America/St_Johns', '2026-03-08', '02:30', '2026-03-08T05:30:00.000Z'],
    ['America/St_Johns', '2026-11-01', '01:30', '2026-11-01T04:00:00.000Z'],
    ['America/Phoenix', '2026-03-08', '02:30', '2026-03-08T09:30:00.000Z'],
    ['America/Phoenix', '2026-11-01', '01:30', '2026-11-01T08:30:00.000Z'],
  ])('%s %s %s leaves at %s', (zone, day, departs, moment) => {
    expect(at(zone, day, departs)).toEqual([moment]);
  });

  const days = [...eachDay('2026-03-01', '2026-03-31'), ...eachDay('2026-11-01', '2026-11-30')];
  const clock = fc.integer({ min: 0, max: 1439 });

  test('one departure a day, at the first moment that shows its time or a later one, never before its cut-off', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom(...days),
        clock,
        clock,
        fc.integer({ min: 0, max: 3 }),
        (zone, day, one, other, before) => {
          const [cutoff, departs] = [Math.min(one, other), Math.max(one, other)];
          const given = plan(
            [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
              time(weekday, apiClock(departs), apiClock(cutoff), before),
            ),
          );
          const found = departuresOf(given, [], day, 1, zone);
          expect(found).toHaveLength(1);
          const { departsAt = 0, cutoffAt = 0 } = found[0] ?? {};
          expect(cutoffAt).toBeLessThanOrEqual(departsAt);
          const shows = (moment: number) =>
            `${wallClock(new Date(moment), zone).date} ${clockAt(new Date(moment), zone)}`;
          const wanted = `${day} ${apiClock(departs)}`;
          expect(shows(departsAt) >= wanted).toBe(true);
          expect(shows(departsAt - 1) < wanted).toBe(true);
          expect(momentsOf(day, 0, zone, departs)[0] ?? departsAt).toBe(departsAt);
          expect(momentAt(day, departs, zone)).toBe(departsAt);
        },
      ),
      { numRuns: 2_000 },
    );
  });
  test('weekdays count from Monday', () => {
    expect(eachDay(MONDAY, '2026-11-29').map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
