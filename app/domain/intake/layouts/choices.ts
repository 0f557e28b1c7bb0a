/** The texts of a document that a person can choose as a value, named by the positions of their words. */
import type { Word } from '~/domain/intake/reading/words';
import { linesOf, textOf, textRunsOf } from './text-lines';

/** `key` is the positions of the words joined by dots, and after `~` the part of the word that counts. */
export type Choice = { key: string; text: string };

const hasDigit = (text: string) => /\d/.test(text);

/** Returns the parts of a word that are values of their own, such as the order in 609161-1, or the number in (10442). */
function partsOf(text: string): string[] {
  if (!hasDigit(text) || text.length > LONGEST_WORD) return [];
  const bare = text.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  const split = [...text.split(/[-/#:()]/), ...(/^\p{L}+\.?(\d.*)$/u.exec(bare)?.slice(1) ?? [])];
  const pieces = split.filter((part) => part.length >= SHORTEST_PART && hasDigit(part));
  return [...new Set([bare, ...pieces])].filter((part) => part !== text && part !== '');
}
const SHORTEST_PART = 3;

/** The text behind a label without a blank, such as VIA:NORTH. */
const behindLabel = (text: string) => /^\p{L}[^\d:]*[:#](.*[\p{L}\d].*)$/u.exec(text)?.[1];

/** The most words of a choice. */
const MOST_WORDS = 12;
/** Longer words are garbage. */
const LONGEST_WORD = 40;

/** A text with blanks inside, such as a part number, is chosen by its first words. */
const FEW_WORDS = 4;

/**
 * A word with all that follows it up to the next wide gap, with the next ones if it has a digit or they do, this word
 * alone, and its parts. In the order of reading.
 */
export function choicesOf(words: Word[]): Choice[] {
  const positions = new Map(words.map((word, at) => [word, at]));
  const choiceOf = (chosen: Word[], text = textOf(chosen)): Choice => {
    const key = chosen.map((word) => positions.get(word)).join('.');
    return text === textOf(chosen) ? { key, text } : { key: `${key}~${text}`, text };
  };
  const found = linesOf(words)
    .flatMap(textRunsOf)
    .flatMap((run) =>
      run.flatMap((word, from) => {
        const all = run.slice(from, from + MOST_WORDS);
        const behind = behindLabel(word.text);
        const few = [1, 2, 3, FEW_WORDS]
          .map((count) => all.slice(0, count))
          .filter((some) => some.some(({ text }) => hasDigit(text)));
        return [
          choiceOf(all),
          ...few.map((some) => choiceOf(some)),
          ...partsOf(word.text).map((part) => choiceOf([word], part)),
          ...(behind === undefined
            ? []
            : [choiceOf(all, textOf([{ ...word, text: behind }, ...all.slice(1)]))]),
        ];
      }),
    );
  return [...new Map(found.map((choice) => [choice.key, choice])).values()];
}

/** Returns the size that a text has in a page, in which some characters take six. */
export const bytesInPage = (text: string): number =>
  new TextEncoder().encode(text).length + 5 * (text.match(/[&<>"']/g)?.length ?? 0);

/** Bytes that a choice takes in a page, without its key and text. */
const CHOICE_BYTES = 30;

/** Returns the first choices that take so many bytes in a page. */
export function firstChoices(choices: Choice[], most: number): Choice[] {
  let bytes = 0;
  const over = choices.findIndex(({ key, text }) => {
    bytes += CHOICE_BYTES + bytesInPage(key) + bytesInPage(text);
    return bytes > most;
  });
  return over === -1 ? choices : choices.slice(0, over);
}

/** Returns the words that a key names, and the part that counts; null for another text. */
export function chosenBy(key: string): { words: number[]; value?: string } | null {
  const [, positions = '', value] = /^([\d.]{1,200})(?:~(.{1,200}))?$/.exec(key) ?? [];
  const words = positions.split('.').filter(Boolean).map(Number);
  return words.length === 0 ? null : { words, ...(value !== undefined && { value }) };
}
