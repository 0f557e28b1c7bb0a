import { DatabaseError } from 'sequelize';
import { expect, test } from 'vitest';
import { bound, prepared } from 'db/statement';
import { asDomainError } from '~/domain/kernel/faults.server';

test('values are numbered in the order of the text, each once', () => {
  const sql = 'select $b::text, $a, $b, 5::money';
  expect(bound(sql, { a: 1, b: 'x\0y' })).toEqual({
    text: 'select $1::text, $2, $1, 5::money',
    values: ['x\\0y', 1],
    name: undefined,
  });
  expect(() => bound('select $a')).toThrow('no value for $a');
});

test('the name of a prepared statement follows from its text', () => {
  const nameOf = (sql: string) => bound(prepared(sql)).name;
  expect(nameOf('select 1')).toBe(nameOf('select 1'));
  expect(nameOf('select 1')).not.toBe(nameOf('select 2'));
});

test('a connection that is gone is no bug, whatever the system calls it', () => {
  for (const code of ['EPIPE', 'ECONNRESET', '57P01', undefined]) {
    const cause = Object.assign(new Error('write failed'), { code, sql: '' });
    expect(asDomainError(new DatabaseError(cause))?.kind, code).toBe('unavailable');
  }
});
