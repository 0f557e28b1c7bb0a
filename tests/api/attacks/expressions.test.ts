/** ReDoS: these tests read every regular expression of the application from its source. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import isSafe from 'safe-regex2';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { splitAddress } from '~/domain/network/account-import/row';
import { centreOf, readZipCodes } from '~/domain/geography/streets/zip-codes.server';

const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });

const SOURCES = [...filesIn('app'), ...filesIn('db'), 'server.ts'];

type Found = { path: string; text: string };

function expressionsOf(path: string): Found[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ path, text: node.text });
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
      found.push({
        path,
        text: `new RegExp(${node.arguments?.map((each) => each.getText()).join(', ') ?? ''})`,
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const ALL = SOURCES.flatMap(expressionsOf);

test('the list is not empty: the source is read as it is meant', () => {
  expect(ALL.length).toBeGreaterThan(60);
});

test('none repeats what repeats already: nothing takes exponential time', () => {
  const unsafe = ALL.filter(({ text }) => text.startsWith('/')).filter(({ text }) => {
    const end = text.lastIndexOf('/');
    // The checker counts `(…)?` as a repetition, which it is not.
    const pattern = text.slice(1, end).replaceAll(/(?<!\\)\)\?/g, ')');
    return !isSafe(new RegExp(pattern, text.slice(end + 1)));
  });
  expect(unsafe).toEqual([]);
});

// The first is made of the names of states, which nobody types. The second is made of escaped words.
const PUT_TOGETHER = [
  'app/domain/geography/streets/zip-codes.server.ts',
  'app/routes/_app.help/guide/index.ts',
];

test('none is put together from what people type, but for one whose words are escaped', () => {
  const made = ALL.filter(({ text }) => text.startsWith('new RegExp'));
  expect(made.map(({ path }) => path)).toEqual(PUT_TOGETHER);
});

/**
 * Two adjacent repetitions that match the same characters take quadratic time on a text that matches neither. Such an
 * expression is allowed for short texts only, and is listed here with the reason.
 */
const REPEATS =
  /(?:\\[sdwSDWpP](?:\{[^}]*\})?|\[(?:\\.|[^\]])*\]|\.)[*+][^|)]{0,3}?(?:\\[sdwSDW]|\[(?:\\.|[^\]])*\]|\.)[*+]/;
const SHORT: Record<string, string> = {
  [String.raw`/^(.+?)\s*,\s*([^,]+?)\s*[,\s]\s*([a-z]{2})\.?\s*,?\s*(\d{5}(?:-\d{4})?)$/i`]:
    'split-address.ts: 500 characters without runs of spaces',
  [String.raw`/^(.+?)\s*,\s*([^,]+?)\s*,\s*([a-z]{2})$/i`]: 'split-address.ts: the same',
  [String.raw`/,\s*([^,]+?)\s*,?\s+([A-Z]{2})\b/i`]:
    'embedded.server.ts: 500 characters without runs of spaces',
  [String.raw`/,\s*([^,\d]+?)\s*,?\s+[A-Z]{2}\b/`]: 'map.server.ts: 500 characters without runs of spaces',
  [String.raw`/,? *\b(suite|ste|unit|apt|apartment|room|rm)\b\.? *#? *(\w*\d[\w-]*|[a-z])\b/gi`]:
    'place-key.ts: 500 characters without runs of spaces',
  [String.raw`/^\d+(\.\d+)?s$/`]: 'a dot between the two: one pass',
  [String.raw`/^[^@\s]+@[^@\s]+$/`]: 'the @ between the two is in neither: one pass',
  [String.raw`/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i`]: 'a colon between the two: one pass',
  [String.raw`/^https?:\/\/[\w.*-]+(:\d+)?(?=\/)/`]: 'a colon between the two; of a setting',
};

test('runs that compete for the same characters are known, each with its reason', () => {
  const competing = ALL.filter(({ text }) => REPEATS.test(text)).map(({ text }) => text);
  expect(competing.filter((text) => !(text in SHORT))).toEqual([]);
  expect(Object.keys(SHORT).filter((text) => !competing.includes(text))).toEqual([]);
});

const SLOW: [what: string, address: string][] = [
  ['spaces between a comma and a word', `a,${' '.repeat(490)}1`],
  ['commas', ','.repeat(500)],
  ['words', `a,${'a '.repeat(240)}1`],
  ['numbers of five digits', '12345 '.repeat(80)],
];

// The table of ZIP codes is read once, when the application starts.
beforeAll(() => void readZipCodes());

/** Returns seconds of processor time, because elapsed time depends on the other processes of the machine. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

test.each(SLOW)('an address of %s is judged within the time of a request', (_what, address) => {
  const seconds = secondsOf(() => {
    expect(centreOf(address)).toMatchObject({ ok: expect.any(Boolean) as boolean });
    expect(splitAddress(address.replaceAll(/\s+/g, ' '))).toHaveProperty('city');
  });
  expect(seconds).toBeLessThan(5);
});

test('a cell of a million commas is a street that is too long, at once', () => {
  const seconds = secondsOf(() => {
    expect(splitAddress(','.repeat(1_000_000)).city).toBe('');
  });
  expect(seconds).toBeLessThan(5);
});
