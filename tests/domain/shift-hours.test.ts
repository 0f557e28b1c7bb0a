/** Hours as people type and read them, and the weeks of the calendar. */
import { expect, test } from 'vitest';
import { dayAfter, daysOf, hoursText, parseHours, readHours, weekOf } from '~/domain/network/shifts/hours';
import { spokenShift } from '~/domain/network/shifts/duty.server';

test('hours are read as people type them, and said in one way', () => {
  const read = (text: string) => {
    const hours = parseHours(text);
    return hours && hoursText(hours);
  };
  for (const text of [
    '8:00–16:30',
    '8-16:30',
    ' 08:00 - 16.30 ',
    '0800-1630',
    '8a-4:30p',
    '8 AM to 4:30 PM',
    '8:00 AM–4:30 PM',
  ])
    expect([text, read(text)]).toEqual([text, '8:00 AM–4:30 PM']);
  expect(read('22-6')).toBe('10:00 PM–6:00 AM (+1)');
  expect(read('10:00 PM–6:00 AM (+1)')).toBe('10:00 PM–6:00 AM (+1)');
  expect([read('16-24'), read('4:00 PM–12:00 AM'), read('12p-12a')]).toEqual([
    '4:00 PM–12:00 AM',
    '4:00 PM–12:00 AM',
    '12:00 PM–12:00 AM',
  ]);
  // These texts lack a "p". The message does not depend on the length of the shift.
  for (const [text, end] of [
    ['10-2', '2'],
    ['8-5', '5'],
    ['12-4', '4'],
    ['9:30–1:30', '1:30'],
  ] as const)
    expect([text, readHours(text)]).toEqual([
      text,
      `For ${end} in the afternoon, enter ${end} PM; for the next morning, ${end} AM`,
    ]);
  expect([read('10-2 (+1)'), read('10a-2a'), read('10:00–02:00')]).toEqual(
    Array(3).fill('10:00 AM–2:00 AM (+1)'),
  );
  expect([read('10-2p'), read('16-7'), read('10-0')]).toEqual([
    '10:00 AM–2:00 PM',
    '4:00 PM–7:00 AM (+1)',
    '10:00 AM–12:00 AM',
  ]);
  for (const text of ['', '8', '8-', '8-25', '8:60-9', '13p-14p', 'off', '8-12-16'])
    expect([text, read(text)]).toEqual([text, null]);
});

test('every day is in its week, and weeks follow each other', () => {
  expect([weekOf('2026-11-23'), weekOf('2027-01-03'), weekOf('2024-12-30')]).toEqual([
    '2026-W48',
    '2026-W53',
    '2025-W01',
  ]);
  for (let day = '2019-12-25'; day < '2033-01-10'; day = dayAfter(day, 1)) {
    const days = daysOf(weekOf(day)) ?? [];
    expect([days.length, days.includes(day), new Date(days[0] ?? '').getUTCDay()]).toEqual([7, true, 1]);
  }
  for (const week of ['2025-W53', '2026-W00', '2026-W54', '26-W1', '9999-W52', ''])
    expect([week, daysOf(week)]).toEqual([week, null]);
});

test('a driver reads the shift of the night before while it goes on, and then today’s', () => {
  const on = (
    day: string,
    start: string,
    end: string,
    breakMinutes = 0,
    breakFrom: string | null = null,
  ) => ({
    day,
    start,
    end,
    breakMinutes,
    breakFrom,
  });
  const at = (clock: string) => ({ today: '2026-11-23', clock });
  const night = on('2026-11-22', '22:00', '06:00', 30);
  const day = on('2026-11-23', '08:00', '16:30', 45, '11:45');
  expect([
    spokenShift([night, day], at('05:59')),
    spokenShift([night, day], at('06:00')),
    spokenShift([on('2026-11-22', '08:00', '16:30')], at('06:00')),
    spokenShift([on('2026-11-23', '16:00', '00:00')], at('23:00')),
  ]).toEqual([
    'Yesterday 10:00 PM to 6:00 AM, with a break of 30 min',
    'Today 8:00 AM to 4:30 PM, break 11:45 AM to 12:30 PM',
    null,
    'Today 4:00 PM to 12:00 AM',
  ]);
});
