/** Documents whose contents are known, and the clicks that teach their layout. */
import type { FieldName } from '~/domain/intake/layouts/fields';
import { type Layout, recognize } from '~/domain/intake/layouts/layout';
import { type Taught, teach } from '~/domain/intake/layouts/teach';
import { groupOf } from '~/domain/intake/layouts/labels';
import { linesOf } from '~/domain/intake/layouts/text-lines';
import type { Word } from '~/domain/intake/reading/words';

/** As in `truth.json`: `k` names the layout. */
export type Truth = {
  k: string;
  ref: string;
  cust: string;
  name: string;
  addr: string;
  city: string;
  via: string;
  lines: { qty: number; part: string }[];
};
/** `truth` is null for a document that is no order of these layouts. */
export type Invoice = { file: string; truth: Truth | null; isDamaged: boolean; words: Word[] };

const VALUES: [FieldName, (truth: Truth) => string][] = [
  ['reference', ({ ref }) => ref],
  ['customer', ({ cust }) => cust],
  ['name', ({ name }) => name],
  ['street', ({ addr }) => addr],
  ['city', ({ city }) => city],
  ['via', ({ via }) => via],
];

/** Returns the words of the value that are the nearest to a word; a part of one word if no others. */
function wordsOf(words: Word[], value: string, near?: Word): number[] {
  const texts = value.split(' ');
  const isSame = (one: string | undefined, other: string) =>
    one?.replaceAll('’', "'") === other.replaceAll('’', "'");
  const whole = words.flatMap((first, at) => {
    const isHere = texts.every((text, i) => isSame(words[at + i]?.text, text));
    return isHere ? [texts.map((_, i) => at + i)] : [];
  });
  const found =
    whole.length > 0 ? whole : words.flatMap(({ text }, at) => (text.includes(value) ? [[at]] : []));
  // Where goods go is right of who pays.
  const leftOf = ([at = 0]: number[]) => xOf(words, at);
  const away = ([at = 0]: number[]) => {
    const word = words[at];
    return word && near ? Math.hypot(word.x - near.x, word.y - near.y) : 0;
  };
  return found.sort((a, b) => away(a) - away(b) || leftOf(b) - leftOf(a))[0] ?? [];
}

const chosenOf = (words: Word[], value: string, near?: Word) => {
  const chosen = wordsOf(words, value, near);
  const text = chosen.map((at) => words[at]?.text).join(' ');
  return { words: chosen, ...(text.length > value.length && { value }) };
};
const xOf = (words: Word[], at: number) => words[at]?.x ?? 0;

export function clicksOf(words: Word[], truth: Truth): Taught {
  const [street] = wordsOf(words, truth.addr);
  const near = street === undefined ? undefined : words[street];
  const [line] = truth.lines;
  const part = wordsOf(words, line?.part ?? '');
  const row = words[part[0] ?? 0];
  // What is shipped is right of what was ordered.
  const [quantity = -1] = words
    .flatMap(({ text, y, page }, at) => {
      const isHere = page === row?.page && Math.abs(y - row.y) < 3 && !part.includes(at);
      return isHere && /^\D?\d+\D?$/.test(text) && text.replace(/\D/g, '') === String(line?.qty) ? [at] : [];
    })
    .sort((a, b) => xOf(words, b) - xOf(words, a));
  return {
    fields: Object.fromEntries(
      VALUES.map(([name, valueOf]) => [name, chosenOf(words, valueOf(truth), near)]),
    ),
    lines: { part, quantity: [quantity] },
  };
}

export type Score = {
  right: number;
  held: number;
  /** A value that was read as sure and is another one. */
  wrong: string[];
  /** Documents that would become a task without a question, and should not or not so. */
  wrongTasks: string[];
  made: number;
  documents: number;
  reasons: Record<string, number>;
};

/** Teaches each layout by one of its documents, of which nothing but its looks groups it with others. */
export function teachAll(
  invoices: Invoice[],
  examples: Map<string, Invoice>,
): { layout: Layout; k: string }[] {
  return [...examples].flatMap(([k, example]) => {
    const others = invoices.filter((each) => each !== example && each.words.length > 0);
    const group = groupOf(
      linesOf(example.words),
      others.map(({ words }) => linesOf(words)),
    );
    const alike = group.flatMap((index) => others[index]?.words ?? []);
    const words = group.map((index) => others[index]?.words ?? []);
    if (!example.truth || alike.length === 0) return [];
    const layout = teach(example.words, words, clicksOf(example.words, example.truth));
    return 'notFound' in layout ? [] : [{ layout, k }];
  });
}

/** Judges all documents but the examples. Damaged and foreign documents count only when they become wrong tasks. */
export function judge(invoices: Invoice[], layouts: { layout: Layout; k: string }[]): Score {
  const score: Score = { right: 0, held: 0, wrong: [], wrongTasks: [], made: 0, documents: 0, reasons: {} };
  for (const { file, truth, words, isDamaged } of invoices) {
    const found = recognize(layouts, words);
    const counts = truth !== null && !isDamaged;
    score.documents += Number(counts);
    const hold = (reason: string, fields: number) => {
      if (!counts) return;
      score.held += fields;
      score.reasons[reason] = (score.reasons[reason] ?? 0) + 1;
    };
    if ('reason' in found) {
      hold(found.reason, VALUES.length + 1);
      continue;
    }
    const wrong: string[] = [];
    for (const [name, valueOf] of VALUES) {
      const field = found.read.fields[name];
      if (!field || 'reason' in field) hold(`${name}: ${field?.reason ?? 'not taught'}`, 1);
      else if (truth && field.value.replaceAll('’', "'") === valueOf(truth).replaceAll('’', "'"))
        score.right += Number(counts);
      else wrong.push(`${file} ${name} ${field.value}`);
    }
    const { lines } = found.read;
    const expected = truth?.lines.map(({ part, qty }) => ({ part, quantity: qty }));
    if (!lines || 'reason' in lines) hold(`lines: ${lines?.reason ?? 'not taught'}`, 1);
    else if (JSON.stringify(lines.lines) === JSON.stringify(expected)) score.right += Number(counts);
    else wrong.push(`${file} lines ${JSON.stringify(lines.lines)}`);
    if (found.read.newText !== null) hold(`new: ${found.read.newText}`, 0);
    if (counts) score.wrong.push(...wrong);
    if (!found.read.isSure) continue;
    score.made += Number(counts);
    if (wrong.length > 0) score.wrongTasks.push(...wrong);
  }
  return score;
}

/** Damages of a way that can be seen in what is left: a part is missing, moved, or of another document. */
export function damage(bytes: Buffer, kind: number, random: () => number, other: Buffer): Buffer {
  const at = Math.floor(bytes.length * (0.1 + 0.8 * random()));
  const length = Math.floor(bytes.length * (0.05 + 0.2 * random()));
  switch (kind % 4) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, '~'), bytes.subarray(at + length)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), other]);
  }
}

/** The same numbers for the same seed, from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
