/** Texts in several languages: dictionaries, the language that a browser asks for, and files without other texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import * as es from '~/words/es';
import { pseudo } from '~/words/pseudo';
import { acceptedLanguage, inLanguage, readIn, spokenNow } from '~/words/spoken.server';
import { link as customer } from '~/words/en/link';
import { driver } from '~/words/en/driver';
import { statuses } from '~/words/en/labels';
import { messages } from '~/words/en/messages';

const EN = 'app/words/en';
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
const parsed = (file: string) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** Returns the keys of the object that a dictionary's function returns. */
function keysOf(make: ts.Node): string[] {
  let found: ts.ObjectLiteralExpression | undefined;
  const look = (node: ts.Node): void => {
    if (found) return;
    if (ts.isObjectLiteralExpression(node)) found = node;
    else if (ts.isReturnStatement(node) || ts.isParenthesizedExpression(node)) ts.forEachChild(node, look);
    else if (ts.isArrowFunction(node)) look(node.body);
    else if (ts.isBlock(node)) node.statements.filter(ts.isReturnStatement).forEach(look);
  };
  look(make);
  return found?.properties.flatMap(({ name }) => (name ? [name.getText().replaceAll("'", '')] : [])) ?? [];
}

/** The English dictionaries: the name that code uses, and their keys. */
const dictionaries = sources(EN).flatMap((file) =>
  parsed(file).statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    const [declaration] = statement.declarationList.declarations;
    const call = declaration?.initializer;
    if (!declaration || !call || !ts.isCallExpression(call)) return [];
    const [name, make] = call.arguments;
    if (!name || !make || !ts.isStringLiteral(name)) return [];
    return [{ file, local: declaration.name.getText(), name: name.text, keys: keysOf(make) }];
  }),
);

test('each dictionary has the name of its constant, and one in Spanish', () => {
  expect(dictionaries.length).toBeGreaterThan(15);
  for (const { local, name } of dictionaries) expect(name).toBe(`words:${local}`);
  expect(Object.keys(es).sort()).toEqual(dictionaries.map(({ local }) => local).sort());
});

test('every text of a dictionary is used', () => {
  const code = [
    'app/routes',
    'app/components',
    'app/modules',
    'app/program',
    'app/forms',
    'app/ui',
    'app/domain',
    'app/http',
    'app/root.tsx',
  ]
    .flatMap((place) => (place.includes('.') ? [place] : sources(place)))
    .map((file) => readFileSync(file, 'utf8'));
  const unused = dictionaries.flatMap(({ file, local, keys }) => {
    const importers = code.filter((text) => text.includes(`from '~/${file.slice(4, -3)}'`));
    const nameIn = (text: string) =>
      new RegExp(`import \\{[^}]*\\b${local} as (\\w+)`).exec(text)?.[1] ?? local;
    // A dictionary that is read by a computed key counts as a whole.
    const isUsed = (key: string) =>
      importers.some((text) => [`.${key}`, '['].some((access) => text.includes(nameIn(text) + access)));
    return keys.filter((key) => !isUsed(key)).map((key) => `${local}.${key}`);
  });
  const TABLES =
    /^(types|statuses|priorities|roles|failures|facts|pages|groups|placeNotes|driversGuide|signInScript)\./;
  expect(unused.filter((each) => !TABLES.test(each))).toEqual([]);
});

test('a text is in the language of the request, and English elsewhere', () => {
  expect(driver.undo).toBe('Undo');
  expect(inLanguage('es', () => [driver.undo, driver.stopOf(2, 9), statuses.going])).toEqual([
    'Deshacer',
    'Parada 2 de 9',
    'En camino',
  ]);
  inLanguage('en', () => {
    readIn('es');
    expect(driver.include(2)).toBe('Se agregaron 2 tareas aquí. ¿Incluirlas?');
  });
  readIn('es');
  expect([spokenNow(), driver.include(1)]).toEqual(['en', '1 task was added here. Include it?']);
});

test.each([
  [null, 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['fr-CA, ES;q=0.5', 'es'],
  ['de', 'en'],
  ['en-US,es', 'en'],
  ['en-XA', 'en'],
])('a browser that asks for %s gets %s', (header, language) => {
  expect(acceptedLanguage(header, false)).toBe(language);
});

/** Other letters make all of a text message cost twice as much: 70 instead of 160 of them fit. */
const GSM_7 = /^[\n !"#$%&'()*+,./0-9:;<=>?A-Za-z¡¿ÑñÜüÉéàèìòù{}-]*$/;

test('text messages in Spanish use only letters of which 160 fit into one', () => {
  const texts = inLanguage('es', () => [
    ...Object.values(messages.presets).map(({ text }) => text),
    messages.to,
    messages.stopNote,
    messages.stopped('Parts'),
    messages.help('Parts', '816 555 0000'),
  ]);
  for (const text of texts) expect(text).toMatch(GSM_7);
});

test('a Spanish sentence that ends with a time has one period', () => {
  expect(inLanguage('es', () => customer.asOf('3:30 p.m.'))).not.toContain('..');
});

test('languages for tests are made from English, and only with the setting', () => {
  expect(acceptedLanguage('en-XA', true)).toBe('en-XA');
  const texts = { plain: 'Undo it', said: (count: number) => `${String(count)} stops` };
  const longer = pseudo(texts, 'en-XA');
  expect(longer.plain.length).toBeGreaterThanOrEqual('Undo it'.length * 1.35);
  expect(longer.said(2)).toMatch(/^2 stöps~+$/);
  expect(pseudo(texts, 'ar-XB').plain).toBe('\u202eUndo it\u202c');
});
