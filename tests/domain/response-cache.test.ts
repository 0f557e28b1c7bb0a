/** Answers are kept as bytes, up to a limit. */
import { expect, test } from 'vitest';
import { createResponseCache } from '~/http/response-cache.server';

const text = (length: number) => 'kept '.repeat(length / 5);

test('simultaneous readers of a version share one answer; a failed one is made again', async () => {
  const { getOrMake } = createResponseCache();
  let made = 0;
  const make = async () => {
    made += 1;
    await Promise.resolve();
    if (made === 1) throw new Error('The database is away');
    return String(made);
  };
  const plain = async (version: number) =>
    Buffer.from((await getOrMake('board', version, make)).plain).toString();
  const failed = await Promise.allSettled([plain(1), plain(1)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([plain(1), plain(1), plain(1)])).toEqual(['2', '2', '2']);
  expect(await plain(2)).toBe('3');
  expect([await plain(2), made]).toEqual(['3', 3]);
});

test('the cache has a limit, compressed forms included; what was asked for longest ago goes first', async () => {
  const { getOrMake, bytes } = createResponseCache(50_000);
  const made: string[] = [];
  const ask = (key: string) =>
    getOrMake(key, 1, () => {
      made.push(key);
      return Promise.resolve(text(20_000));
    });
  await ask('a');
  await ask('b');
  await ask('a');
  const third = await ask('c');
  await ask('a');
  expect(made).toEqual(['a', 'b', 'c']);
  const before = bytes();
  const compressed = await third.as('br');
  expect(compressed.length).toBeLessThan(1_000);
  expect(bytes()).toBe(before + compressed.length);
  await ask('b');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  expect(bytes()).toBeLessThanOrEqual(50_000);
});

test('what does not fit at all is answered, and not cached', async () => {
  const { getOrMake, bytes } = createResponseCache(1_000);
  expect((await getOrMake('large', 1, () => Promise.resolve(text(5_000)))).plain.length).toBe(5_000);
  expect(bytes()).toBe(0);
});
