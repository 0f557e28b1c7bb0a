/**
 * Texts in the reader's language. A part is a dictionary that some pages need; its English is in `en/`, and each other
 * language has a file of the same name. Safe in the browser.
 *
 * In a browser a part has the texts of the document's language: the build writes each file for browsers once for every
 * language (scripts/browser-files.mjs). On the server each text is looked up when it is read, so a constant of a module
 * must not keep one.
 */

import type { Spoken } from './languages';

/** Rules of a language that the texts of its dictionaries use. */
type Grammar = {
  /** Chooses the form for a number by the rules of the language. */
  plural: (count: number, forms: { one: string; other: string } & Partial<Forms>) => string;
};
type Forms = Record<Intl.LDMLPluralRule, string>;

/** The texts of a dictionary in another language: the same keys, and the same arguments. */
type Translated<Text> = Text extends (...given: infer Given) => string
  ? (...given: Given) => string
  : Text extends string
    ? string
    : { [Key in keyof Text]: Translated<Text[Key]> };
export type Translation<Texts> = (grammar: Grammar) => Translated<Texts>;

/** Keeps the rules, because making them takes longer than using them a hundred times. */
export function grammarOf(language: string): Grammar {
  let rules: Intl.PluralRules | undefined;
  return {
    plural: (count, forms) => forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other,
  };
}

type Page = { Intl: unknown; document?: { documentElement: { lang: string } } };
/** Undefined on the server. The types of the service worker have no document. */
const page = (({ document }: Page) => document)(globalThis);

/** The reader's language and texts on the server; spoken.server.ts sets them. */
export const reader = {
  language: (): Spoken => 'en',
  texts: (_name: string): object | undefined => undefined,
};
/** The English dictionaries by name. Filled on the server only. */
export const english = new Map<string, object>();

/** The language of the document, or on the server that of the reader. */
export const language = () => page?.documentElement.lang ?? reader.language();

/** Attributes of texts that people have written, such as names and notes, which are never translated. */
export const asWritten = () => (language() === 'en' ? {} : ({ lang: 'en', dir: 'auto' } as const));

/** The direction of the document, if it is not from left to right. */
export const direction = () => (language().startsWith('ar') ? 'rtl' : undefined);

/** The language for `Intl`, as in the United States. */
export const locale = () => (language().includes('-') ? language() : `${language()}-US`);

/** @param name the name of the exported constant. The build finds the dictionary by it. */
export function part<Texts extends object>(
  name: `words:${string}`,
  make: (grammar: Grammar) => Texts,
): Texts {
  const texts = make(grammarOf(language()));
  if (page) return texts;
  english.set(name, texts);
  return new Proxy(texts, { get: (_, key) => Reflect.get(reader.texts(name) ?? texts, key) as unknown });
}
