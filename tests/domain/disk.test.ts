import { expect, test } from 'vitest';
import { isLittle } from '~/process/disk.server';

const GB = 1_000_000_000;

test.each([
  [{ free: 2 * GB, size: 15 * GB }, false],
  [{ free: 2 * GB, size: 25 * GB }, true],
  [{ free: 0.9 * GB, size: 2 * GB }, true],
  [{ free: 50 * GB, size: 400 * GB }, false],
])('less than a tenth or a gigabyte is little: %o is %s', (space, little) => {
  expect(isLittle(space)).toBe(little);
});
