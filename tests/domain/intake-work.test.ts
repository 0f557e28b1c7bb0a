/** The largest documents cost little, whatever is in them: reading and learning are no quadratic work. */
import { expect, test } from 'vitest';
import { choicesOf, firstChoices } from '~/domain/intake/layouts/choices';
import { readPrinterText } from '~/domain/intake/reading/printer-text';
import { LIMITS, toStored, type Word } from '~/domain/intake/reading/words';
import { learn, understand } from '~/domain/intake/reader/work.server';
import { nameOf } from '../support/documents';
import { shopInvoice, ticket } from '../support/invoice-layouts';
import { clicksOf } from '../support/invoices';

const DOCUMENTS = 5;
/** Four times the words may cost at most so many times the work; quadratic work costs 16 times. */
const MOST_GROWTH = 8;
/** What else runs on the machine adds to single turns. */
const MOST_TURNS = 25;

const made = shopInvoice();
const head = (document: number): Word[] => {
  const read = readPrinterText(ticket({ ...made, name: `SHOP ${nameOf(document)}` }));
  return 'words' in read ? read.words : [];
};
const text = (page: number, x: number, y: number, of: string): Word => ({
  page,
  x,
  y,
  width: of.length * 7.2,
  text: of,
});

/** More words, by the number of the word and of the document, below an invoice or on a second page. */
const HOSTILE: Record<string, (n: number, document: number) => Word> = {
  'labels in lines of their own': (n) => text(2, 72, 12 * n, `${nameOf(n)}:`),
  'labels with values': (n, d) =>
    n % 2 === 0 ? text(2, 72, 6 * n, `${nameOf(n)}:`) : text(2, 272, 6 * (n - 1), `${String(d)}${String(n)}`),
  'labels in one line': (n) => text(2, 72 + n * 60, 72, nameOf(n)),
  'labels that touch in one line': (n) => text(2, 72 + n * 3, 72, nameOf(n)),
  'everything at one place': (n) => text(2, 72, 72, nameOf(n)),
  'one word again and again': (n) => text(2, 72 + (n % 8) * 60, 12 * Math.floor(n / 8), 'INVOICE'),
  'labels on the first page': (n) => text(1, 72 + (n % 8) * 60, 900 + 12 * Math.floor(n / 8), nameOf(n)),
  'rows like parts': (n, d) =>
    n % 2 === 0
      ? text(1, 0, 500 + 6 * n, String(1 + (n % 9)))
      : text(1, 72, 500 + 6 * (n - 1), String(10_000_000 + n + d)),
  'wide rows of numbers': (n, d) =>
    text(1, (n % 100) * 40, 500 + 12 * Math.floor(n / 100), String(n * 7 + d)),
  'marks of doubt': (n) => text(2, 72 + (n % 8) * 60, 12 * Math.floor(n / 8), '*'.repeat(40)),
};

const documentsOf = (words: number, more: (n: number, document: number) => Word) =>
  Array.from({ length: DOCUMENTS }, (_, document) => {
    const first = head(document);
    return [...first, ...Array.from({ length: words - first.length }, (__, n) => more(n, document))];
  });

const cpuOf = async (work: () => unknown) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** @returns how many times the work of the larger one is the work of the smaller one, by the least of alternate turns. */
async function growth(smaller: () => unknown, larger: () => unknown): Promise<number> {
  let [less, more] = [Infinity, Infinity];
  for (let turn = 0; turn < MOST_TURNS && (turn < 3 || more / less > MOST_GROWTH); turn += 1) {
    less = Math.min(less, await cpuOf(smaller));
    more = Math.min(more, await cpuOf(larger));
  }
  return more / less;
}

test.each(Object.entries(HOSTILE))('%s', async (_, more) => {
  const [few, many] = [LIMITS.words / 4, LIMITS.words].map((words) => {
    const all = documentsOf(words, more);
    return {
      documents: all.map((read, id) => ({ id, words: JSON.stringify(read.map(toStored)) })),
      taught: clicksOf(head(0), made),
    };
  });
  if (!few || !many) throw new Error('two sizes');
  const learned = await learn(many);
  const layouts = 'layout' in learned ? [{ id: 1, layout: learned.layout }] : [];
  expect(layouts).toHaveLength(1);
  const read = ({ documents: [first] }: typeof many) => understand({ words: first?.words ?? '', layouts });
  expect(
    await growth(
      () => learn(few),
      () => learn(many),
    ),
  ).toBeLessThan(MOST_GROWTH);
  expect(
    await growth(
      () => read(few),
      () => read(many),
    ),
  ).toBeLessThan(MOST_GROWTH);
});

test('a page offers the first texts of a document, within a size', () => {
  const [words = []] = documentsOf(LIMITS.words, () => text(2, 72, 72, '&'.repeat(39)));
  const choices = choicesOf(words.slice(0, 1_000));
  const first = firstChoices(choices, 10_000);
  expect(first.length).toBeGreaterThan(20);
  expect(first.length).toBeLessThan(choices.length);
  expect(Math.max(...choices.map(({ key }) => key.split('.').length))).toBe(12);
});
