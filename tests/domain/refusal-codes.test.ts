/** Sentences of refusals have codes, and those that drivers and customers meet have words in Spanish. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conflict, invalid } from '~/domain/kernel/errors';
import { activity } from '~/words/en/activity';
import { customer } from '~/words/en/customer';
import { messages } from '~/words/en/messages';
import { notices } from '~/words/en/notices';
import { englishRefusals, refusals } from '~/words/en/refusals';
import { message, readSaid, saidBy, say, untranslated } from '~/domain/kernel/sentence';
import { inLanguage } from '~/words/spoken.server';
import { englishWordsIn } from '../support/english-words';

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('app', name), 'utf8') }));

test('no rule refuses with a plain text', () => {
  const plain = /\b(?:invalid|conflict|fieldRefusal\([^,()]+,|new DomainError\([^,()]+,)[ (\n]\s*['"`]/g;
  const found = sources.flatMap(({ name, text }) =>
    (text.match(plain) ?? []).map((each) => `${name}: ${each}`),
  );
  expect(found).toEqual([]);
});

test('a code of the office is not one of the translated sentences', () => {
  const codes = sources.flatMap(({ text }) =>
    [...text.matchAll(/untranslated\(\s*'(\w+)'/g)].map(([, code = '']) => code),
  );
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((code) => Object.hasOwn(englishRefusals, code))).toEqual([]);
});

test('an error is English, has its code, and is read in the language of the reader', () => {
  const error = conflict(say('moveNotAllowed', { from: 'hold', to: 'going' }));
  expect([error.message, error.code]).toEqual(["A hold task can't become going", 'moveNotAllowed']);
  expect(inLanguage('es', () => readSaid(error.said))).toBe(
    'Una tarea en espera no puede pasar a “en camino”',
  );
  expect(inLanguage('es', () => error.message)).toBe("A hold task can't become going");
  const office = invalid(untranslated('planFailed', 'This plan could not be made'));
  expect([office.code, inLanguage('es', () => readSaid(office.said))]).toEqual([
    'planFailed',
    'This plan could not be made',
  ]);
});

test('a message of a schema is recognized by its text, whatever was said before', () => {
  const long = message('tooLong', { label: 'Name', most: 1_000 });
  expect(long).toBe('Name must be at most 1,000 characters');
  expect(inLanguage('es', () => readSaid(saidBy(long)))).toBe(
    'El nombre puede tener 1,000 caracteres como máximo',
  );
  expect(readSaid(saidBy('Anything else'))).toBe('Anything else');
});

/** Returns all texts of a dictionary; functions are called with numbers, which also stand for names. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') {
    const facts = new Proxy({}, { get: () => 3 });
    return words.length === 1 && String(words).includes('({')
      ? [String((words as (given: object) => unknown)(facts))]
      : [1, 3].map((number) => String((words as (...given: unknown[]) => unknown)(number, 3, 3)));
  }
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

test.each(Object.entries({ activity, customer, messages, notices, refusals }))(
  'the Spanish of %s has no English word',
  (_, part) => {
    const texts = inLanguage('es', () => Object.keys(part).flatMap((key) => textsOf(Reflect.get(part, key))));
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.flatMap((text) => englishWordsIn(text.replaceAll(/\{\w+\}/g, '')))).toEqual([]);
  },
);
