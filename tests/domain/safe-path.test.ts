import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safePath } from '~/http/redirect.server';

const HERE = 'https://dispatch.test';
const PIECES = ['/', '.', '\\', '%', '2e', '2f', 'é', '\t', '\n', '@', ':', 'evil.test', '?', '#', ' '];
const path = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));

/** Expects that the answer is an ASCII path on this origin, and that browsers read it unchanged. */
function expectOnlyHere(given: string) {
  const way = safePath(given);
  expect(way).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  const read = new URL(way, HERE);
  expect(read.origin).toBe(HERE);
  expect(read.href).toBe(HERE + way);
}

test('a way back leads to this origin, whatever it is made of @long', () => {
  fc.assert(
    fc.property(path, (rest) => {
      expectOnlyHere(rest);
      expectOnlyHere(`/${rest}`);
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  '/.//evil.test/é',
  '/%2e//evil.test/é',
  '/.%2E//evil.test/é',
  '/.//evil.test/?a=é',
  '/a/..//evil.test/é',
  '/.//evil.test',
])('%s leads home', (given) => {
  expect(safePath(given)).toBe('/');
});

test.each([
  ['/dispatcher/tasks/new?type=pickup#notes', '/dispatcher/tasks/new?type=pickup#notes'],
  ['/history?q=Größe', '/history?q=Gr%C3%B6%C3%9Fe'],
  ['/accounts?search=50%25', '/accounts?search=50%25'],
])('%s stays what it is', (given, way) => {
  expect(safePath(given)).toBe(way);
});
