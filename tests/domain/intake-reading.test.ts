/** Words and their places are read from PDFs and from printer text; what can't be read has a reason. */
import { expect, test } from 'vitest';
import { readPrinterText } from '~/domain/intake/reading/printer-text';
import { readingOf } from '~/domain/intake/reading/reading-of.server';
import type { Reading } from '~/domain/intake/reading/words';
import { contents, pdfOf } from '../support/documents';

/** Lines of words, with the column of each. */
const columns = (reading: Reading) =>
  'refusal' in reading
    ? reading.refusal
    : reading.words.map(
        ({ page, x, y, text }) =>
          `${String(page)}/${String(Math.round(y / 12))}/${String(Math.round(x / 7.2))} ${text}`,
      );
const text = (sent: string | Buffer) =>
  columns(readPrinterText(typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent));

test('words of printer text have the column and line at which they are printed', () => {
  expect(text('INVOICE  12\r\n\r\n  SHIP TO\f\tA\r\n')).toEqual([
    '1/1/0 INVOICE',
    '1/1/9 12',
    '1/3/2 SHIP',
    '1/3/7 TO',
    '2/1/8 A',
  ]);
});

test('a line that ends with a return alone, bold and underlined words, and escape codes leave the words', () => {
  expect(text('ONE\rTWO\r')).toEqual(['1/1/0 ONE', '1/2/0 TWO']);
  expect(text('TOTAL\rTOTAL\r_____\n')).toEqual(['1/1/0 TOTAL']);
  expect(text('A\b_B\bB C\n')).toEqual(['1/1/0 AB', '1/1/3 C']);
  expect(text('\u001bE\u001b(10U\u001b&l6D\u001b&l1o5C\u001b!\u0001A1\n')).toEqual(['1/1/0 A1']);
  expect(text('\u001b%-12345X@PJL SET X=1\r\n@PJL ENTER LANGUAGE=PCL\r\nA1\n\u001b%-12345X')).toEqual([
    '1/1/0 A1',
  ]);
});

test('moves of the print head to columns and rows, and to places in dots and tenths of points, are followed', () => {
  expect(text('\u001b&a20c3RB\u001b&a0c1RA\u001b&a+2CC\n')).toEqual(['1/2/0 A', '1/2/3 C', '1/4/20 B']);
  expect(text('\u001b*p300x50YA\u001b&a720h240VB')).toEqual(['1/2/10 A', '1/3/10 B']);
  expect(text('\u001b(s16.66H\u001b*p300XA')).toEqual(['1/1/17 A']);
});

test('UTF-8, Windows 1252 and code page 437 are told apart', () => {
  expect(text(Buffer.from('José’s'))).toEqual(['1/1/0 José’s']);
  expect(text(Buffer.from([0x4f, 0x92, 0x52, 0xe9]))).toEqual(['1/1/0 O’Ré']);
  expect(text(Buffer.from([0x4a, 0x6f, 0x73, 0x82, 0x20, 0x50, 0x65, 0xa4, 0x61]))).toEqual([
    '1/1/0 José',
    '1/1/5 Peña',
  ]);
});

test('printer text that is no text has a reason', () => {
  expect(text('')).toBe('empty');
  expect(text('\r\n \f')).toBe('empty');
  expect(text('%!PS-Adobe-3.0\n')).toBe('printer language');
  expect(text('\u001b*b3Wabc')).toBe('picture');
  expect(text('A\f'.repeat(31))).toBe('too many pages');
  expect(text('A '.repeat(300).concat('\n').repeat(80))).toBe('too many words');
  expect(text('GIF89a\u0000')).toBe('unreadable');
});

test('words of a PDF have their places, from the top of the page', async () => {
  const pdf = pdfOf([[{ x: 72, y: 92, text: 'INVOICE (NO.) 12345' }], [{ x: 10, y: 20, text: 'B' }]]);
  const reading = await readingOf(pdf);
  if ('refusal' in reading) throw new Error(reading.refusal);
  expect(reading.pages).toBe(2);
  expect(reading.words.map(({ page, y, text: word }) => [page, y, word])).toEqual([
    [1, 92, 'INVOICE'],
    [1, 92, '(NO.)'],
    [1, 92, '12345'],
    [2, 20, 'B'],
  ]);
  const [first, , third] = reading.words;
  expect(first?.x).toBe(72);
  expect(third?.x).toBeGreaterThan(140);
});

test('hyphens of typesetters are those of part numbers, and empty pages are left out', async () => {
  const reading = await readingOf(pdfOf([[], [{ x: 72, y: 92, text: 'W12345\u00adS309' }]]));
  expect(reading).toMatchObject({ pages: 1, words: [{ page: 1, text: 'W12345-S309' }] });
});

test('a PDF that is damaged, without text, too long or too full has a reason', async () => {
  const pdf = pdfOf([[{ x: 72, y: 92, text: 'INVOICE 12345' }]]);
  const reasonOf = async (sent: Buffer) => {
    const reading = await readingOf(sent);
    return 'refusal' in reading ? reading.refusal : null;
  };
  expect(await reasonOf(pdf)).toBeNull();
  expect(await reasonOf(pdf.subarray(0, 60))).toBe('unreadable');
  expect(await reasonOf(pdfOf([[]]))).toBe('no text');
  expect(await reasonOf(pdfOf(Array.from({ length: 31 }, () => [{ x: 1, y: 9, text: 'A' }])))).toBe(
    'too many pages',
  );
  expect(await reasonOf(Buffer.concat([pdf, Buffer.from('1 0 obj\n'.repeat(50_001))]))).toBe(
    'too many objects',
  );
  expect(await reasonOf(Buffer.alloc(2_000_001, ' '))).toBe('too large');
  expect(await reasonOf(Buffer.alloc(0))).toBe('empty');
  // A stream that does not unpack.
  expect(await reasonOf(pdfOf([], [contents(Buffer.from('nonsense'), '/Filter/FlateDecode')]))).toBeTruthy();
});
