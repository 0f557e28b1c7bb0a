import { expect, test } from 'vitest';
import {
  hourLabel,
  longTimeLabel,
  momentsOf,
  suggestedHour,
  wallClock,
  zoneName,
} from '~/domain/kernel/time';
import { formatClock, formatMoment, formatTime } from '~/ui/time';

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

test.each([
  ['2026-06-01', '2026-06-01T15:20:00Z', 11],
  // On the hour, the next hour is suggested.
  ['2026-06-01', '2026-06-01T15:00:00Z', 11],
  ['2026-06-08', '2026-06-01T15:20:00Z', 11],
  // In the last hour of the day no hour is left today. For any other day midnight is next.
  ['2026-06-01', '2026-06-02T04:50:00Z', null],
  ['2026-06-02', '2026-06-02T04:50:00Z', 0],
  ['2026-06-01', '2026-06-02T03:50:00Z', 23],
  // Clocks go forward from 2 to 3, so the suggestion is two hours ahead.
  ['2026-03-08', '2026-03-08T07:30:00Z', 3],
  ['2026-03-15', '2026-03-08T07:30:00Z', 2],
  // Clocks go back. In both hours called one o'clock, two is the next hour with another name.
  ['2026-11-01', '2026-11-01T06:30:00Z', 2],
  ['2026-11-01', '2026-11-01T07:30:00Z', 2],
])('choosing %s at %s suggests %s h', (date, now, hour) => {
  expect(suggestedHour(date, new Date(now), CHICAGO)).toBe(hour);
});

const iso = (moments: number[]) => moments.map((each) => new Date(each).toISOString());

test('an hour strikes once, and never or twice on the nights when clocks change', () => {
  expect(iso(momentsOf('2026-06-01', 9, CHICAGO))).toEqual(['2026-06-01T14:00:00.000Z']);
  expect(momentsOf('2027-03-14', 2, CHICAGO)).toEqual([]);
  expect(iso(momentsOf('2026-11-01', 1, CHICAGO))).toEqual([
    '2026-11-01T06:00:00.000Z',
    '2026-11-01T07:00:00.000Z',
  ]);
  // These zones go forward by half an hour, change at midnight, or are far from Greenwich.
  expect(momentsOf('2026-10-04', 2, 'Australia/Lord_Howe')).toEqual([]);
  expect(momentsOf('2026-04-24', 0, 'Africa/Cairo')).toEqual([]);
  expect(iso(momentsOf('2026-06-01', 0, 'Pacific/Kiritimati'))).toEqual(['2026-05-31T10:00:00.000Z']);
  expect(momentsOf('no day', 2, CHICAGO)).toEqual([]);
});

test('every hour of every day reads back as itself', () => {
  for (const zone of [CHICAGO, 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham']) {
    for (let day = 0; day < 366; day += 1) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      for (const hour of [0, 1, 2, 3, 12, 23]) {
        for (const moment of momentsOf(date, hour, zone))
          expect(wallClock(new Date(moment), zone)).toEqual({ date, hour });
      }
    }
  }
});

test('hours have 12-hour labels', () => {
  expect([0, 9, 12, 23].map(hourLabel)).toEqual(['12 AM', '9 AM', '12 PM', '11 PM']);
});

test.each([
  ['America/Chicago', 'Central Time'],
  ['Europe/Berlin', 'Central European Time'],
  // The first zone has no name, and the second does not exist.
  ['Etc/GMT-3', 'Etc/GMT-3'],
  ['America/Nowhere_At_All', 'America/Nowhere At All'],
])('the zone %s is called %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});

test('a time less than 12 hours ahead has no date, even after midnight; past and later times have one', () => {
  const now = Date.now();
  /** Returns a zone in which it is this hour now. */
  const zoneAt = (hour: number) => {
    const west = (new Date(now).getUTCHours() - hour + 36) % 24;
    return `Etc/GMT${west >= 12 ? '+' : '-'}${String(Math.abs(west - 12))}`;
  };
  const shown = (hour: number, ahead: number, day?: string) =>
    formatTime(
      new Date(now + ahead * 3_600_000).toISOString(),
      { zone: zoneAt(hour), business: zoneAt(hour) },
      day,
    );
  const clock = /^\d+:\d\d [AP]M$/;
  expect(shown(23, 2)).toMatch(clock);
  expect(shown(23, 11.9)).toMatch(clock);
  expect(shown(23, 12.1)).toMatch(/ \d{4} /);
  expect(shown(1, -2)).toMatch(/ \d{4} /);
  expect(shown(1, 20)).toMatch(clock);
  expect(shown(12, 1, '2000-01-01')).toMatch(/ \d{4} /);
});

test('a time is named by its zone where the business has another, and in the hour that clocks show twice', () => {
  const business = 'America/Chicago';
  const clock = (iso: string, zone = business) => formatClock(iso, { zone, business });
  expect(clock('2026-07-01T17:00:00Z')).toBe('12:00 PM');
  expect(clock('2026-07-01T17:00:00Z', 'America/Menominee')).toBe('12:00 PM');
  expect(clock('2026-07-01T17:00:00Z', 'America/New_York')).toBe('1:00 PM EDT');
  expect(clock('2026-01-01T17:00:00Z', 'America/New_York')).toBe('12:00 PM EST');
  expect(
    ['05:59', '06:00', '06:59', '07:00', '07:59', '08:00'].map((at) => clock(`2026-11-01T${at}:00Z`)),
  ).toEqual(['12:59 AM', '1:00 AM CDT', '1:59 AM CDT', '1:00 AM CST', '1:59 AM CST', '2:00 AM']);
  // When an hour is skipped, no time is shown twice.
  expect(['07:59', '08:00'].map((at) => clock(`2026-03-08T${at}:00Z`))).toEqual(['1:59 AM', '3:00 AM']);
});

test.each([
  ['2027-01-01', 0, 'January 1st, 2027 at 12:00 AM'],
  ['2027-02-02', 9, 'February 2nd, 2027 at 9:00 AM'],
  ['2027-03-13', 12, 'March 13th, 2027 at 12:00 PM'],
  ['2027-11-23', 16, 'November 23rd, 2027 at 4:00 PM'],
])('%s at %i is written as %s', (date, hour, text) => {
  expect(longTimeLabel(date, hour)).toBe(text);
});

test('a moment is written with its day, also today', () => {
  const zone = { zone: CHICAGO, business: CHICAGO };
  expect(formatMoment('2026-03-09T19:40:00Z', zone)).toBe('Mar 9, 2026 2:40 PM');
  expect(formatMoment(new Date().toISOString(), zone)).toMatch(
    /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/,
  );
});
