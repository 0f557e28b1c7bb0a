/** The language of the reader, on the server. Answers of the API are always English. */
import { AsyncLocalStorage } from 'node:async_hooks';
import * as es from './es';
import { pseudo } from './pseudo';
import { isLanguage, PSEUDO_LANGUAGES, type Language, type Spoken } from './languages';
import { english, grammarOf, reader } from './words';

const readers = new AsyncLocalStorage<{ language: Spoken }>();

/** The language of the request under way. */
export const spokenNow = (): Spoken => readers.getStore()?.language ?? 'en';
reader.language = spokenNow;

const OTHERS: Record<
  Exclude<Language, 'en'>,
  Record<string, (grammar: ReturnType<typeof grammarOf>) => object>
> = { es };

const made = new Map<string, object | undefined>();

reader.texts = (name) => {
  const language = spokenNow();
  if (language === 'en') return undefined;
  const key = `${language} ${name}`;
  if (!made.has(key)) made.set(key, textsIn(language, name));
  return made.get(key);
};

function textsIn(language: Exclude<Spoken, 'en'>, name: string): object | undefined {
  if (isLanguage(language)) return OTHERS[language][name.replace('words:', '')]?.(grammarOf(language));
  const texts = english.get(name);
  return texts && pseudo(texts, language);
}

/** Within `work`, texts are in this language. */
export const inLanguage = <Answer>(language: Spoken, work: () => Answer): Answer =>
  readers.run({ language }, work);

/** From now on, the texts of the request under way are in this language. Changes nothing outside of `inLanguage`. */
export function readIn(language: Spoken): void {
  const known = readers.getStore();
  if (known) known.language = language;
}

/**
 * Returns the first language of an Accept-Language header that there is.
 * @param header as browsers send it: `es-MX,es;q=0.9,en;q=0.8`, in the order of the person's choice.
 * @param withPseudo true to accept languages for tests.
 */
export function acceptedLanguage(header: string | null, withPseudo: boolean): Spoken {
  for (const range of (header ?? '').slice(0, 200).split(',')) {
    const [tag = ''] = range.trim().split(';');
    const known = PSEUDO_LANGUAGES.find((each) => withPseudo && each === tag);
    if (known) return known;
    const primary = tag.toLowerCase().split('-')[0];
    if (isLanguage(primary)) return primary;
  }
  return 'en';
}
