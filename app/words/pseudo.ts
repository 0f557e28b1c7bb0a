/** Languages for tests, made from English. Pure; the build also uses it. */

const WORD = 6;
/** Keys of values that nobody reads. */
const NO_TEXTS = ['id', 'file'];
const ACCENTS: Record<string, string> = Object.fromEntries(
  [...'aàeéiîoöuûcçnñyýAÀEÉIÎOÖUÛCÇNÑYÝ'.matchAll(/(.)(.)/gu)].map(([, plain = '', marked = '']) => [
    plain,
    marked,
  ]),
);

/** Other languages need up to a third more space, in words of usual length. */
function longer(text: string): string {
  const accented = text.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter);
  const more = '~'.repeat(Math.ceil(text.length * 0.35));
  return accented + (more.length > WORD ? ` ${more.replaceAll(/~{6}/g, '$& ')}` : more);
}
/** Marks the text to be read from right to left. */
const reversed = (text: string) => `\u202e${text}\u202c`;

/** @returns the dictionary with every text changed. */
export function pseudo<Texts>(texts: Texts, language: 'en-XA' | 'ar-XB'): Texts {
  const change = language === 'en-XA' ? longer : reversed;
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (typeof value === 'function')
      return (...given: unknown[]) => changed((value as (...all: unknown[]) => unknown)(...given));
    if (Array.isArray(value)) return value.map(changed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        NO_TEXTS.includes(key) ? (each as unknown) : changed(each),
      ]),
    );
  };
  return changed(texts) as Texts;
}
