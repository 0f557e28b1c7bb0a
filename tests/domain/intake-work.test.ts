/** The largest documents cost little, whatever is in them: reading and learning are no quadratic work. */
import { expect, test } from 'vitest';
import { choicesOf, firstChoices } from '~/domain/intake/layouts/choices';
import { linesOf } from '~/domain/intake/layouts/text-lines';
import { readPrinterText } from '~/domain/intake/reading/printer-text';
import { LIMITS, type StoredWord, toStored, toWord, type Word } from '~/domain/intake/reading/words';
import { learn, understand } from '~/domain/intake/reader/work.server';
import { nameOf } from '../support/documents';
import { shopInvoice, ticket } from '../support/invoice-layouts';
import { clicksOf } from '../support/invoices';
import { slowed } from '../support/slowness';

const DOCUMENTS = 5;
/** For all of them together. The machine may be busier than when its speed was measured. */
const MOST_CPU_MS = slowed(300);

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

const documentsOf = (more: (n: number, document: number) => Word) =>
  Array.from({ length: DOCUMENTS }, (_, document) => {
    const first = head(document);
    return [...first, ...Array.from({ length: LIMITS.words - first.length }, (__, n) => more(n, document))];
  });

const cpuOf = async (work: () => unknown) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
const least = async (work: () => unknown) => {
  let fewest = Infinity;
  for (let turn = 0; turn < 5; turn += 1) fewest = Math.min(fewest, await cpuOf(work));
  return fewest;
};

test.each(Object.entries(HOSTILE))('%s', async (_, more) => {
  const all = documentsOf(more).map((words, id) => ({ id, words: JSON.stringify(words.map(toStored)) }));
  const lesson = { documents: all, taught: clicksOf(head(0), made) };
  // The least work: parsing words, and putting them in lines.
  const floor = await least(() =>
    all.map(({ words }) => linesOf((JSON.parse(words) as StoredWord[]).map(toWord))),
  );
  const learning = await least(() => learn(lesson));
  const learned = await learn(lesson);
  const layouts = 'layout' in learned ? [{ id: 1, layout: learned.layout }] : [];
  const reading = await least(() => understand({ words: all[0]?.words ?? '', layouts }));
  expect(layouts).toHaveLength(1);
  const most = Math.max(MOST_CPU_MS, 20 * floor);
  expect(learning).toBeLessThan(most);
  expect(reading).toBeLessThan(most / DOCUMENTS);
});

test('a page offers the first texts of a document, within a size', () => {
  const [words = []] = documentsOf(() => text(2, 72, 72, '&'.repeat(39)));
  const choices = choicesOf(words.slice(0, 1_000));
  const first = firstChoices(choices, 10_000);
  expect(first.length).toBeGreaterThan(20);
  expect(first.length).toBeLessThan(choices.length);
  expect(Math.max(...choices.map(({ key }) => key.split('.').length))).toBe(12);
});
