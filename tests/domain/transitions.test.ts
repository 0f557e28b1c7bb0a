import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATUS_LABELS, TASK_STATUSES } from '~/domain/tasks/task';
import { canMove, choosableFrom } from '~/domain/tasks/lifecycle/transitions';
import { groupByStop } from '~/domain/tasks/board/board';
import { placeKey } from '~/domain/tasks/map/place-key';

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
