/** Sentences of the domain as codes with facts, which are put into words for each reader. */
import { englishRefusals, refusals } from '~/words/en/refusals';

type Refusals = typeof englishRefusals;
type RefusalCode = keyof Refusals;
type FactsOf<Code extends RefusalCode> = Refusals[Code] extends (facts: infer Facts) => string
  ? Facts
  : never;
type Given<Code extends RefusalCode> = Refusals[Code] extends string ? [] : [facts: FactsOf<Code>];

export type Sentence = {
  /** Is never changed, and never given to another sentence: programs know refusals by it. */
  code: string;
  english: string;
  /** Returns the sentence in the language of the reader. */
  read: () => string;
};
/** A text has been put into words already. */
export type Said = Sentence | string;

/** @param facts what the sentence names, such as numbers and names; a sentence without facts takes none. */
export function say<Code extends RefusalCode>(code: Code, ...[facts]: Given<Code>): Sentence {
  const inWords = (words: Refusals[Code]) =>
    // The type of `Given` has paired the facts with the code, which a call of a union can't know.
    typeof words === 'string' ? words : (words as (given: typeof facts) => string)(facts);
  return { code, english: inWords(englishRefusals[code]), read: () => inWords(refusals[code]) };
}

/** A sentence that only the office meets: it has a code, and is English for every reader. */
export const untranslated = (code: string, english: string): Sentence => ({
  code,
  english,
  read: () => english,
});

export const readSaid = (said: Said): string => (typeof said === 'string' ? said : said.read());
export const inEnglish = (said: Said): string => (typeof said === 'string' ? said : said.english);

const messages = new Map<string, Sentence>();

/**
 * Returns the English sentence, for schemas, whose messages are texts, and remembers its code for `saidBy`. Call it
 * when a schema is made and not when an input is read: what it remembers is never forgotten.
 */
export function message<Code extends RefusalCode>(code: Code, ...facts: Given<Code>): string {
  const sentence = say(code, ...facts);
  messages.set(sentence.english, sentence);
  return sentence.english;
}

/** Returns the sentence of a schema's message. */
export const saidBy = (english: string): Said => messages.get(english) ?? english;
