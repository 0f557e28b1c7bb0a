/** One sentence says where a task is. It never says more than is known. */
import { expect, test } from 'vitest';
import { type WhereFacts, whereOf, wayOf } from '~/domain/customers/where/sentence.server';
import { FAILURE_REASONS, TASK_STATUSES, TASK_TYPES } from '~/domain/tasks/model/task';
import { inLanguage } from '~/words/spoken.server';

/** Monday, 9:30 AM in Chicago. */
const NOW = Date.parse('2027-01-04T15:30:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (clock: string, day = '2027-01-04') => new Date(`${day}T${clock}:00-06:00`).toISOString();
const range = (from: string, to: string) => ({ earliestAt: at(from), latestAt: at(to) });

const PLAIN: WhereFacts = {
  type: 'delivery',
  status: 'pending',
  failureReason: null,
  needBy: null,
  completedAt: null,
  signedBy: null,
  driverId: null,
  place: null,
  arrivedAt: null,
  run: null,
  nextRun: null,
  promise: null,
  way: null,
  arrival: null,
};
const UNDER_WAY = { isUnderWay: true, isSeen: true, goingAt: at('09:20'), hasTimes: true };
/** In the route of a driver who is under way. */
const THIRD = { ...PLAIN, driverId: 7, place: 3, way: UNDER_WAY, arrival: range('10:40', '10:55') };
const NORTH = { name: 'North', departsAt: at('10:30') };
const IN_RUN: WhereFacts = { ...PLAIN, status: 'next-route', run: NORTH, promise: range('11:05', '11:20') };
const FAILED: WhereFacts = { ...PLAIN, status: 'hold', failureReason: 'closed: gate 2' };
const DONE: WhereFacts = { ...PLAIN, status: 'completed', completedAt: at('09:12') };

const say = (facts: WhereFacts, now = NOW) => whereOf(facts, now).sentence;
const inSpanish = (facts: WhereFacts) => inLanguage('es', () => say(facts));

test('each status has its sentence', () => {
  const cases: [WhereFacts, string, string][] = [
    [PLAIN, 'Planned, no driver yet', 'Programada, todavía sin conductor'],
    [THIRD, 'On the way, 3rd stop, 10:40 AM–10:55 AM', 'En camino, parada 3, 10:40 a.m.–10:55 a.m.'],
    [
      { ...THIRD, status: 'going', place: 1 },
      'On the way, next stop, 10:40 AM–10:55 AM',
      'En camino, siguiente parada, 10:40 a.m.–10:55 a.m.',
    ],
    [
      IN_RUN,
      'Waits for North 10:30 AM, there 11:05 AM–11:20 AM',
      'Espera la salida North 10:30 a.m., llegada 11:05 a.m.–11:20 a.m.',
    ],
    [{ ...IN_RUN, run: null, promise: null }, 'Waits for the next route', 'Espera la siguiente ruta'],
    [{ ...PLAIN, status: 'hold' }, 'On hold', 'En espera'],
    [{ ...PLAIN, status: 'hold', needBy: at('14:00') }, 'On hold until 2:00 PM', 'En espera hasta 2:00 p.m.'],
    [
      { ...FAILED, nextRun: { name: 'North', departsAt: at('13:30') } },
      'Could not complete: closed. Next North 1:30 PM',
      'No se pudo completar: cerrado. Siguiente salida: North 1:30 p.m.',
    ],
    [
      { ...PLAIN, status: 'linked', driverId: 7 },
      'Waits until another driver hands it over',
      'Espera a que otro conductor la traspase',
    ],
    [
      { ...DONE, signedBy: 'J. Ruiz' },
      'Delivered 9:12 AM, signed J. Ruiz',
      'Entregada 9:12 a.m., firmó J. Ruiz',
    ],
  ];
  for (const [facts, english, spanish] of cases) {
    expect(say(facts)).toBe(english);
    expect(inSpanish(facts).replaceAll('\u00a0', ' ')).toBe(spanish);
  }
  expect(new Set(cases.map(([{ status }]) => status))).toEqual(new Set(TASK_STATUSES));
});

test('a completed task was delivered, picked up or handed over, and another day is named', () => {
  expect(TASK_TYPES.map((type) => say({ ...DONE, type }))).toEqual([
    'Delivered 9:12 AM',
    'Picked up 9:12 AM',
    'Handed over 9:12 AM',
  ]);
  expect(say({ ...DONE, completedAt: at('23:59', '2027-01-03') })).toBe('Delivered Jan 3, 2027 11:59 PM');
});

test('days are those of business clocks, also around midnight', () => {
  const night = Date.parse(at('23:50'));
  expect(
    say({ ...THIRD, arrival: { earliestAt: at('23:55'), latestAt: at('00:10', '2027-01-05') } }, night),
  ).toBe('On the way, 3rd stop, 11:55 PM–12:10 AM');
  const tomorrow = { name: 'North', departsAt: at('10:30', '2027-01-05') };
  const promise = { earliestAt: at('11:05', '2027-01-05'), latestAt: at('11:20', '2027-01-05') };
  expect(say({ ...IN_RUN, run: tomorrow, promise })).toBe(
    'Waits for North Jan 5, 2027 10:30 AM, there Jan 5, 2027 11:05 AM–11:20 AM',
  );
  // It is the same day by UTC.
  expect(say({ ...DONE, completedAt: at('00:30') }, Date.parse(at('23:30')))).toBe('Delivered 12:30 AM');
});

test('a promise that is over is not told, and after the departure it is only what was promised', () => {
  expect(say(IN_RUN, Date.parse(at('10:31')))).toBe('Waits for North 10:30 AM, promised 11:05 AM–11:20 AM');
  expect(whereOf(IN_RUN, Date.parse(at('11:21')))).toMatchObject({
    sentence: 'Waits for North 10:30 AM',
    from: null,
    to: null,
  });
  const left = { ...THIRD, arrival: null, promise: range('11:05', '11:20') };
  expect(say(left)).toBe('On the way, 3rd stop, promised 11:05 AM–11:20 AM');
  expect(say(left, Date.parse(at('11:20')))).toBe('On the way, 3rd stop');
});

test('a range is told only while reports support it', () => {
  const way = (reports: Partial<Parameters<typeof wayOf>[0]>) =>
    wayOf({ going: null, completed: null, position: null, shiftFrom: null, ...reports }, NOW);
  const sentences = [
    [{ going: NOW - 20 * MINUTE }, 'On the way, 3rd stop, 10:40 AM–10:55 AM'],
    // A position is a report too.
    [{ going: NOW - 2 * HOUR, position: NOW - MINUTE }, 'On the way, 3rd stop, 10:40 AM–10:55 AM'],
    // Forgotten in the evening, for example.
    [{ going: NOW - 2 * HOUR }, '3rd stop'],
    // Between two stops.
    [{ completed: NOW - 10 * MINUTE }, '3rd stop, 10:40 AM–10:55 AM'],
    [{ completed: NOW - 2 * HOUR }, '3rd stop'],
    // Standing at home with an open page.
    [{ position: NOW }, '3rd stop'],
    [{}, '3rd stop'],
    // The shift begins later, or has just begun.
    [{ shiftFrom: NOW + HOUR }, '3rd stop, 10:40 AM–10:55 AM'],
    [{ shiftFrom: NOW - 20 * MINUTE }, '3rd stop, 10:40 AM–10:55 AM'],
    [{ shiftFrom: NOW - 2 * HOUR }, '3rd stop'],
  ] as const;
  for (const [reports, sentence] of sentences) expect(say({ ...THIRD, way: way(reports) })).toBe(sentence);
  const unseen = { ...THIRD, status: 'going' as const, place: 1, way: way({ going: NOW - 20 * MINUTE }) };
  expect(say(unseen)).toBe('The driver set out 9:10 AM, next stop, 10:40 AM–10:55 AM');
  const old = way({ going: NOW - 2 * HOUR });
  expect(say({ ...THIRD, status: 'going', place: 1, way: old })).toBe('The driver set out 7:30 AM');
  expect(say({ ...THIRD, arrival: null })).toBe('On the way, 3rd stop');
  expect(say({ ...THIRD, arrival: range('09:00', '09:15') })).toBe('On the way, 3rd stop');
  // The driver no longer drives, or the task has no place in the order yet.
  expect(say({ ...THIRD, way: null })).toBe('Planned');
});

test('a driver has arrived at the next stop only, and that is told as what was', () => {
  const there = { ...THIRD, arrivedAt: at('09:28') };
  expect(say({ ...there, place: 1 })).toBe('The driver arrived 9:28 AM');
  expect(say({ ...there, status: 'going', place: 1 })).toBe('The driver arrived 9:28 AM');
  expect(say(there)).toBe('On the way, 3rd stop, 10:40 AM–10:55 AM');
});

test('a reason is told without its note, and no reason instead of "other"', () => {
  expect(say(FAILED)).toBe('Could not complete: closed');
  expect(say({ ...FAILED, failureReason: 'other: secret' })).toBe('Could not complete');
  expect(say({ ...FAILED, failureReason: 'what a former version wrote' })).toBe('Could not complete');
  for (const failureReason of FAILURE_REASONS)
    expect(say({ ...FAILED, failureReason })).not.toContain('other');
});

test('every sentence fits into a text message', () => {
  const name = 'N'.repeat(200);
  const departsAt = at('12:30', '2027-12-25');
  const promise = { earliestAt: at('12:35', '2027-12-25'), latestAt: at('12:55', '2027-12-25') };
  const longest = [
    { ...IN_RUN, run: { name, departsAt }, promise },
    { ...FAILED, failureReason: 'wrong or missing part', nextRun: { name, departsAt } },
    { ...DONE, signedBy: name, completedAt: at('12:35', '2026-12-25') },
    { ...THIRD, status: 'going' as const, way: { ...UNDER_WAY, isUnderWay: false }, promise },
    { ...THIRD, place: 100, arrival: null, promise },
  ];
  for (const facts of longest)
    for (const sentence of [say(facts), inSpanish(facts)])
      expect(sentence.length, sentence).toBeLessThanOrEqual(160);
});
