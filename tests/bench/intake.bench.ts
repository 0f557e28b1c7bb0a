/** Reads the documents of a folder with a `truth.json`, taught by one of each layout. `npm run bench -- --intake FOLDER` */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { readingOf } from '~/domain/intake/reading/reading-of.server';
import { damage, type Invoice, judge, randomFrom, teachAll, type Truth } from '../support/invoices';
import { percentile } from './load';
import { report, row } from './report';

const folder = process.env.INTAKE_FOLDER;
const SEED = 34;
/** Each layout is taught by so many of its documents in turn. */
const EXAMPLES = 5;

test.skipIf(!folder)('documents of other systems', async () => {
  const truths = JSON.parse(readFileSync(join(folder ?? '', 'truth.json'), 'utf8')) as (Truth & {
    file: string;
  })[];
  const times: number[] = [];
  const wordsOf = async (bytes: Buffer) => {
    const startedAt = performance.now();
    const reading = await readingOf(bytes);
    times.push(performance.now() - startedAt);
    return 'words' in reading ? reading.words : [];
  };
  const files = truths.map(({ file }) => readFileSync(join(folder ?? '', file)));
  const invoices: Invoice[] = [];
  for (const [index, { file, ...truth }] of truths.entries()) {
    const words = await wordsOf(files[index] ?? Buffer.alloc(0));
    invoices.push({ file, truth, isDamaged: false, words });
  }
  const layouts = [...new Set(truths.map(({ k }) => k))];
  const sum = { right: 0, fields: 0, held: 0, made: 0, documents: 0, taught: 0, disturbed: 0 };
  const wrong: string[] = [];
  const wrongTasks: string[] = [];
  const reasons: Record<string, number> = {};
  for (let turn = 0; turn < EXAMPLES; turn += 1) {
    const examples = new Map(
      layouts.flatMap((k) => {
        const same = invoices.filter(({ truth }) => truth?.k === k);
        const example = same[Math.floor((turn * same.length) / EXAMPLES)];
        return example ? [[k, example] as const] : [];
      }),
    );
    const others = await disturbed(truths, files, wordsOf, SEED + turn);
    const taught = teachAll([...invoices, ...others], examples);
    const judged = [...invoices, ...others].filter((each) => ![...examples.values()].includes(each));
    const score = judge(judged, taught);
    sum.right += score.right;
    sum.held += score.held;
    sum.fields += score.right + score.held + score.wrong.length;
    sum.made += score.made;
    sum.documents += score.documents;
    sum.taught += taught.length;
    sum.disturbed += others.length;
    wrong.push(...score.wrong);
    wrongTasks.push(...score.wrongTasks);
    for (const [reason, count] of Object.entries(score.reasons))
      reasons[reason] = (reasons[reason] ?? 0) + count;
  }
  for (const each of new Set([...wrong, ...wrongTasks])) console.log('wrong:', each);
  report('fields', { right: sum.right, held: sum.held, wrong: wrong.length });
  report('why they are held', reasons);
  report('documents', { sure: sum.made, of: sum.documents, damagedOrForeign: sum.disturbed });
  report('reading', { p50ms: percentile(times, 0.5), p95ms: percentile(times, 0.95) });
  row('layouts that one example teaches', {
    unit: '%',
    ours: (100 * sum.taught) / (layouts.length * EXAMPLES),
    goal: '≥ 100',
  });
  row('fields of documents read right, one example each', {
    unit: '%',
    ours: (100 * sum.right) / Math.max(1, sum.fields),
    goal: '≥ 98',
  });
  row('wrong tasks without a question', { unit: '', ours: wrongTasks.length, goal: '≤ 0' });
});

/** A tenth as many documents that are damaged, and as many again that are none of these layouts. */
async function disturbed(
  truths: (Truth & { file: string })[],
  files: Buffer[],
  wordsOf: (bytes: Buffer) => Promise<Invoice['words']>,
  seed: number,
): Promise<Invoice[]> {
  const random = randomFrom(seed);
  const count = Math.ceil(truths.length / 10);
  const some: Invoice[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = Math.floor(random() * truths.length);
    const [bytes, truth] = [files[at], truths[at]];
    const other = files[Math.floor(random() * files.length)];
    if (!bytes || !truth || !other) continue;
    const words = await wordsOf(damage(bytes, index, random, other));
    some.push({ file: `damaged ${truth.file} ${String(index % 4)}`, truth, isDamaged: true, words });
    const text = FOREIGN[index % FOREIGN.length] ?? '';
    some.push({ file: 'foreign', truth: null, isDamaged: false, words: await wordsOf(Buffer.from(text)) });
  }
  return some;
}

const FOREIGN = [
  'Dear Customer,\n\nyour parts will be shipped on Friday. Please call us at 816 555 0100.\n\n  THANK YOU\n',
  'STATEMENT OF ACCOUNT\n\nACCT# 4711    SHIP TO: Kansas City, MO 64113\nINVOICE# 482913   PRICE 12.00\nTOTAL 12.00\n',
  'PICK TICKET  ORDER 482913-1\n\n 12345678   CLIP    4\n\n THANK YOU\n',
];
