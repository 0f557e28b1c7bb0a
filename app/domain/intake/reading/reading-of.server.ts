/** Words with places from a PDF with a text layer, or from what a system sends to a printer for text. */
import { getDocumentProxy } from 'unpdf';
import { readPrinterText, UNIVERSAL_EXIT } from './printer-text';
import { LIMITS, type Reading, UNREADABLE, type Word } from './words';

const PDF = '%PDF-';
const HEAD_BYTES = 4_096;
/** A printer may be told before a PDF what follows. */
const isPrinterCommand = (text: string) =>
  text
    .split('\n')
    .every((line) =>
      /^(?:@PJL|$)/.test(line.replaceAll(UNIVERSAL_EXIT, '').replace('\u00ef\u00bb\u00bf', '').trim()),
    );

const ascii = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Never throws: what cannot be read has a reason. It sets no limits to time and memory. */
export async function readingOf(bytes: Uint8Array): Promise<Reading> {
  if (bytes.length === 0) return { refusal: 'empty' };
  if (bytes.length > LIMITS.bytes) return { refusal: 'too large' };
  const at = ascii(bytes.subarray(0, HEAD_BYTES)).indexOf(PDF);
  if (at === -1) return readPrinterText(bytes);
  const text = ascii(bytes);
  if (!isPrinterCommand(text.slice(0, at)) || text.includes(PDF, at + 1))
    return { refusal: 'several documents' };
  try {
    return await readPdf(bytes);
  } catch (error) {
    const isEncrypted = error instanceof Error && error.name === 'PasswordException';
    return { refusal: isEncrypted ? 'encrypted' : 'unreadable' };
  }
}

async function readPdf(bytes: Uint8Array): Promise<Reading> {
  if ((ascii(bytes).match(/\d obj\b/g)?.length ?? 0) > LIMITS.objects) return { refusal: 'too many objects' };
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    stopAtErrors: true,
  });
  if (pdf.numPages > LIMITS.pages) return { refusal: 'too many pages' };
  const words: Word[] = [];
  let pages = 0;
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { transform } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    // Empty pages are left out.
    if (items.some((item) => 'str' in item && item.str.trim() !== '')) pages += 1;
    for (const item of items) {
      if (!('str' in item)) continue;
      characters += item.str.length;
      if (characters > LIMITS.characters) return { refusal: 'too much text' };
      for (const word of wordsOf(item, pages, transform)) words.push(word);
      if (words.length > LIMITS.words) return { refusal: 'too many words' };
    }
    page.cleanup();
  }
  if (!words.every(({ x, y, width }) => Number.isFinite(x + y + width))) return { refusal: 'unreadable' };
  return words.length === 0 ? { refusal: 'no text' } : { words, pages };
}

type Item = { str: string; transform: number[]; width: number };

/** Splits a run of text at its spaces. Characters of a run are taken to be of equal width. */
function wordsOf({ str, transform, width }: Item, page: number, view: number[]): Word[] {
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = view;
  const [, , , , left = 0, base = 0] = transform;
  const x = a * left + c * base + e;
  const y = b * left + d * base + f;
  const advance = str.length === 0 ? 0 : width / str.length;
  return [...str.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    page,
    x: round(x + index * advance),
    y: round(y),
    width: round(text.length * advance),
    text: storable(text),
  }));
}

/** PostgreSQL can store neither NUL nor half a surrogate pair. Hyphens of typesetters are those of part numbers. */
const storable = (text: string) =>
  Buffer.from(text.replaceAll('\0', UNREADABLE).replace(/[\u00ad\u2010\u2011\u2212]/g, '-')).toString();

const round = (value: number) => Math.round(value * 10) / 10;
