/** Sizes, weights, spaces and colors come from `app/ui/tokens.css.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const TOKENS = 'app/ui/tokens.css.ts';
const all = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((name) => join('app', name));
const sheets = all.filter((name) => name.endsWith('.css.ts') && name !== TOKENS);
const components = all.filter((name) => name.endsWith('.tsx'));

/** Returns the places with a match, as "file: text". */
const found = (pattern: RegExp, isAllowed = (_text: string) => false, files = sheets) =>
  files.flatMap((name) =>
    [...readFileSync(name, 'utf8').matchAll(pattern)]
      .map(([text]) => text)
      .filter((text) => !isAllowed(text))
      .map((text) => `${name}: ${text}`),
  );

test('there are six sizes of text on screens, and three weights', () => {
  const tokens = readFileSync(TOKENS, 'utf8');
  const block = (name: string) =>
    new RegExp(`export const ${name} = \\{([^}]*)\\}`).exec(tokens)?.[1]?.match(/\w+: (rem\(|\d)/g) ?? [];
  expect(block('text').length).toBe(6);
  expect(block('weight').length).toBe(3);
});

test('sizes of text are tokens', () => {
  expect(found(/fontSize: ['"`]?[\d.]+(px|rem|pt|em)?/g)).toEqual([]);
});

test('weights are tokens', () => {
  expect(found(/fontWeight: ['"]?(\d+|bold|bolder|lighter)/g)).toEqual([]);
});

/** The largest space, in pixels. More is a width of the layout. */
const LARGEST = 32;
const isWide = (text: string) =>
  [...text.matchAll(/([\d.]+)(px|rem)/g)].every(
    ([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1) > LARGEST,
  );

test('padding, margin and gaps are tokens, unless they are computed from widths', () => {
  const spaces = /\b(padding|margin|gap|rowGap|columnGap)[A-Z]?\w*: (['"`])[^'"`]*\2/g;
  expect(found(spaces, (text) => text.includes('calc(') || isWide(text))).toEqual([]);
});

test('colors and shadows are tokens', () => {
  expect(found(/#[\da-fA-F]{3,8}\b(?=['"])|\brgba?\(/g)).toEqual([]);
});

test('icons are of the one set, not characters', () => {
  const characters = '[▦⠿⋯×‹›▲▼▾▸⤒✉←→↑↓✕☰]';
  expect(found(new RegExp(`content: .*${characters}`, 'g'))).toEqual([]);
  const alone = new RegExp(`>\\s*${characters}|^\\s*${characters}\\s*$`, 'gm');
  expect(found(alone, () => false, components)).toEqual([]);
});
