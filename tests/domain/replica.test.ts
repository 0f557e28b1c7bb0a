import { stateFrom, type Facts } from 'db/replica';
import { expect, test } from 'vitest';

const now = new Date('2026-03-09T15:00:00Z');
const position = { lsn: '0/16B3748', cluster: '7', now };
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const facts = (more: Partial<Facts> = {}): Facts => ({
  cluster: '7',
  isReplica: true,
  isReceiving: true,
  mayRead: true,
  hasAll: false,
  asOf: ago(5),
  ...more,
});

test('a replica that has everything is current, however long nobody has written', () => {
  expect(stateFrom(facts({ hasAll: true, asOf: ago(86_400) }), position)).toEqual({ kind: 'current' });
});

test('one that lacks something is as old as its last commit, for up to a minute', () => {
  expect(stateFrom(facts({ asOf: ago(60) }), position)).toEqual({ kind: 'late', asOf: ago(60), ms: 60_000 });
  expect(stateFrom(facts({ asOf: ago(61) }), position)).toEqual({
    kind: 'unfit',
    why: 'is 61 s behind the primary',
  });
});

test.each<[Partial<Facts>, string]>([
  [{ isReplica: false, hasAll: true }, 'is not a replica, or no longer: it accepts writes'],
  [{ cluster: '8', hasAll: true }, 'is the replica of another server'],
  [{ isReceiving: false, hasAll: true }, 'receives nothing from the primary'],
  [{ mayRead: false, hasAll: true }, 'does not let its user read all tables and sequences'],
  [{ mayRead: null, hasAll: true }, 'does not let its user read all tables and sequences'],
  [{ hasAll: null, asOf: null }, 'does not say how old its data is'],
])('with %j it is not read: it %s', (more, why) => {
  expect(stateFrom(facts(more), position)).toEqual({ kind: 'unfit', why });
});
