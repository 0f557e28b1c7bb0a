import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSignedFor, signedForSql } from '~/domain/tasks/model/completion';
import { STATUS_LABELS, TASK_STATUSES, TASK_TYPES } from '~/domain/tasks/model/task';
import { groupByStop } from '~/domain/tasks/model/stops';
import {
  canMove,
  CHOOSABLE_STATUSES,
  choosableFrom,
  LIST_STATUSES,
  refusedMove,
  STARTING_STATUSES,
  TRANSITIONS,
} from '~/domain/tasks/model/transitions';
import { placeKey } from '~/domain/geography/place-key';

const dispatcher = { roles: ['dispatcher' as const] };
const driver = { roles: ['driver' as const] };

test('nobody moves a task to linked or away from it', () => {
  for (const status of TASK_STATUSES) {
    for (const actor of [dispatcher, driver]) {
      if (status === 'linked') continue;
      expect(canMove(actor, status, 'linked', { failureReason: 'closed' })).toBe(false);
      expect(canMove(actor, 'linked', status, { failureReason: 'closed' })).toBe(false);
    }
  }
});

test('a driver can do nothing with a status that a dispatcher can not', () => {
  for (const from of TASK_STATUSES) {
    for (const to of TASK_STATUSES) {
      const reason = { failureReason: 'closed' };
      if (canMove(driver, from, to, reason)) expect(canMove(dispatcher, from, to, reason)).toBe(true);
    }
  }
});

test('the form offers just what the rule allows', () => {
  for (const from of TASK_STATUSES) {
    const allowed = Object.keys(STATUS_LABELS).filter((to) =>
      canMove(dispatcher, from, to as (typeof TASK_STATUSES)[number]),
    );
    expect(new Set(choosableFrom(from))).toEqual(new Set(allowed));
  }
});

const allowed = (actor: Parameters<typeof canMove>[0], circumstances?: Parameters<typeof canMove>[3]) =>
  TASK_STATUSES.flatMap((from) =>
    TASK_STATUSES.filter((to) => from !== to && canMove(actor, from, to, circumstances)).map(
      (to) => `${from} > ${to}`,
    ),
  );
const DISPATCHERS = [
  'pending > going',
  'pending > hold',
  'pending > next-route',
  'pending > completed',
  'going > pending',
  'going > completed',
  'hold > pending',
  'hold > next-route',
  'hold > completed',
  'next-route > pending',
  'next-route > hold',
  'next-route > completed',
  'completed > pending',
];
const DRIVERS = ['pending > going', 'going > pending', 'going > completed'];

test('dispatchers and drivers move one task, or many at once, as the table says', () => {
  expect(allowed(dispatcher)).toEqual(DISPATCHERS);
  expect(allowed(dispatcher, { isBatch: true })).toEqual(DISPATCHERS);
  expect(allowed(driver)).toEqual(DRIVERS);
  expect(allowed(driver, { isBatch: true })).toEqual([...DRIVERS, 'next-route > pending']);
});

test('a failure reason leads from going to hold, and nowhere else', () => {
  const failed = { failureReason: 'closed' };
  expect(new Set(allowed(dispatcher, failed))).toEqual(new Set([...DISPATCHERS, 'going > hold']));
  expect(new Set(allowed(driver, failed))).toEqual(new Set([...DRIVERS, 'going > hold']));
  expect(refusedMove('going', 'hold').english).toBe("A going task can't become hold without a reason");
  expect(refusedMove('hold', 'going').english).toBe("A hold task can't become going");
});

test('every status follows itself, for everybody', () => {
  for (const status of TASK_STATUSES)
    for (const actor of [dispatcher, driver]) expect(canMove(actor, status, status)).toBe(true);
});

test('the screens offer the statuses of the table', () => {
  expect(STARTING_STATUSES).toEqual(['pending', 'hold', 'next-route']);
  expect(CHOOSABLE_STATUSES).toEqual(['pending', 'going', 'hold', 'next-route', 'completed']);
  expect(LIST_STATUSES).toEqual(['pending', 'hold', 'next-route', 'completed']);
  expect(choosableFrom('going')).toEqual(['going', 'pending', 'completed']);
  expect(new Set(TRANSITIONS.map(({ from, to }) => `${from} ${to}`)).size).toBe(TRANSITIONS.length);
});

test('deliveries are signed for, and no other type', () => {
  expect(TASK_TYPES.filter((type) => isSignedFor({ type }))).toEqual(['delivery']);
  expect(signedForSql('t')).toBe("t.type = any('{delivery}'::text[])");
});

test('docs/behavior.md shows the table', () => {
  const cell = { yes: 'yes', no: '–', reason: 'with a reason', batch: 'in a batch' };
  const names = { new: 'a new task', ...STATUS_LABELS };
  const shown = readFileSync('docs/behavior.md', 'utf8').replaceAll(/ +/g, ' ');
  for (const row of TRANSITIONS)
    expect(shown).toContain(
      `| ${names[row.from]} | ${STATUS_LABELS[row.to]} | ${cell[row.dispatcher]} | ${cell[row.driver]} |`,
    );
});

test('grouping into stops keeps every task once, and the order of first appearance', () => {
  const task = fc.record({
    id: fc.nat(),
    location: fc.constantFrom('a', 'b'),
    address: fc.constantFrom('1', '2', ''),
  });
  fc.assert(
    fc.property(fc.uniqueArray(task, { selector: ({ id }) => id }), (tasks) => {
      const stops = groupByStop(tasks);
      expect(
        stops
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(tasks.map(({ id }) => id).sort());
      for (const stop of stops) {
        expect(new Set(stop.map(placeKey)).size).toBe(1);
      }
      const firsts = stops.flatMap(([first]) => (first ? [tasks.indexOf(first)] : []));
      expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    }),
  );
});
