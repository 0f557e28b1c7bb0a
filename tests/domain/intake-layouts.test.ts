/** A layout is taught from one example, and nothing that it reads in other documents is guessed. */
import { beforeAll, describe, expect, test } from 'vitest';
import { readingOf } from '~/domain/intake/reading/reading-of.server';
import { samplesOf } from '../support/invoice-layouts';
import { damage, type Invoice, judge, randomFrom, teachAll } from '../support/invoices';

const SEED = 7;
const OF_EACH = 24;
const samples = samplesOf(SEED, OF_EACH);
const invoices: Invoice[] = [];
const disturbed: Invoice[] = [];

const wordsOf = async (bytes: Buffer) => {
  const reading = await readingOf(bytes);
  return 'words' in reading ? reading.words : [];
};

beforeAll(async () => {
  const random = randomFrom(SEED);
  for (const { file, truth, bytes } of samples)
    invoices.push({ file, truth, isDamaged: false, words: await wordsOf(bytes) });
  for (const [index, { file, truth, bytes }] of samples.entries()) {
    const other = samples[Math.floor(random() * samples.length)]?.bytes ?? bytes;
    const words = await wordsOf(damage(bytes, index, random, other));
    disturbed.push({ file: `damaged ${file} ${String(index % 4)}`, truth, isDamaged: true, words });
  }
});

describe.each(['proportional', 'ticket', 'wrapped'])('%s', (k) => {
  test('one example reads nearly all fields of the others, and none of them wrong @long', () => {
    const same = invoices.filter(({ truth }) => truth?.k === k);
    for (const example of same.slice(0, 6)) {
      const layouts = teachAll(invoices, new Map([[k, example]]));
      expect(layouts.map((each) => each.k)).toEqual([k]);
      const score = judge(
        same.filter((each) => each !== example),
        layouts,
      );
      expect(score.wrong).toEqual([]);
      expect(score.right / (score.right + score.held), JSON.stringify(score.reasons)).toBeGreaterThanOrEqual(
        0.96,
      );
    }
  });
});

test('damaged documents among others become no wrong task', () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const examples = new Map(
      ['proportional', 'ticket', 'wrapped'].flatMap((k) => {
        const example = invoices.filter(({ truth }) => truth?.k === k)[turn];
        return example ? [[k, example] as const] : [];
      }),
    );
    const some = disturbed.filter((_, index) => index % 4 === turn);
    const layouts = teachAll([...invoices, ...some.slice(0, 7)], examples);
    expect(layouts).toHaveLength(3);
    expect(judge([...invoices, ...disturbed], layouts).wrongTasks).toEqual([]);
  }
});
