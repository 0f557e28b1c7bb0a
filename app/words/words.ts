/**
 * Texts in the reader's language. A part is a dictionary that some pages need; its English is in `en/`, and each other
 * language has a file of the same name. Safe in the browser.
 *
 * In a browser a part has the texts of the document's language: the build writes each file for browsers once for every
 * language (scripts/browser-files.mjs). On the server each text is looked up when it is read, so a constant of a module
 * must not keep one.
 */

/** Languages that people can choose, with their own names. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

/** Made from English, for tests: longer texts with accents, and texts from right to left. */
export const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const;
export type Spoken = Language | (typeof PSEUDO_LANGUAGES)[number];

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value);

/** What the texts of a dictionary need of their language. */
type Grammar = {
  /** Chooses the form for a number by the rules of the language. */
  plural: (count: number, forms: { one: string; other: string } & Partial<Forms>) => string;
  /** The same for a place in an order: 1st, 2nd. */
  ordinal: (count: number, forms: { other: string } & Partial<Forms>) => string;
  /** `a, b, and c` */
  list: (items: string[]) => string;
};
type Forms = Record<Intl.LDMLPluralRule, string>;

/** The texts of a dictionary in another language: the same keys, and the same arguments. */
type Translated<Text> = Text extends (...given: infer Given) => string
  ? (...given: Given) => string
  : Text extends string
    ? string
    : { [Key in keyof Text]: Translated<Text[Key]> };
export type Translation<Texts> = (grammar: Grammar) => Translated<Texts>;

const LOCALES: Record<string, string> = { en: 'en-US', es: 'es-US' };

/** Keeps what `Intl` makes, because making one takes longer than using it a hundred times. */
export function grammarOf(language: string): Grammar {
  const locale = LOCALES[language] ?? language;
  let rules: Intl.PluralRules | undefined;
  let ordinals: Intl.PluralRules | undefined;
  let lists: Intl.ListFormat | undefined;
  return {
    plural: (count, forms) => forms[(rules ??= new Intl.PluralRules(locale)).select(count)] ?? forms.other,
    ordinal: (count, forms) =>
      forms[(ordinals ??= new Intl.PluralRules(locale, { type: 'ordinal' })).select(count)] ?? forms.other,
    list: (items) => (lists ??= new Intl.ListFormat(locale)).format(items),
  };
}

const isBrowser = typeof document !== 'undefined';

/** What the server knows about the reader; spoken.server.ts sets it. */
export const reader = {
  language: (): Spoken => 'en',
  texts: (_name: string): object | undefined => undefined,
};
/** The English dictionaries by name. Filled on the server only. */
export const english = new Map<string, object>();

/** The language of the document, or on the server that of the reader. */
export const language = () => (isBrowser ? document.documentElement.lang : reader.language());

/** Attributes of texts that people have written, such as names and notes, which are never translated. */
export const asWritten = () => (language() === 'en' ? {} : ({ lang: 'en', dir: 'auto' } as const));

export const direction = () => (language().startsWith('ar') ? 'rtl' : 'ltr');

/** The language for `Intl`. */
export const locale = () => LOCALES[language()] ?? language();

/** @param name the name of the exported constant. The build finds the dictionary by it. */
export function part<Texts extends object>(
  name: `words:${string}`,
  make: (grammar: Grammar) => Texts,
): Texts {
  const texts = make(grammarOf(language()));
  if (isBrowser) return texts;
  english.set(name, texts);
  return new Proxy(texts, { get: (_, key) => Reflect.get(reader.texts(name) ?? texts, key) as unknown });
}
