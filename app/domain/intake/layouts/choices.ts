/** The texts of a document that a person can choose as a value, named by the positions of their words. */
import type { Word } from '~/domain/intake/reading/words';
import { linesOf, textOf, textRunsOf } from './text-lines';

/** `key` is the positions of the words joined by dots, and after `~` the part of the word that counts. */
export type Choice = { key: string; text: string };

const hasDigit = (text: string) => /\d/.test(text);

/** A part of a number that is a value of its own, such as the order in 609161-1. */
const isPart = (text: string) => text.length >= 4 && hasDigit(text);

/** The most words of a choice. */
const MOST_WORDS = 12;
/** Longer words are garbage. */
const LONGEST_WORD = 40;

/**
 * A word with all that follows it up to the next wide gap, this word alone if it has a digit, and its parts. In the
 * order of reading.
 */
export function choicesOf(words: Word[]): Choice[] {
  const positions = new Map(words.map((word, at) => [word, at]));
  const choiceOf = (chosen: Word[]): Choice => ({
    key: chosen.map((word) => positions.get(word)).join('.'),
    text: textOf(chosen),
  });
  const found = linesOf(words)
    .flatMap(textRunsOf)
    .flatMap((run) =>
      run.flatMap((word, from) => {
        const alone = choiceOf([word]);
        const pieces =
          hasDigit(word.text) && word.text.length <= LONGEST_WORD
            ? word.text.split(/[-/#:]/).filter(isPart)
            : [];
        const parts = pieces.length > 0 && pieces[0] !== word.text ? pieces : [];
        return [
          choiceOf(run.slice(from, from + MOST_WORDS)),
          ...(hasDigit(word.text) ? [alone] : []),
          ...parts.map((part) => ({ key: `${alone.key}~${part}`, text: part })),
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
