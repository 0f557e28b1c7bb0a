import { expect, test } from 'vitest';
import { chosenBy, choicesOf } from '~/domain/intake/layouts/choices';
import { readPrinterText } from '~/domain/intake/reading/printer-text';

const read = readPrinterText(Buffer.from('SHIP VIA WILL CALL    ORDER 609161-1\r\nCUST 10442   QTY 2\r\n'));
const words = 'words' in read ? read.words : [];
const textOf = (key: string) => {
  const chosen = chosenBy(key);
  return chosen?.value ?? chosen?.words.map((at) => words[at]?.text).join(' ');
};

test('a value may begin at any word and goes to the next gap; a number may also stand alone, or be a part', () => {
  const choices = choicesOf(words);
  const texts = choices.map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining(['WILL CALL', 'VIA WILL CALL', '609161-1', '609161', '10442', '2']),
  );
  expect(texts).not.toContain('WILL');
  expect(texts).not.toContain('CALL ORDER');
  expect(choices.map(({ key }) => textOf(key))).toEqual(texts);
});

test('only keys of choices name words', () => {
  for (const key of ['', 'x', '1.x', '~', '-1', '1;2']) expect(chosenBy(key)).toBeNull();
});
