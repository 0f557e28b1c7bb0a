import { expect, test } from 'vitest';
import { rarePattern } from '~/domain/views/board/find.server';
import { searchKey, searchWords } from '~/domain/views/board/search';

const SAMPLES = Array.from({ length: 100 }, (_, n) =>
  searchKey(
    `${['brake', 'glass', 'tire', 'muffler', 'paint'][n % 5] ?? ''} works ${String(n)} main street inv-${String(n * 7_919)}`,
  ),
);

test('common words are left to the check of each task found', () => {
  expect(rarePattern(['muffler', 'works', '49'], SAMPLES)).toMatch(/^%[a-z]{3}%s49%$/);
  expect(rarePattern(['inv', '4999995'], SAMPLES)).toBe('%4999995%');
  expect(rarePattern(['inv4999995'], SAMPLES)).toBe('%v4999995%');
  expect(rarePattern(['works'], SAMPLES)).toBe('%works%');
  expect(rarePattern(['qqqqzz'], SAMPLES)).toBe('%qqqqzz%');
  expect(rarePattern(['muffler', 'works', '49'], [])).toBe('%mufflerworks49%');
});

test('whatever is searched for matches its pattern', () => {
  for (const text of ['5%', '_a_', 'a\\b c', '100% works', 'größe 12', '😀 works 7', '  49', '-', 'é']) {
    const wanted = searchKey(text);
    const pieces = rarePattern(searchWords(text), SAMPLES)
      .split(/(?<!\\)(?:\\\\)*%/)
      .map((piece) => piece.replace(/\\(.)/g, '$1'));
    let at = 0;
    for (const piece of pieces) {
      at = wanted.indexOf(piece, at);
      expect(at, wanted).toBeGreaterThanOrEqual(0);
      at += piece.length;
    }
  }
});
