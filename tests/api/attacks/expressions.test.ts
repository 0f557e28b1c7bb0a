/** ReDoS: every regular expression of the application, read off its source. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import isSafe from 'safe-regex2';
import ts from 'typescript';
import { expect, test } from 'vitest';

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
      found.push({ path, text: `new RegExp(${node.arguments?.map((each) => each.getText()).join(', ') ?? ''})` });
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
    return !isSafe(new RegExp(text.slice(1, end), text.slice(end + 1)));
  });
  expect(unsafe).toEqual([]);
});

test('none is put together from what people type, but for one whose words are escaped', () => {
  const made = ALL.filter(({ text }) => text.startsWith('new RegExp'));
  expect(made.map(({ path }) => path)).toEqual(['app/routes/_app.help/guide/search.ts']);
});

/**
 * Two runs beside each other that may take the same characters take quadratic time on a text that fits neither. Such an
 * expression is only for texts that are short, and stands here with the reason why it is.
 */
const REPEATS = /(?:\\[sdwSDWpP](?:\{[^}]*\})?|\[(?:\\.|[^\]])*\]|\.)[*+][^|)]{0,3}?(?:\\[sdwSDW]|\[(?:\\.|[^\]])*\]|\.)[*+]/;
const SHORT: Record<string, string> = {
  '/\\S.*/': 'the two have no character in common but the first: one pass',
  '/^(application\\/x-www-form-urlencoded|multipart\\/form-data)\\b/i': 'fixed words',
};

test('runs that compete for the same characters are known, each with its reason', () => {
  const competing = ALL.filter(({ text }) => REPEATS.test(text)).map(({ text }) => text);
  expect(competing.filter((text) => !(text in SHORT))).toEqual([]);
});
