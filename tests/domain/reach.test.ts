/** The permissions that each reach of the table grants. tests/api/permissions.test.ts tests the table itself. */
import { expect, test } from 'vitest';
import {
  authorize,
  authorizeAll,
  authorizeFor,
  may,
  mayAll,
  reach,
  hasRole,
  rolesWith,
  rolesWithAll,
  scopeOf,
} from '~/domain/kernel/permissions';
import { requireOwnTask } from '~/domain/tasks/store/locks.server';

const driver = { id: 1, roles: ['driver' as const], dealerships: [] };
const dispatcher = { id: 2, roles: ['dispatcher' as const], dealerships: [] };
const both = { id: 3, roles: ['driver' as const, 'dispatcher' as const], dealerships: [] };
/** The table does not contain this user's role. */
const stranger = { id: 4, roles: JSON.parse('["stranger"]') as 'driver'[], dealerships: [] };

test('the widest reach of several roles counts', () => {
  expect([driver, dispatcher, both].map((actor) => reach(actor, 'readTasks'))).toEqual(['own', 'any', 'any']);
  expect([driver, dispatcher, both].map((actor) => authorize(actor, 'readTasks'))).toEqual([
    'own',
    'any',
    'any',
  ]);
});

test('a permission that the table does not grant is refused everywhere', () => {
  expect(reach(stranger, 'readTasks')).toBe('no');
  expect([may(stranger, 'readTasks'), mayAll(stranger, 'readTasks')]).toEqual([false, false]);
  const asking = [
    () => authorize(stranger, 'readTasks'),
    () => {
      authorizeAll(stranger, 'readTasks');
    },
    () => {
      authorizeFor(stranger, 'readTasks', stranger.id);
    },
    () => scopeOf(stranger, 'readTasks'),
  ];
  for (const ask of asking) expect(ask).toThrow('permission');
});

test('an act without a filter refuses users who may do it with their own rows only', () => {
  expect(() => {
    authorizeAll(driver, 'readTasks');
  }).toThrow();
  authorizeAll(both, 'readTasks');
});

test('one’s own is one’s own, and anybody’s for those who reach all', () => {
  authorizeFor(driver, 'reorderTasks', 1);
  authorizeFor(dispatcher, 'reorderTasks', 1);
  expect(() => {
    authorizeFor(driver, 'reorderTasks', 2);
  }).toThrow();
});

test('a scope covers own tasks or all, and is kept under a key of its own', () => {
  const tasks = [1, 2, null].map((driver_id) => ({ driver_id, dealership: 'Ford' }));
  const covered = (actor: typeof both | typeof driver | typeof dispatcher) =>
    tasks.filter(scopeOf(actor, 'readTasks').covers).length;
  expect([covered(driver), covered(dispatcher), covered(both)]).toEqual([1, 3, 3]);
  const keyOf = (actor: typeof both | typeof driver | typeof dispatcher) => scopeOf(actor, 'readTasks').key;
  expect(keyOf(dispatcher)).toBe(keyOf(both));
  expect(new Set([keyOf(driver), keyOf({ ...driver, id: 5 }), keyOf(dispatcher)]).size).toBe(3);
});

test('a task is in reach for the act that is asked, not for another one', () => {
  const task = { driver_id: driver.id };
  expect(requireOwnTask(driver, task, 'changeStatus')).toBe(task);
  expect(() => requireOwnTask({ ...driver, id: 5 }, task, 'changeStatus')).toThrow('not found');
  expect(requireOwnTask(dispatcher, task, 'editTask')).toBe(task);
  expect(() => requireOwnTask(dispatcher, task, 'driveRoute')).toThrow('permission');
});

test('SQL asks for the roles of the table', () => {
  expect(rolesWith('readTasks')).toEqual(['driver', 'dispatcher', 'admin']);
  expect(rolesWithAll('readTasks')).toEqual(['dispatcher', 'admin']);
  expect(hasRole('u.roles', rolesWith('readBoard'))).toBe("u.roles && '{dispatcher,admin}'::text[]");
});
